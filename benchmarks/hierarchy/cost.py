"""Cost by size: build, memory, query time and recall@10 beside plain dense indexes.

python benchmarks/hierarchy/cost.py DATA --work FOLDER [--sizes 10000 100000 1000000]
    [--indexes "FAISS flat" hopgraph] [--threads 1] [--seconds 600]

Each index is built and asked in a process of its own, so that memory is its own, and all with the
same threads; queries are asked one by one, on one thread. Where an index can be set at query
time, the cheapest setting with recall@10 >= .98 counts, or the most careful one tried. Vectors
come from growth.py. FOLDER keeps vectors, true neighbours, costs.json and costs.svg.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from cost_plot import growth_svg
from dense_indexes import INDEXES, K, Search
from growth import grown, neighbours, queries

ENOUGH = 0.98
WARM_UP = 10
INSERTS = 200


def anonymous_bytes() -> int:
    """Return the process's memory without mapped files."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.split("RssAnon:")[1].split()[0])


def asked(search: Search, vectors: np.ndarray, truth: np.ndarray) -> dict[str, float]:
    for vector in vectors[:WARM_UP]:
        search(vector)
    taken, found = [], 0
    for vector, right in zip(vectors, truth, strict=True):
        start = time.perf_counter()
        places = search(vector)
        taken.append(1000 * (time.perf_counter() - start))
        found += len(set(places) & set(right.tolist()))
    p50, p95 = np.percentile(taken, (50, 95))
    return {"p50_ms": float(p50), "p95_ms": float(p95), "recall": found / truth.size}


def measured(name: str, path: Path, known: Path, threads: int) -> dict[str, Any]:
    """Build and ask one index, in this process."""
    import threadpoolctl

    given = np.load(known)
    before = anonymous_bytes()
    start = time.perf_counter()
    built = INDEXES[name](path, threads)
    result: dict[str, Any] = {
        "build_s": time.perf_counter() - start,
        "memory_bytes": anonymous_bytes() - before,
        "tried": [],
    }
    with threadpoolctl.threadpool_limits(1):
        for setting, search in built.operating_points:
            row = {"setting": setting, **asked(search, given["queries"], given["truth"])}
            result["tried"].append(row)
            if row["recall"] >= ENOUGH:
                break
        if built.insert is not None:
            taken = []
            for vector in given["queries"][:INSERTS]:
                start = time.perf_counter()
                built.insert(vector[None])
                taken.append(1000 * (time.perf_counter() - start))
            result["insert_ms"] = {"p50": float(np.median(taken)), "mean": float(np.mean(taken))}
    return result


def in_child(name: str, path: Path, known: Path, threads: int, seconds: int) -> dict[str, Any]:
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    child = [sys.executable, __file__, "--child", name, str(path), str(known), str(threads)]
    environment = {**os.environ, **dict.fromkeys(names, str(threads))}
    try:
        done = subprocess.run(
            child, env=environment, timeout=seconds, check=True, stdout=subprocess.PIPE
        )
    except subprocess.TimeoutExpired:
        return {"not_measured": f"stopped after {seconds} s"}
    except subprocess.CalledProcessError as error:
        return {"not_measured": f"failed with code {error.returncode}"}
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def known_answers(data: Path, path: Path, count: int) -> Path:
    """Write the queries and their true neighbours beside the vectors, unless they are there."""
    known = path.with_name(f"{path.stem}-{count}-known.npz")
    if not known.exists():
        asked_for = queries(data, count)
        truth = neighbours(np.load(path, mmap_mode="r"), asked_for, K)[0]
        np.savez(known, queries=asked_for, truth=truth)
    return known


def line(name: str, size: int, vector_bytes: int, result: dict[str, Any]) -> str:
    if "not_measured" in result:
        return f"| {size} | {name} | not measured: {result['not_measured']} | | | | | |"
    last = result["tried"][-1]
    return (
        f"| {size} | {name} | {result['build_s']:.1f} | "
        f"{result['memory_bytes'] / vector_bytes:.2f} | {last['p50_ms']:.2f} | "
        f"{last['p95_ms']:.2f} | {last['recall']:.3f} | {last['setting']} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="folder for what is made")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--indexes", nargs="+", choices=INDEXES, default=list(INDEXES))
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1, help="threads of the build")
    parser.add_argument("--seconds", type=int, default=600, help="most for one index")
    options = parser.parse_args()
    file = options.work / f"costs-{options.threads}.json"
    rows = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    print(
        "| vectors | index | build s | memory / vectors | p50 ms | p95 ms | recall@10 | setting |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for size in options.sizes:
        path = grown(options.data, size, options.work)
        known = known_answers(options.data, path, options.queries)
        for name in options.indexes:
            result = in_child(name, path, known, options.threads, options.seconds)
            print(line(name, size, path.stat().st_size, result), flush=True)
            rows.setdefault(name, {})[str(size)] = result
            file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    file.with_suffix(".svg").write_text(growth_svg(rows), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        index, vectors, answers, count = sys.argv[2:]
        print(json.dumps(measured(index, Path(vectors), Path(answers), int(count))))
    else:
        main()
