"""What has to hold; each check gets the world, and returns what is wrong, or nothing."""
import json
import os
import signal
import time
from dataclasses import dataclass, field

CHECKS = []

KILLED = -signal.SIGKILL


@dataclass
class World:
    """What a check works with; `figures` are printed beside its verdict."""
    command: object
    receiver: object
    chance: object
    is_long: bool
    figures: list = field(default_factory=list)

    def count(self, full, short):
        return full if self.is_long else short


def check(function):
    CHECKS.append(function)
    return function


# A crash

def killed_at(world, moment, *arguments):
    """Runs a batch and kills it after so many seconds; returns its exit code."""
    process = world.command.start("batch", *arguments)
    try:
        process.wait(moment)
    except Exception:
        process.kill()
    process.communicate()
    return process.returncode


def wrong_after(results, state, count, *, repeated=frozenset()):
    """What is wrong if of `count` uploads those that aren't `unknown` have to be there once."""
    names, unknown = state["names"], results.names("unknown")
    if set(results.tally) - {"succeeded", "unknown"} or len(results.ended) != count:
        return f"{dict(results.tally)} of {count}"
    if lost := results.names("succeeded") - set(names):
        return f"{len(lost)} are called succeeded and never arrived, {min(lost)} for one"
    twice = {name for name, times in names.items() if times > 1}
    if wrong := twice - unknown - repeated:
        return f"{len(wrong)} arrived more than once, {min(wrong)} for one"
    if two := [name for name, keys in state["keys"].items() if len(keys) != 1]:
        return f"{two[0]} came with more than one idempotency key"
    return ""


@check
def a_killed_batch_resumes_and_loses_nothing(world):
    """Each round is a batch of its own, killed once, and resumed twice."""
    count = world.count(2000, 500)
    paths = world.command.make_files(count)
    arguments = ["--paths-from", paths, "-j", "16", "-s"]
    begin = time.monotonic()
    world.command.run("batch", world.receiver.ledger().url, *arguments, "--results", "usual")
    usual = time.monotonic() - begin
    wanted = world.count(50, 6)
    kills = rounds = unknown_count = 0
    while kills < wanted and rounds < wanted * 4:
        rounds += 1
        ledger, file = world.receiver.ledger(), f"results-{rounds}"
        arguments = [ledger.url, "--paths-from", paths, "-j", "16", "-s", "--results", file]
        moment = world.chance.uniform(0, usual)
        if killed_at(world, moment, *arguments) == KILLED:
            kills += 1
        else:
            # It had ended by then: the machine is faster than it was.
            usual *= 0.9
        code, words = world.command.run("batch", *arguments, "--resume")
        results = world.command.results(file)
        unknown = results.names("unknown")
        unknown_count += len(unknown)
        if wrong := wrong_after(results, ledger.read(), count):
            return f"killed after {moment:.3f} s, resumed: {wrong}"
        if code != bool(unknown):
            return f"exit code {code} with {len(unknown)} unknown: {words}"
        code, words = world.command.run("batch", *arguments, "--resume", "--retry-unknown")
        results, state = world.command.results(file), ledger.read()
        if code != 0 or len(state["names"]) != count:
            return f"{len(state['names'])} of {count} arrived, exit code {code}: {words}"
        if wrong := wrong_after(results, state, count, repeated=unknown):
            return f"killed after {moment:.3f} s, unknown repeated: {wrong}"
    world.figures += [f"{kills} killed of {rounds} batches of {count}",
                      f"{unknown_count} unknown in all"]
    if kills < wanted:
        return f"only {kills} of {rounds} batches could be killed"


@check
def one_batch_killed_again_and_again_loses_nothing(world):
    count, rounds = world.count(2000, 500), world.count(50, 8)
    paths = world.command.make_files(count)
    # Slow enough for every kill to meet it at work.
    ledger = world.receiver.ledger("delay=10&spread=20")
    arguments = [ledger.url, "--paths-from", paths, "-j", "16", "-s", "--results", "results"]
    kills = 0
    for number in range(rounds):
        resumes = ["--resume"] if number else []
        kills += killed_at(world, world.chance.uniform(0, 0.12), *arguments, *resumes) == KILLED
    world.command.run("batch", *arguments, "--resume")
    results = world.command.results("results")
    unknown = results.names("unknown")
    if wrong := wrong_after(results, ledger.read(), count):
        return f"after {kills} kills: {wrong}"
    code, words = world.command.run("batch", *arguments, "--resume", "--retry-unknown")
    results, state = world.command.results("results"), ledger.read()
    if code != 0 or len(state["names"]) != count:
        return f"{len(state['names'])} of {count} arrived, exit code {code}: {words}"
    if wrong := wrong_after(results, state, count, repeated=unknown):
        return wrong
    world.figures += [f"{kills} kills of one batch of {count}", f"{len(unknown)} unknown",
                      f"{results.torn_count} torn lines"]


