"""How slow this machine is: what multiplies all limits of time that a machine breaks and work does not.

A very slow or busy machine sets `HYPEROXO_SLOWNESS=8`, and the processes that it starts inherit it.
"""

from __future__ import annotations

import os
from typing import Final

SLOWNESS: Final = float(os.environ.get("HYPEROXO_SLOWNESS", "1"))
