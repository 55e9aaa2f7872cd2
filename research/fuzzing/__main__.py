"""Run campaigns: `python -m fuzzing [CAMPAIGN ...]`, or `make fuzz`.

`journal/CAMPAIGN.jsonl` holds the batches that were tried, one a line; the same command continues. A batch tries inputs
for half a minute; a run that is ended in the middle of a batch tries it again.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fuzzing.batches import Batch, Journal, next_input, quiet_seconds, read_batches
from fuzzing.campaigns import BUILD, FOUND, ROOT, Guided, campaigns
from fuzzing.kept import KEPT, keep
from fuzzing.page import page
from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, read_count, read_seconds
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fuzzing.campaigns import Campaign

JOURNALS = Path(__file__).with_name("journal")
DOCS = ROOT / "docs"
MINUTES = 120
BATCH_SECONDS = 30
NOTHING: Mapping[str, str] = MappingProxyType({})
IMPORTS = os.pathsep.join(str(ROOT / folder) for folder in ("research", "tests"))
"""Where the programs of campaigns find their modules."""
GRACE = 10
"""Seconds that an interrupted program has to end what it has started."""
SHOWN = 5
"""The failed inputs of a batch that are shown."""
QUIET_SECONDS = 20 * 60
"""Processor seconds without a new edge after which a guided campaign with enough inputs is done."""


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="python -m fuzzing", description="Try random inputs, and continue where the last run ended.")
    parser.formatter_class = argparse.HelpFormatter
    names = f"run these only (default: all): {', '.join(campaigns())}"
    parser.add_argument("campaigns", metavar="CAMPAIGN", nargs="*", help=names)
    about_minutes = "stop so long after everything is compiled (default: %(default)s)"
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help=about_minutes)
    parser.add_argument(
        "--batch", metavar="SECONDS", default=str(BATCH_SECONDS), help="of a batch (default: %(default)s)"
    )
    parser.add_argument("--seed", metavar="N", default="1", help="seed of the campaigns (default: %(default)s)")
    parser.add_argument("--more", action="store_true", help="try more inputs of campaigns that are done, too")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=JOURNALS, help="folder of other journals")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--publish", action="store_true", help="then make docs/maintainers/fuzzing.md of all journals")
    about_keeping = "then keep the inputs that guided campaigns have gathered, with which other machines begin"
    instead.add_argument("--keep", action="store_true", help=about_keeping)
    instead.add_argument("--repeat", metavar="INPUT", help="try an input of one campaign again: a file, or its number")
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, or a journal is refused.
        OSError: a file cannot be read or written.
    """
    parser, known = command_parser(), campaigns()
    options = parser.parse_args(typed)
    if wrong := set(options.campaigns) - known.keys():
        parser.error(f"{min(wrong)}: not a campaign")
    chosen = [known[name] for name in options.campaigns] or list(known.values())
    seed = read_count(options.seed, "--seed", least=0, most=1_000)
    if options.repeat is not None:
        if len(chosen) != 1:
            parser.error("--repeat: name one campaign")
        return _repeat(chosen[0], seed, options.repeat)
    if options.publish and options.out != JOURNALS:
        parser.error("--publish: the page is made of the journals in research/fuzzing/journal; leave --out away")
    minutes = _read_minutes(options.minutes)
    batch = read_count(options.batch, "--batch", least=1, most=600)
    folder = ROOT / options.out
    left = [campaign for campaign in chosen if options.more or not is_done(campaign, _batches(folder, campaign))]
    is_sound = not minutes or _run(left, folder, seed, batch, minutes, is_endless=options.more)
    for campaign in chosen:
        print(_standing(campaign, _batches(folder, campaign)))
    for campaign in chosen if options.keep else ():
        if isinstance(campaign, Guided):
            _keep(campaign)
    if options.publish:
        (DOCS / "maintainers/fuzzing.md").write_text(page(options.out), encoding="utf-8")
    return ExitCode.DONE if is_sound else ExitCode.NO


def _read_minutes(typed: str) -> float:
    try:
        return read_seconds(typed)
    except InputError:
        raise InputError(f"--minutes {typed}", "not a number of minutes", "such as 5 or 0.5") from None


def _batches(folder: Path, campaign: Campaign) -> list[Batch]:
    return read_batches(folder / f"{campaign.name}.jsonl")


def _run(
    chosen: Sequence[Campaign], folder: Path, seed: int, seconds: int, minutes: float, *, is_endless: bool
) -> bool:
    """Run batches of the campaigns in turn until the time is over or all are done; return whether no input failed."""
    faults = 0
    left = list(chosen)
    _compile(chosen)
    end = time.monotonic() + 60 * minutes
    with ProgressLine() as status:
        while left and time.monotonic() < end:
            for campaign in tuple(left):
                if end - time.monotonic() < 1:
                    break
                with Journal(folder / f"{campaign.name}.jsonl") as journal:
                    if not is_endless and is_done(campaign, journal.batches):
                        left.remove(campaign)
                        continue
                    tried = f"{campaign.name}: {next_input(journal.batches):,} of {campaign.wanted:,} inputs"
                    before = _found(campaign)
                    with status.every_second(f"{tried}, {faults} faults".__str__):
                        batch = _tried(campaign, journal.batches, seed, min(seconds, int(end - time.monotonic())))
                    journal.add(batch)
                if batch.counts.faults:
                    faults += batch.counts.faults
                    for line in _report(campaign, batch, sorted(_found(campaign) - before)):
                        status.print_above(line)
    return not faults


