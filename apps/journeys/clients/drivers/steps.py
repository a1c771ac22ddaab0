"""Shared by the drivers of Python clients: the site, and how the result of each step is reported."""

import json
import os

SITE = json.loads(os.environ.get("SITE", "{}"))


def drive(steps):
    """Prints one line of JSON for each step, in order; the others run even if one fails."""
    for flow, step, work in steps:
        try:
            work()
            print(json.dumps({"flow": flow, "step": step}), flush=True)
        except Exception as error:  # noqa: BLE001 - whatever the client throws is the finding
            lines = f"{type(error).__name__}: {error}".splitlines()
            print(json.dumps({"flow": flow, "step": step, "reason": lines[0][:200]}), flush=True)


def must(holds, what):
    if not holds:
        raise AssertionError(what)
