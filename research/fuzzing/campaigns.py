"""The campaigns: the program that each runs for a batch, and how its output is counted."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzing.batches import Counts
from fuzzing.kept import kept
from fuzzing.log_lines import counted_lines
from fuzzing.numbered import NUMBERED
from hyperoxo.cli.arguments import read_count
from hyperoxo.errors import InputError
from support.fuzz_targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "fuzzing"
CORPUS = ROOT / "tests" / "golden" / "corpus"
"""The small corpus, a folder for each target, which also begins each campaign."""
FOUND = Path(__file__).with_name("found")
FUZZ = Path(__file__).with_name("fuzz")
RUST_TARGET = "x86_64-unknown-linux-gnu"
COUNT_EDGES = (
    "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
    " -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
    " -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"
    " -Cllvm-args=-simplifycfg-branch-fold-threshold=0 -Cllvm-args=-sanitizer-coverage-stack-depth -Cdebug-assertions"
    " -Ccodegen-units=1"
)
"""The options that `cargo fuzz build --sanitizer none` passes to the compiler."""
LONGEST = 8_192
"""Bytes of an input that libFuzzer makes."""
BATCHES = 100_000
"""The batches of a campaign whose seeds differ from those of another seed."""


@dataclass(frozen=True)
class Campaign:
    """A campaign.

    Attributes:
        name: its name.
        wanted: the inputs that it must try in all.
        limits: the documented limits of an input: seconds, and MiB of the process.
    """

    name: str
    wanted: int
    limits: tuple[int, int]

    def setup(self) -> list[str]:
        """Return the command that compiles what the campaign runs; empty if nothing must be compiled."""
        return []

    def command(self, seed: int, first: int, seconds: int) -> list[str]:
        """Return the command of a batch that takes so many seconds."""
        raise NotImplementedError

    def repeated(self, seed: int, given: str) -> list[str]:
        """Return the command that tries an input again.

        Raises:
            InputError: it is neither a file nor a number, whichever the campaign has.
        """
        raise NotImplementedError

    def again(self, seed: int, found: Path) -> str:
        """Return the options of `make fuzz` that try an input again, of which a file was written into `FOUND`."""
        raise NotImplementedError

    @property
    def is_fresh(self) -> bool:
        """Whether the inputs that it gathered before are not there."""
        return False

    def batch_seed(self, seed: int, batches: int) -> int:
        """Return the seed of the next batch, after a number of batches; by default each batch has its own."""
        return BATCHES * seed + batches

    def environment(self, seed: int, seconds: int) -> dict[str, str]:  # noqa: ARG002 - most take arguments alone
        """Return variables for the command."""
        return {}

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts that the output of a batch states."""
        raise NotImplementedError

    @property
    def measures_edges(self) -> bool:
        """Whether it is guided by the edges of the code that inputs cover."""
        return False


@dataclass(frozen=True)
class Guided(Campaign):
    """Inputs that libFuzzer makes: those that cover a new edge of the code are kept and mutated further.

    Attributes:
        tests: what it tests, in a few words.
    """

    tests: str

    def _program(self) -> list[str]:
        return [sys.executable, "-m", "fuzzing.guided", self.name]

    def command(self, seed: int, first: int, seconds: int) -> list[str]:
        """Return the command of a batch."""
        del first  # the seed alone makes the inputs
        own = BUILD / "corpus" / self.name
        own.mkdir(parents=True, exist_ok=True)
        if self.is_fresh:
            for number, data in enumerate(kept(self.name)):
                (own / str(number)).write_bytes(data)
        FOUND.mkdir(exist_ok=True)
        return [
            *self._program(),
            f"-seed={seed}",
            f"-max_total_time={seconds}",
            f"-timeout={self.limits[0]}",
            f"-rss_limit_mb={self.limits[1]}",
            f"-artifact_prefix={FOUND}/{self.name}-",
            "-print_final_stats=1",
            f"-max_len={LONGEST}",
            str(own),
            *(str(folder) for folder in [CORPUS / self.name.removeprefix("core-")] if folder.is_dir()),
        ]

    def minimised(self, folder: str) -> list[str]:
        """Return the command that copies into a folder those of the gathered inputs that together cover as much."""
        return [*self._program(), "-merge=1", f"-max_len={LONGEST}", folder, str(BUILD / "corpus" / self.name)]

    def repeated(self, seed: int, given: str) -> list[str]:
        """Return the command that tries the input of a file again."""
        del seed
        path = ROOT / given
        if not path.is_file():
            raise InputError(f"--repeat {given}", "not a file", f"name one, as in {FOUND.relative_to(ROOT)}")
        return [*self._program(), str(path)]

    def again(self, seed: int, found: Path) -> str:
        """Return the options that try an input again: libFuzzer has written it into the file."""
        del seed
        return f"--repeat {found.relative_to(ROOT)}"

    @property
    def is_fresh(self) -> bool:
        """Whether the inputs that it gathered before are not there."""
        return not any((BUILD / "corpus" / self.name).glob("*"))

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts that libFuzzer prints."""
        edges = [int(number) for number in re.findall(r"\bcov: (\d+)", output)]
        tried = re.findall(r"^stat::number_of_executed_units: (\d+)|^#(\d+)\t", output, re.MULTILINE)
        inputs = max((int(one or other) for one, other in tried), default=0)
        hangs = int("ERROR: libFuzzer: timeout" in output)
        memory = int("ERROR: libFuzzer: out-of-memory" in output)
        crashes = int(exit_code != 0 and not hangs and not memory)
        return Counts(inputs, max(edges, default=None), crashes, hangs, memory)

    @property
    def measures_edges(self) -> bool:
        """Whether it is guided by the edges of the code that inputs cover."""
        return True


class GuidedServer(Guided):
    """The same for a target that is a server, whose log is counted."""

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts that libFuzzer prints, and the lines of the log."""
        return replace(super().counted(output, exit_code), log_lines=counted_lines(output))