def _report(campaign: Campaign, batch: Batch, found: Sequence[Path]) -> Iterator[str]:
    """Yield lines about the faults of a batch, with the commands that try its inputs again."""
    yield f"{campaign.name}: {batch.counts}; the output is in {_log(campaign)}"
    for path in found[:SHOWN]:
        yield f"  again: make fuzz ARGS='{campaign.name} {campaign.again(batch.seed, path)}'"
    if len(found) > SHOWN:
        yield f"  and {len(found) - SHOWN} more in {FOUND}"


def _found(campaign: Campaign) -> set[Path]:
    """Return the files of the inputs of a campaign that have failed."""
    return set(FOUND.glob(f"{campaign.name}-*"))


def _standing(campaign: Campaign, batches: Sequence[Batch]) -> str:
    """Return how far a campaign is, in a line."""
    said = f"{campaign.name}: {next_input(batches):,} of {campaign.wanted:,} inputs"
    if campaign.measures_edges:
        said += f", {quiet_seconds(batches) / 60:.1f} of {QUIET_SECONDS // 60} minutes without a new edge"
    return f"{said}; done, --more tries others" if is_done(campaign, batches) else said


def is_done(campaign: Campaign, batches: Sequence[Batch]) -> bool:
    """Return whether a campaign has tried its inputs, and has met no new edge for long."""
    quiet = not campaign.measures_edges or quiet_seconds(batches) >= QUIET_SECONDS
    return quiet and next_input(batches) >= campaign.wanted


def _tried(campaign: Campaign, batches: Sequence[Batch], seed: int, seconds: int) -> Batch:
    """Try the next batch of a campaign."""
    first, own, fresh = next_input(batches), campaign.batch_seed(seed, len(batches)), campaign.is_fresh
    before = _processor_seconds()
    with TemporaryDirectory() as folder:  # libFuzzer ends a process without its cleaning up
        environment = campaign.environment(own, seconds) | {"TMPDIR": folder}
        ended = call(["nice", "-n", "10", *campaign.command(own, first, seconds)], environment, output=subprocess.PIPE)
    output = ended.stdout
    counts = campaign.counted(output, ended.returncode)
    log = _log(campaign)
    if counts.faults or not counts.inputs:
        BUILD.mkdir(parents=True, exist_ok=True)
        log.write_text(output, encoding="utf-8")
    if not counts.inputs:
        raise InputError(campaign.name, "its program tried no input", f"read {log}")
    return Batch(first, own, counts, round(_processor_seconds() - before, 1), _commit(), fresh)


def _log(campaign: Campaign) -> Path:
    """Return where the output of a campaign's last batch is that failed."""
    return BUILD / f"{campaign.name}.log"


def _repeat(campaign: Campaign, seed: int, given: str) -> ExitCode:
    """Try one input again, with the output of the program."""
    command = campaign.repeated(seed, given)
    _compile([campaign])
    failed = call(command, campaign.environment(seed, 0)).returncode
    return ExitCode.NO if failed else ExitCode.DONE


def _keep(campaign: Guided) -> None:
    """Keep the inputs of a campaign."""
    if campaign.is_fresh:
        print(f"{campaign.name}: it has gathered nothing on this machine")
        return
    _compile([campaign])
    with TemporaryDirectory() as folder:
        ended = call(campaign.minimised(folder), output=subprocess.PIPE)
        if ended.returncode:
            _log(campaign).write_text(ended.stdout, encoding="utf-8")
            raise InputError(campaign.name, "its inputs cannot be minimised", f"read {_log(campaign)}")
        inputs = {path.read_bytes() for path in Path(folder).iterdir()}
    print(f"{keep(campaign.name, inputs)}: {len(inputs):,} inputs")


def _compile(chosen: Sequence[Campaign]) -> None:
    """Compile what campaigns run."""
    for command in {tuple(campaign.setup()) for campaign in chosen} - {()}:
        if call(command).returncode:
            raise InputError(shlex.join(command), "it failed", "correct what it reports")


def call(
    command: Sequence[str], environment: Mapping[str, str] = NOTHING, output: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end. If Ctrl-C interrupts both, it has some seconds to end what it has started."""
    env = {**os.environ, "PYTHONPATH": IMPORTS, **environment}
    how: dict[str, Any] = {"stdout": output, "stderr": output and subprocess.STDOUT, "text": True, "errors": "replace"}
    with subprocess.Popen(command, cwd=ROOT, env=env, **how) as child:  # noqa: S603 - a command of a campaign
        try:
            said = child.communicate()[0]
        except BaseException:
            with suppress(subprocess.TimeoutExpired):
                child.wait(GRACE)
            child.kill()
            raise
    return subprocess.CompletedProcess(command, child.returncode, said)


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _commit() -> str:
    """Return the version of the code, without regard to journals, pages and kept inputs."""
    commit = call(["git", "describe", "--always"], output=subprocess.PIPE).stdout.strip()
    beside = [f":(exclude){path.relative_to(ROOT)}" for path in (JOURNALS, KEPT, DOCS)]
    changed = call(["git", "diff", "--quiet", "HEAD", "--", ".", *beside]).returncode
    return f"{commit}-dirty" if changed else commit


if __name__ == "__main__":
    sys.exit(run_program("fuzzing", lambda: main(sys.argv[1:])))
