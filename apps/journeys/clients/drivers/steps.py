"""What every driver of a Python client shares: the site it is pointed at, and how it tells what came of each step."""

import json
import os

SITE = json.loads(os.environ.get("SITE", "{}"))


def drive(steps):
    """One line of JSON a step, in order; a step that fails does not end the others."""
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
