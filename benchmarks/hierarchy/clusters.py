"""Are clusters made on prefixes as good as those made on whole vectors?

python benchmarks/hierarchy/clusters.py DATA [--sets hotpotqa musique] [--size 50]

For each dimension of the ladder, clusters of about `size` passages are made on rotated and on raw
prefixes, and judged on whole vectors: Davies-Bouldin (lower is better) and silhouette by cosine
(higher is better; of 3,000 passages). HDBSCAN's share of noise stands beside them.
"""

import argparse
from pathlib import Path

import numpy as np
from growth import unit
from numpy.typing import NDArray
from sklearn.cluster import HDBSCAN
from sklearn.metrics import davies_bouldin_score, silhouette_score

from hopgraph.retrievers.hierarchy.clustering import balanced_means, nearest
from hopgraph.retrievers.hierarchy.nesting import fit_rotation, ladder, unit_prefixes

SETS = ("2wikimultihopqa_hippo1000", "hotpotqa", "musique")
JUDGED = 3000
DENSITY_SAMPLE = 6000


def judged(whole: NDArray[np.float32], labels: NDArray[np.int64]) -> tuple[float, float]:
    some = np.random.default_rng(0).choice(len(whole), min(JUDGED, len(whole)), replace=False)
    return (
        float(davies_bouldin_score(whole, labels)),
        float(silhouette_score(whole[some], labels[some], metric="cosine")),
    )


def noise(points: NDArray[np.float32], share: float) -> float:
    """Return the share of points that HDBSCAN, set as in the paper's notebook, calls noise."""
    smallest = max(3, int(len(points) / (50 + 450 * share)))
    finder = HDBSCAN(
        min_cluster_size=smallest, min_samples=5, cluster_selection_method="leaf", copy=True
    )
    return float((finder.fit(points).labels_ < 0).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--size", type=int, default=50, help="passages a cluster, on average")
    options = parser.parse_args()
    print("| set | prefix | vectors | Davies-Bouldin | silhouette | HDBSCAN noise |")
    print("|---|---|---|---|---|---|")
    for name in options.sets:
        raw = unit(np.load(options.data / name / "minilm_int8.npy").astype(np.float32))
        rotated = raw @ fit_rotation(raw)
        for kind, vectors in (("rotated", rotated), ("raw", raw)):
            for dimension in ladder(raw.shape[1]):
                points = unit_prefixes(vectors, dimension)
                centroids = balanced_means(points, len(points) // options.size)
                quality, silhouette = judged(raw, nearest(points, centroids, 1)[:, 0])
                loose = noise(points[:DENSITY_SAMPLE], dimension / raw.shape[1])
                print(
                    f"| {name} | {dimension} | {kind} | {quality:.2f} | {silhouette:.3f} "
                    f"| {100 * loose:.0f} % |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