class GuidedCore(Guided):
    """The same for a target in Rust."""

    def setup(self) -> list[str]:
        """Return the command that compiles the targets."""
        where = ["--target", RUST_TARGET, f"--target-dir={BUILD}/fuzz", f"--manifest-path={FUZZ}/Cargo.toml"]
        return ["env", f"RUSTFLAGS={COUNT_EDGES}", "cargo", "build", "--locked", "--release", *where]

    def _program(self) -> list[str]:
        return [str(BUILD / "fuzz" / RUST_TARGET / "release" / self.name)]


class Numbered(Campaign):
    """Inputs that the seed and a number make."""

    def command(self, seed: int, first: int, seconds: int) -> list[str]:
        """Return the command of a batch."""
        return [sys.executable, "-m", "fuzzing.numbered", self.name, str(seed), str(first), str(seconds)]

    def repeated(self, seed: int, given: str) -> list[str]:
        """Return the command that tries the input of a number again."""
        return self.command(seed, read_count(given, "--repeat"), 0)

    def again(self, seed: int, found: Path) -> str:
        """Return the options that try an input again: its number is the end of the file's name."""
        return f"--seed {seed} --repeat {found.stem.rpartition('-')[2]}"

    def batch_seed(self, seed: int, batches: int) -> int:
        """Return the same seed for all batches, since their numbers differ."""
        del batches
        return seed

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts of the last line that the program printed before it ended, or was ended by an input."""
        lines = re.findall(r"^\{.*\}$", output, re.MULTILINE)
        counts = Counts(**json.loads(lines[-1])) if lines else Counts(0)
        hangs = int("Timeout (" in output)
        begun = len(re.findall(r"^trying \d+$", output, re.MULTILINE))
        if exit_code >= 0 and not hangs and begun <= counts.inputs:  # it ended by itself, or could not begin
            return counts
        return Counts(counts.inputs + 1, None, counts.crashes + 1 - hangs, hangs, counts.memory)


class Http(Numbered):
    """Requests that schemathesis makes; the number is that of the first of a round."""

    def command(self, seed: int, first: int, seconds: int) -> list[str]:
        """Return the command of a batch."""
        return [sys.executable, "-m", "fuzzing.http", str(seed), str(first), str(seconds)]

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts of the last line that the program printed, and the lines of the log."""
        return replace(super().counted(output, exit_code), log_lines=counted_lines(output))


class Mutants(Campaign):
    """Mutants of certificates, against the second checker in Rust."""

    def setup(self) -> list[str]:
        """Return the command that compiles the test."""
        return [*self.command(0, 0, 0)[4:-3], "--no-run"]

    def command(self, seed: int, first: int, seconds: int) -> list[str]:
        """Return the command of a batch; its environment has the rest."""
        del seed, first, seconds
        limited = ["sh", "-c", f'ulimit -v {1_024 * self.limits[1]} && exec "$@"', "sh"]
        manifest = f"--manifest-path={ROOT}/Cargo.toml"
        options = ["--release", "--locked", manifest, "--package", "oxo-check", "--test", "check"]
        return [*limited, "cargo", "test", *options, "--", "--nocapture", "fuzz::"]

    def repeated(self, seed: int, given: str) -> list[str]:
        """Return the command that tries the mutants of a seed again, which is in its environment."""
        del seed
        return ["env", f"FUZZ_SEED={read_count(given, '--repeat')}", *self.command(0, 0, 0)]

    def environment(self, seed: int, seconds: int) -> dict[str, str]:
        """Return the variables of the test; a batch may use 1,000 seeds, each for 1,000 mutants."""
        return {"FUZZ_SEED": str(1_000 * seed), "FUZZ_SECONDS": str(seconds)}

    def counted(self, output: str, exit_code: int) -> Counts:
        """Return the counts that the test prints."""
        seeds = re.findall(r"seeds (\d+) to (\d+), (\d+) cases each", output)
        inputs = sum((int(last) - int(first) + 1) * int(cases) for first, last, cases in seeds)
        return Counts(inputs, crashes=int(exit_code != 0))


def campaigns() -> dict[str, Campaign]:
    """Return the campaigns by their names."""
    return {campaign.name: campaign for campaign in _listed()}


def _listed() -> Iterable[Campaign]:
    yield Mutants("proofs", 1_000_000, (60, 4_096))
    for name, numbered in NUMBERED.items():
        yield Numbered(name, numbered.wanted, numbered.limits)
    yield Http("http", 50_000, (30, 1_024))
    for name, target in TARGETS.items():
        kind = GuidedServer if name == "websocket" else Guided
        yield kind(name, 100_000, (target.seconds, target.mebibytes), target.tests)
    for name, (tests, seconds) in CORE.items():
        yield GuidedCore(name, 1_000_000, (seconds, 1_024), tests)


CORE = {
    "core-boards": ("descriptions of boards", 1),
    "core-positions": ("texts of positions and moves", 1),
    "core-checkpoints": ("checkpoints of searches", 1),
    "core-certificates": ("certificates and Patashnik's dictionary", 5),
}
"""The targets in Rust, and the seconds that an input may take; a proof takes twenty times as long as in `oxo-check`."""
