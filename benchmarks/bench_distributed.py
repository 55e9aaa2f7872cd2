"""The cost of distributing a search among processes, and its possible speed on many.

The program runs each task in this process and measures its processor time. From these times it computes the duration
with more processors, whatever else the machine is doing: in a stage, each task goes in order to the processor that is
free first; everything else takes as long as measured. The program asserts that the proof equals that of a search alone,
byte for byte. Times are printed and never asserted.

    bench_distributed.py [--long]

`--long` adds 4x4x4x4, which takes minutes.
"""

from __future__ import annotations

import argparse
import heapq
import time
from typing import TYPE_CHECKING

from hyperoxo import Board, Game
from hyperoxo.solver.distributed import DistributedTask, run_task
from hyperoxo.solver.solve import DEFAULT_MEMORY, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo import Position

PROCESSORS = (1, 2, 4, 12)


class Timed:
    """A task runner that runs each task in this process, and measures its time.

    Attributes:
        stages: for each stage, the processor seconds of its tasks, in order.
        sent: bytes sent to tasks, and returned by them.
        largest: bytes of the known answers in the stage that had most.
    """

    def __init__(self) -> None:
        self.stages: list[list[float]] = []
        self.sent = 0
        self.largest = 0

    def __call__(self, tasks: list[bytes], known: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """Work on the tasks of a stage."""
        self.stages.append([])
        self.largest = max(self.largest, len(known))
        for number, task in enumerate(tasks):
            began = time.process_time()
            further, found = run_task(DistributedTask(number, task, known, None, DEFAULT_MEMORY))
            self.stages[-1].append(time.process_time() - began)
            self.sent += sum(map(len, (task, known, further, found)))
            yield number, further, found


def on_processors(stages: list[list[float]], count: int) -> float:
    """Return the duration of stages if a number of processors share the tasks of each."""
    seconds = 0.0
    for tasks in stages:
        free = [0.0] * count
        for took in tasks:
            heapq.heappushpop(free, free[0] + took)
        seconds += max(free)
    return seconds


def measure(name: str, position: Position) -> None:
    """Solve a position in one process and distributed, and print the costs."""
    began = time.process_time()
    alone = solve(position, threads=1)
    cpu_alone = time.process_time() - began
    runner = Timed()
    began = time.process_time()
    shared = solve(position, task_runner=runner)
    cpu = time.process_time() - began
    if alone.certificate is None or (shared.certificate, shared.nodes) != (alone.certificate, alone.nodes):
        raise SystemExit(f"{name}: the distributed search has another result")
    tasks = [took for stage in runner.stages for took in stage]
    rest = cpu - sum(tasks)
    print(f"{name}: {alone.nodes:,} positions, {cpu_alone:.2f} s alone on one thread; shared out {cpu:.2f} s")
    print(
        f"  {len(tasks)} tasks in {len(runner.stages)} stages, the longest {max(tasks):.2f} s; {rest:.2f} s not shared"
    )
    print(f"  {runner.sent / 1e6:.1f} MB sent, {runner.largest / 1e6:.1f} MB known in the last stage")
    reckoned = ", ".join(f"{rest + on_processors(runner.stages, count):.2f} s on {count}" for count in PROCESSORS)
    print(f"  reckoned: {reckoned}")


def main() -> None:
    """Measure the searches that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="add 4x4x4x4")
    arguments = parser.parse_args()
    qubic = Board("4x4x4")
    measure("4x4x4", qubic.empty())
    measure("4x4x4 after 111", Game(qubic, ["111"]).position)
    measure("4x4x4 after 111 444", Game(qubic, ["111", "444"]).position)
    if arguments.long:
        measure("4x4x4x4", Board("4x4x4x4").empty())


if __name__ == "__main__":
    main()
