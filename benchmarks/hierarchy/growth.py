"""Grow real passage vectors to any size: a seeded mixture that keeps their neighbourhoods.

python benchmarks/hierarchy/growth.py DATA --out FOLDER [--sizes 10000 100000 1000000]

DATA holds one folder a set, each with minilm_int8.npy and questions_minilm_int8.npy. A corpus no
larger than the real one is a seeded choice of real vectors; in a larger one each is

    x = unit(a + t * (b - a) + STEP * (d - c) + noise),   t uniform in [0, MIX]

where a and c are random real vectors, b one of the NEAR nearest neighbours of a, d one of those
of c. So x lies between two neighbours, moved by a step that leads from a passage to its
neighbour elsewhere: its spread has the shape of the real one, not that of a ball. STEP is chosen
so that as many grown as real vectors have the same nearest-neighbour cosines; the printed table
shows it. The noise, isotropic with an expected length of NOISE, only keeps copies apart.

Queries are the sets' real questions, none of which is in a corpus.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SETS = ("2wikimultihopqa", "hotpotqa", "musique")
NEAR, MIX, STEP, NOISE = 10, 0.5, 0.7, 0.05
SEED = 0
_BLOCK = 50_000

Vectors = NDArray[np.float32]


def unit(vectors: Vectors) -> Vectors:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def real_vectors(data: Path) -> Vectors:
    """Return the distinct passage vectors of all sets, of shape (n, d)."""
    vectors = np.concatenate([np.load(data / name / "minilm_int8.npy") for name in SETS])
    _, firsts = np.unique(vectors, axis=0, return_index=True)
    return unit(vectors[np.sort(firsts)].astype(np.float32))


def queries(data: Path, count: int) -> Vectors:
    """Return the vectors of `count` real questions, of shape (count, d)."""
    files = [np.load(data / name / "questions_minilm_int8.npy") for name in SETS]
    vectors = unit(np.concatenate(files).astype(np.float32))
    return vectors[np.random.default_rng(SEED).permutation(len(vectors))[:count]]


def neighbours(vectors: Vectors, of: Vectors, count: int) -> tuple[NDArray[np.int64], Vectors]:
    """Return the places and cosines of the `count` nearest of `vectors`, nearest first."""
    places, cosines = [], []
    for start in range(0, len(of), 256):
        some = of[start : start + 256] @ vectors.T
        near = np.argpartition(-some, count - 1, axis=1)[:, :count]
        near_cosines = np.take_along_axis(some, near, axis=1)
        order = np.argsort(-near_cosines, axis=1, kind="stable")
        places.append(np.take_along_axis(near, order, axis=1))
        cosines.append(np.take_along_axis(near_cosines, order, axis=1))
    return np.concatenate(places), np.concatenate(cosines)


def mixed(real: Vectors, near: NDArray[np.int64], count: int, rng: np.random.Generator) -> Vectors:
    """Return `count` new vectors; `near` holds the neighbours of each real one."""
    dimension = real.shape[1]
    a, c = rng.integers(0, len(real), (2, count))
    b, d = (near[x, rng.integers(0, near.shape[1], count)] for x in (a, c))
    share = rng.uniform(0, MIX, (count, 1)).astype(np.float32)
    noise = rng.standard_normal((count, dimension), np.float32) * (NOISE / dimension**0.5)
    return unit(real[a] + share * (real[b] - real[a]) + STEP * (real[d] - real[c]) + noise)


def grown(data: Path, size: int, folder: Path) -> Path:
    """Write a corpus of `size` vectors, unless it is there; return the .npy file."""
    path = folder / f"grown-{size}.npy"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(SEED)
    real = real_vectors(data)
    unfinished = path.with_suffix(".unfinished")
    out = np.lib.format.open_memmap(unfinished, "w+", np.float32, (size, real.shape[1]))
    if size <= len(real):
        out[:] = real[rng.permutation(len(real))[:size]]
    else:
        near = neighbours(real, real, NEAR + 1)[0][:, 1:]
        for start in range(0, size, _BLOCK):
            count = min(_BLOCK, size - start)
            out[start : start + count] = mixed(real, near, count, rng)
    out.flush()
    unfinished.rename(path)
    return path


def describe(vectors: Vectors, sample: int = 500) -> str:
    """Return the cells of one row: cosines to the 1st and 10th neighbour, local dimension."""
    chosen = np.random.default_rng(SEED).choice(len(vectors), sample, replace=False)
    cosines = neighbours(vectors, vectors[np.sort(chosen)], NEAR + 1)[1][:, 1:]
    distances = np.sqrt(np.maximum(2 - 2 * cosines.astype(np.float64), 1e-9))
    # Levina and Bickel's maximum likelihood estimate, over the neighbours of all points.
    dimension = 1 / np.log(distances[:, -1:] / distances[:, :-1]).mean()
    cells = [
        " / ".join(f"{q:.2f}" for q in np.quantile(cosines[:, place], (0.1, 0.5, 0.9)))
        for place in (0, NEAR - 1)
    ]
    return f"{cells[0]} | {cells[1]} | {dimension:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    options = parser.parse_args()
    real = real_vectors(options.data)
    near = neighbours(real, real, NEAR + 1)[0][:, 1:]
    print("| vectors | cosine to the nearest, 10/50/90 % | to the 10th | local dimension |")
    print("|---|---|---|---|")
    print(f"| {len(real)} real | {describe(real)} |", flush=True)
    new = mixed(real, near, len(real), np.random.default_rng(SEED))
    print(f"| {len(real)} grown, none real | {describe(new)} |", flush=True)
    for size in options.sizes:
        vectors = np.load(grown(options.data, size, options.out), mmap_mode="r")
        print(f"| {size} | {describe(vectors)} |", flush=True)


if __name__ == "__main__":
    main()
