"""What the scripts that check the command from outside have in common."""
import argparse
import os
import re


class Skipped(Exception):
    """Why a check can't be carried out here."""


def option_parser(words):
    parser = argparse.ArgumentParser(
        description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formup", type=os.path.abspath, help="the command under test")
    parser.add_argument("--only", default="", metavar="RE", help="checks whose name matches")
    return parser


def refuse(missing, packages):
    """Says that programs are missing, and which list of packages has them."""
    print(f"not installed: {', '.join(missing)}; see {packages}")
    print("0 passed, 1 failed")
    return 1


def carry_out(checks, only, outcome):
    """Prints a line a check, and a last one that counts; returns the exit code.

    `outcome` carries out a check, and returns what is wrong and what else its line tells; either may be empty.
    """
    passed = failed = 0
    for check in checks:
        name = check.__name__.replace("_", " ")
        if not re.search(only, name):
            continue
        try:
            problem, note = outcome(check)
        except Skipped as reason:
            print(f"SKIPPED  {name}: {reason}", flush=True)
            continue
        passed, failed = passed + (not problem), failed + bool(problem)
        if problem:
            print(f"FAIL  {name}: {problem}" + (f" ({note})" if note else ""), flush=True)
        else:
            print(f"PASS  {name}" + (f": {note}" if note else ""), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


def problem(check, *world):
    """What is wrong, also if the check itself breaks off."""
    try:
        return check(*world)
    except Skipped:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def inherited_environment(without=(), prefixes=()):
    """What this process has, without proxies, these names, and what starts with one of the prefixes."""
    return {name: value for name, value in os.environ.items()
            if not name.lower().endswith("_proxy")
            and name not in without and not name.startswith(tuple(prefixes))}