@check
def nothing_is_sent_that_cant_be_recorded(world):
    count = world.count(2000, 500)
    paths, ledger = world.command.make_files(count), world.receiver.ledger()
    arguments = ["batch", ledger.url, "--paths-from", paths, "-s", "--results", "results"]
    refusals = 0
    for size in (1, 100, 20_000, 20_001, 60_000):
        resumes = ["--resume"] if refusals else []
        code, words = world.command.run(*arguments, *resumes, file_size=size)
        results, names = world.command.results("results"), ledger.read()["names"]
        if code != 1 or "File too large" not in words or len(words.splitlines()) > 22:
            return f"{size} bytes: exit code {code}: {words[-300:]}"
        began = {f"{index:05}.bin" for index in results.began}
        if unrecorded := set(names) - began:
            return f"{size} bytes: {min(unrecorded)} arrived, and its begin is not recorded"
        if results.torn_count:
            return f"{size} bytes: a part of a line stays in the file"
        refusals += 1
    world.command.run(*arguments, "--resume")
    results = world.command.results("results")
    world.figures += [f"{refusals} times full", f"{len(results.names('unknown'))} unknown"]
    return wrong_after(results, ledger.read(), count)


# An interruption

@check
def an_interrupted_batch_tells_the_truth_at_once(world):
    count = world.count(2000, 400)
    paths = world.command.make_files(count)
    slowest, codes = 0, {}
    for number in range(world.count(40, 8)):
        ledger, file = world.receiver.ledger("delay=5&spread=30"), f"results-{number}"
        process = world.command.start(
            "batch", ledger.url, "--paths-from", paths, "-j", "16", "-s", "--results", file)
        moment = world.chance.uniform(0, 0.5)
        time.sleep(moment)
        begin = time.monotonic()
        process.send_signal(world.chance.choice([signal.SIGINT, signal.SIGTERM]))
        process.communicate()
        slowest = max(slowest, time.monotonic() - begin)
        codes[process.returncode] = codes.get(process.returncode, 0) + 1
        results, names = world.command.results(file), ledger.read()["names"]
        if not results.ended and not results.began:
            # It had not begun; before `main` a signal has its default action.
            if names:
                return f"after {moment:.3f} s: {len(names)} arrived, and there are no results"
            continue
        if process.returncode != 130 or len(results.ended) != count or results.torn_count:
            return (f"after {moment:.3f} s: exit code {process.returncode}, "
                    f"{dict(results.tally)} of {count}")
        if denied := set(names) & results.names("cancelled", "skipped", "failed"):
            return f"after {moment:.3f} s: {min(denied)} arrived, and is not called unknown"
        if lost := results.names("succeeded") - set(names):
            return f"after {moment:.3f} s: {min(lost)} never arrived, and is called succeeded"
    world.figures += [f"exit codes {codes}", f"at most {slowest:.2f} s from the signal to the end"]
    if slowest >= 2:
        return f"it took {slowest:.1f} s to end"


# Limits

@check
def few_descriptors_are_enough_for_many_files(world):
    # curl/curl#20740, aws/aws-sdk-php#318, discourse/discourse#28806: files opened when queued
    count, most = world.count(5000, 1000), 0
    ledger = world.receiver.ledger()
    process = world.command.start(
        "batch", ledger.url, "--paths-from", world.command.make_files(count), "-s",
        "--results", "results", descriptors=64)
    while process.poll() is None:
        try:
            most = max(most, len(os.listdir(f"/proc/{process.pid}/fd")))
        except OSError:
            break
        time.sleep(0.005)
    words = process.communicate()[1].decode("utf-8", "replace")
    tally, names = world.command.results("results").tally, ledger.read()["names"]
    world.figures += [f"{count} files", f"at most {most} descriptors seen"]
    if process.returncode != 0 or tally != {"succeeded": count} or len(names) != count:
        return f"exit code {process.returncode}, {dict(tally)}, {len(names)} arrived: {words}"


