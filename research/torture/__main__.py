"""Run campaigns: `python -m torture [CAMPAIGN ...]`, or `make torture`.

`journal/CAMPAIGN.jsonl` holds the batches that were tried, one a line; the same command continues. A batch takes half a
minute; a run that is ended in the middle of a batch tries it again.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, read_count, read_seconds
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import InputError
from torture.batches import Batch, Journal, next_input, quiet_seconds
from torture.campaigns import BUILD, FOUND, ROOT, campaigns
from torture.page import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from torture.campaigns import Campaign

JOURNALS = Path(__file__).with_name("journal")
DOCS = ROOT / "docs"
MINUTES = 120
BATCH_SECONDS = 30
NOTHING: Mapping[str, str] = MappingProxyType({})
IMPORTS = os.pathsep.join(str(ROOT / folder) for folder in ("research", "tests"))
"""Where the programs of campaigns find their modules."""
QUIET_SECONDS = 20 * 60
"""Processor seconds without a new edge after which a guided campaign with enough inputs is done."""


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="python -m torture", description="Try random inputs, and continue where the last run ended.")
    parser.formatter_class = argparse.HelpFormatter
    parser.add_argument("campaigns", metavar="CAMPAIGN", nargs="*", help="run these only (default: all)")
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help="stop after them (default: %(default)s)")
    parser.add_argument(
        "--batch", metavar="SECONDS", default=str(BATCH_SECONDS), help="of a batch (default: %(default)s)"
    )
    parser.add_argument("--seed", metavar="N", default="1", help="seed of the campaigns (default: %(default)s)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=JOURNALS, help="folder of the journals")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--publish", action="store_true", help="then make docs/torture.md of all journals")
    instead.add_argument("--repeat", metavar="INPUT", help="try a file of `found`, or a number, of one campaign again")
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
        parser.error(f"{min(wrong)}: not a campaign; they are {', '.join(known)}")
    chosen = [known[name] for name in options.campaigns] or list(known.values())
    seed = read_count(options.seed, "--seed", least=0, most=1_000)
    if options.repeat is not None:
        if len(chosen) != 1:
            parser.error("--repeat: name one campaign")
        return _repeat(chosen[0], seed, options.repeat)
    end = time.monotonic() + 60 * read_seconds(options.minutes, "--minutes")
    seconds = read_count(options.batch, "--batch", least=1, most=600)
    is_sound = _run(chosen, options.out, seed, seconds, end)
    if options.publish:
        (DOCS / "torture.md").write_text(page(options.out), encoding="utf-8")
    return ExitCode.DONE if is_sound else ExitCode.UNKNOWN


def _run(chosen: Sequence[Campaign], folder: Path, seed: int, seconds: int, end: float) -> bool:
    """Run batches of the campaigns in turn until the time is over or all are done; return whether no input failed."""
    faults = 0
    left = list(chosen)
    if time.monotonic() < end:
        _compile(chosen)
    with ProgressLine() as status:
        while left and time.monotonic() < end:
            for campaign in tuple(left):
                if end - time.monotonic() < 1:
                    break
                with Journal(folder / f"{campaign.name}.jsonl") as journal:
                    if is_done(campaign, journal.batches):
                        left.remove(campaign)
                        continue
                    tried = f"{campaign.name}: {next_input(journal.batches):,} of {campaign.wanted:,} inputs"
                    with status.every_second(f"{tried}, {faults} faults".__str__):
                        batch = _tried(campaign, journal.batches, seed, min(seconds, int(end - time.monotonic())))
                    journal.add(batch)
                if batch.counts.faults:
                    faults += batch.counts.faults
                    again = f"make torture ARGS='{campaign.name} --repeat INPUT'"
                    places = f"its inputs are in {FOUND}, and the last in {_log(campaign)} if one ended the batch"
                    status.print_above(f"{campaign.name}: {batch.counts}; {places}; {again}")
    return not faults


def is_done(campaign: Campaign, batches: Sequence[Batch]) -> bool:
    """Return whether a campaign has tried its inputs, and has met no new edge for long."""
    quiet = not campaign.measures_edges or quiet_seconds(batches) >= QUIET_SECONDS
    return quiet and next_input(batches) >= campaign.wanted


def _tried(campaign: Campaign, batches: Sequence[Batch], seed: int, seconds: int) -> Batch:
    """Try the next batch of a campaign."""
    first, own = next_input(batches), campaign.batch_seed(seed, len(batches))
    before = _processor_seconds()
    with TemporaryDirectory() as folder:  # libFuzzer ends a process without its cleaning up
        environment = campaign.environment(own, seconds) | {"TMPDIR": folder}
        ended = _call(["nice", "-n", "10", *campaign.command(own, first, seconds)], environment, output=subprocess.PIPE)
    output = ended.stdout
    counts = campaign.counted(output, ended.returncode)
    log = _log(campaign)
    if counts.faults or not counts.inputs:
        BUILD.mkdir(parents=True, exist_ok=True)
        log.write_text(output, encoding="utf-8")
    if not counts.inputs:
        raise InputError(campaign.name, "its program tried no input", f"read {log}")
    return Batch(first, own, counts, round(_processor_seconds() - before, 1), _commit())


def _log(campaign: Campaign) -> Path:
    """Return where the output of a campaign's last batch is that failed."""
    return BUILD / f"{campaign.name}.log"


def _repeat(campaign: Campaign, seed: int, given: str) -> ExitCode:
    """Try one input again, with the output of the program."""
    _compile([campaign])
    failed = _call(campaign.repeated(seed, given), campaign.environment(seed, 0)).returncode
    return ExitCode.UNKNOWN if failed else ExitCode.DONE


def _compile(chosen: Sequence[Campaign]) -> None:
    """Compile what campaigns run."""
    for command in {tuple(campaign.setup()) for campaign in chosen} - {()}:
        if _call(command).returncode:
            raise InputError(shlex.join(command), "it failed", "correct what it reports")


def _call(
    command: Sequence[str], environment: Mapping[str, str] = NOTHING, output: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; it is killed if this one is interrupted."""
    env = {**os.environ, "PYTHONPATH": IMPORTS, **environment}
    return subprocess.run(  # noqa: S603 - a command of a campaign
        command,
        check=False,
        cwd=ROOT,
        env=env,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _commit() -> str:
    return _call(["git", "describe", "--always", "--dirty"], output=subprocess.PIPE).stdout.strip()


if __name__ == "__main__":
    sys.exit(run_program("torture", lambda: main(sys.argv[1:])))
