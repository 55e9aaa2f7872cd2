"""`python -m hyperoxo.server` prints the description of the API, from which the page's types are made."""

import json
import os

from hyperoxo.server.app import create_app
from hyperoxo.server.description import described

if __name__ == "__main__":
    try:
        print(json.dumps(described(create_app()), indent=2), flush=True)
    except BrokenPipeError:
        # The reader of the output has closed the pipe; at an ordinary exit Python would write the rest again.
        os._exit(0)
