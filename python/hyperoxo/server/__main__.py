"""`python -m hyperoxo.server` prints the description of the API, from which the page's types are made."""

import json

from hyperoxo.server.app import create_app

if __name__ == "__main__":
    print(json.dumps(create_app().openapi(), indent=2))
