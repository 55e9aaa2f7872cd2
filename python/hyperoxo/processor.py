"""The core that fits the processor: a wheel for Linux on x86-64 has one for every processor, and one for AVX2.

Both are the module `hyperoxo._core`, compiled for different levels of processors, with the same results. The second is
in a folder of its own, like a library in `glibc-hwcaps`; the package looks there first if the processor has the
instructions of that level.
"""

import os

LEVEL = "x86_64_v3"
"""The folder of the core for AVX2, named after the level of processors."""
FLAGS = frozenset(("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"))
"""What Linux calls the instructions that this level has and the lowest level lacks."""
CHOICE = "HYPEROXO_CORE"
"""The variable of the environment that chooses the core for every processor, if it is `base`."""


def core_folders(package: str, processors: str = "/proc/cpuinfo") -> list[str]:
    """Return the folders in which the package looks for the core before it looks in its own.

    Args:
        package: the folder of the package.
        processors: the file in which Linux describes the processors.
    """
    folder = os.path.join(package, LEVEL)  # noqa: PTH118 - pathlib would take most of the time of `import hyperoxo`
    if not os.path.isdir(folder) or os.environ.get(CHOICE) == "base":  # noqa: PTH112
        return []
    return [folder] if FLAGS.issubset(_flags(processors)) else []


def _flags(processors: str) -> list[str]:
    """Return the instructions that the first processor has; nothing if the system does not say."""
    try:
        with open(processors, "rb") as lines:  # noqa: PTH123
            return next((line.decode().split() for line in lines if line.startswith(b"flags")), [])
    except OSError:
        return []