@check
def no_more_requests_at_once_than_allowed(world):
    for limit in (1, 3, 16):
        # Each upload is refused twice, and waits a second or two in all.
        count = limit * world.count(60, 10)
        paths = world.command.make_files(count)
        ledger = world.receiver.ledger("refuse=2&delay=2&spread=6")
        code, words = world.command.run(
            "batch", ledger.url, "--paths-from", paths, "-j", str(limit), "--retry", "5", "-s",
            "--results", f"results-{limit}")
        state = ledger.read()
        tally = world.command.results(f"results-{limit}").tally
        world.figures.append(f"-j {limit}: {state['peak']} of {state['requests']} requests")
        if not limit // 2 < state["peak"] <= limit:
            return f"-j {limit}: {state['peak']} requests at once"
        if code == 0 and (state["requests"] != 3 * count or tally != {"succeeded": count}):
            return f"-j {limit}: {state['requests']} requests for {count} files, {dict(tally)}"
        if code not in (0, 75) or len(state["names"]) != tally["succeeded"]:
            return f"-j {limit}: exit code {code}, {dict(tally)}: {words}"
        if any(len(keys) != 1 for keys in state["keys"].values()):
            return f"-j {limit}: an upload came with more than one idempotency key"


# Memory

def resident(process, name):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    raise ProcessLookupError


@check
def memory_is_flat_from_the_ten_thousandth_line_on(world):
    count = world.count(1_000_000, 60_000)
    world.command.make_files(1)
    with open(world.command.file("manifest"), "w", encoding="ascii") as file:
        for number in range(count):
            line = {"id": str(number), "fields": [{"name": "n", "value": str(number)}],
                    "files": [{"name": "file", "path": "items/00000.bin"}]}
            file.write(json.dumps(line) + "\n")
    ledger = world.receiver.ledger("names=0")
    process = world.command.start(
        "batch", ledger.url, "--manifest", "manifest", "-j", "16", "-s", "--results", "results",
        "--summary", "summary")
    first, most, arrived, samples = None, 0, 0, 0
    begin = time.monotonic()
    while process.poll() is None:
        try:
            now = resident(process, "VmRSS")
        except (OSError, ProcessLookupError):
            break
        if first is None:
            arrived = ledger.read()["arrived"]
            if arrived >= 10_000:
                first = now
        else:
            most, samples = max(most, now), samples + 1
        time.sleep(0.02)
    words = process.communicate()[1].decode("utf-8", "replace")
    state = ledger.read()
    if process.returncode != 0 or state["arrived"] != count:
        return f"exit code {process.returncode}, {state['arrived']} of {count} arrived: {words}"
    with open(world.command.file("summary"), encoding="ascii") as file:
        if json.load(file)["succeeded"] != count:
            return "the summary counts other successes"
    if first is None or samples < 10:
        return f"{samples} samples after the ten thousandth line"
    rate = count / (time.monotonic() - begin)
    world.figures += [f"{count} lines, {rate:.0f} a second", f"{first:.1f} MiB at line {arrived}",
                      f"at most {most:.1f} MiB from there on ({samples} samples)"]
    if most > first + 8:
        return f"{most - first:.1f} MiB more than at the ten thousandth line"


# Shards

def comparable(path):
    """The results without what differs from run to run."""
    with open(path, encoding="utf-8") as file:
        return [(line["index"], line["id"], line["key"], line["outcome"], line["status"],
                 line["attempts"], line["bytesSent"], line["url"], line["paths"])
                for line in map(json.loads, file)]


@check
def three_shards_send_the_whole_once(world):
    count = world.count(5000, 900)
    paths = world.command.make_files(count)
    ledger = world.receiver.ledger()
    arguments = [ledger.url, "--paths-from", paths, "-s", "--boundary", "a-fixed-one"]
    shards = [world.command.start("batch", *arguments, "--shard", f"{index}/3", "--results",
                                  f"shard-{index}") for index in range(3)]
    codes = [shard.wait() for shard in shards if shard.communicate()]
    names = ledger.read()["names"]
    if codes != [0, 0, 0] or set(names.values()) != {1} or len(names) != count:
        return f"exit codes {codes}, {len(names)} of {count} arrived"
    code, words = world.command.run("batch", *arguments, "--results", "unsharded")
    for name, inputs in (("merged", [f"shard-{index}" for index in (2, 0, 1)]),
                         ("whole", ["unsharded"])):
        merged, text = world.command.run("merge", *inputs, "-o", name)
        code, words = code or merged, words + text
    if code != 0:
        return f"exit code {code}: {words}"
    merged, whole = (comparable(world.command.file(name)) for name in ("merged", "whole"))
    if merged != whole or [line[0] for line in merged] != list(range(count)):
        return "the merged results are not those of the unsharded run"
    sizes = [len(world.command.results(f"shard-{index}").ended) for index in range(3)]
    world.figures.append(f"{' + '.join(map(str, sizes))} = {count}")
