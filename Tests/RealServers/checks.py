"""What has to hold; each check gets the world, and returns what is wrong, or nothing."""
import json

from checking import Skipped

CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def arrived(world, outcome, form, stdin=None, **expected):
    """What differs from a form that arrived whole; `expected` names fields of the echo."""
    if outcome.code != 0 or outcome.status != 200:
        return str(outcome)
    if outcome.arrived.get("sha256") != world.command.digest(*form, stdin=stdin):
        return f"other bytes arrived: {outcome}"
    found = {**outcome.arrived, **{k.replace("-", "_"): v for k, v in outcome.fields.items()}}
    return "; ".join(f"{name} is {found.get(name)!r}, not {value!r}"
                     for name, value in expected.items() if found.get(name) != value)


def failed(outcome, code, *, kind=None, status=None, words=(), seconds=15):
    """What differs from a failure of this kind, told in words, and in time."""
    wrong = []
    if outcome.code != code:
        wrong.append(f"the exit code is not {code}")
    if kind is not None and outcome.kind != kind:
        wrong.append(f"the error is {outcome.kind}, not {kind}")
    if status is not None and outcome.status != status:
        wrong.append(f"the status is not {status}")
    wrong += [f"it doesn't say {word!r}" for word in words if word not in outcome.words]
    if outcome.seconds > seconds:
        wrong.append(f"it took more than {seconds} s")
    if len(outcome.words.splitlines()) != 1:
        wrong.append("the error is not one line")
    return "; ".join(wrong) and f"{'; '.join(wrong)}: {outcome}"


def first(*problems):
    """The first that is one."""
    return next((problem for problem in problems if problem), "")


# TLS

@check
def tls_with_the_own_authority(world):
    for host in ("localhost", "127.0.0.1"):
        outcome = world.command.post(world.https("tls", host=host), *world.trust, *world.form)
        if wrong := arrived(world, outcome, world.form, x_protocol="HTTP/1.1", x_tls="TLSv1.3"):
            return f"{host}: {wrong}"


@check
def tls_1_2(world):
    outcome = world.command.post(world.https("tls12"), *world.trust, *world.form)
    return arrived(world, outcome, world.form, x_tls="TLSv1.2")


@check
def an_untrusted_certificate_is_refused(world):
    outcome = world.command.post(world.https("tls"), *world.form)
    other = world.command.post(
        world.https("tls"), "--cacert", world.stranger.certificate, *world.form)
    return first(failed(outcome, 1, kind="tlsFailed", words=["certificate"]),
                 failed(other, 1, kind="tlsFailed", words=["certificate"]))


@check
def a_certificate_for_another_name_is_refused(world):
    outcome = world.command.post(world.https("elsewhere"), *world.trust, *world.form)
    return failed(outcome, 1, kind="tlsFailed", words=["localhost"])


@check
def an_expired_certificate_is_refused(world):
    outcome = world.command.post(world.https("expired"), *world.trust, *world.form)
    return failed(outcome, 1, kind="tlsFailed", words=["expired"])


@check
def k_takes_any_certificate(world):
    for name in ("tls", "elsewhere", "expired"):
        outcome = world.command.post(world.https(name), "-k", *world.form)
        if wrong := arrived(world, outcome, world.form):
            return f"{name}: {wrong}"


@check
def tls_to_a_server_without_tls_is_an_error(world):
    outcome = world.command.post(world.https("python"), "-k", *world.form)
    return failed(outcome, 1, kind="tlsFailed")


# Client certificates

@check
def a_client_certificate_in_two_files_or_one(world):
    client = world.identities.client
    for flags in (("--cert", client.certificate, "--key", client.key),
                  ("--cert", client.joined())):
        for version in ("--http1.1", "--http2"):
            outcome = world.command.post(
                world.https("mutual"), *world.trust, version, *flags, *world.form)
            if wrong := arrived(world, outcome, world.form,
                                x_client="SUCCESS", x_client_name="CN=client"):
                return f"{version}: {wrong}"


@check
def a_missing_client_certificate_is_the_servers_answer(world):
    for version in ("--http1.1", "--http2"):
        outcome = world.command.post(world.https("mutual"), *world.trust, version, *world.form)
        wrong = failed(outcome, 1, kind="status", status=400)
        if wrong or "No required SSL certificate" not in outcome.text:
            return f"{version}: {wrong or outcome}"


@check
def a_client_certificate_of_a_stranger_is_the_servers_answer(world):
    other = world.identities.other_client
    outcome = world.command.post(
        world.https("mutual"), *world.trust, "--cert", other.certificate, "--key", other.key,
        *world.form)
    return failed(outcome, 1, kind="status", status=400)


@check
def a_key_of_another_certificate_is_refused(world):
    client, other = world.identities.client, world.identities.other_client
    outcome = world.command.post(
        world.https("mutual"), *world.trust, "--cert", client.certificate, "--key", other.key,
        *world.form)
    return failed(outcome, 1, kind="tlsFailed", words=["key"])


# HTTP/2

@check
def http2_carries_many_files(world):
    for name, protocol in (("h2", "x_protocol"), ("go_tls", "protocol")):
        outcome = world.command.post(world.https(name), "--http2", *world.trust, *world.many)
        if wrong := arrived(world, outcome, world.many, **{protocol: "HTTP/2.0"}):
            return f"{name}: {wrong}"
    parts = outcome.arrived["parts"]
    return "" if parts == len(world.files) else f"Go sees {parts} parts"


@check
def http2_carries_large_files(world):
    for name, path in (("h2", "/up"), ("h2", "/unbuffered"), ("go_tls", "/up")):
        outcome = world.command.post(
            world.https(name, path), "--http2", *world.trust, *world.large)
        if wrong := arrived(world, outcome, world.large):
            return f"{name}{path}: {wrong}"


@check
def http2_carries_a_body_of_unknown_length(world):
    form = ("-F", "film=@-")
    data = open(world.file("film.mov"), "rb").read(5_000_000)
    for name in ("h2", "go_tls"):
        outcome = world.command.post(
            world.https(name), "--http2", *world.trust, *form, stdin=data)
        if wrong := arrived(world, outcome, form, stdin=data):
            return f"{name}: {wrong}"


@check
def http2_falls_back_where_it_is_not_agreed(world):
    return first(
        arrived(world, world.command.post(
            world.https("tls"), "--http2", *world.trust, *world.form), world.form,
            x_protocol="HTTP/1.1"),
        arrived(world, world.command.post(world.http("go"), "--http2", *world.form), world.form,
                protocol="HTTP/1.1"))


@check
def http1_is_what_is_used_unless_asked(world):
    return first(*(
        arrived(world, world.command.post(
            world.https("h2"), *flags, *world.trust, *world.form), world.form,
            x_protocol="HTTP/1.1")
        for flags in ((), ("--http1.1",))))


@check
def a_batch_shares_one_http2_connection(world):
    if not world.command.has("batch"):
        raise Skipped("the command has no batch")
    run, lines = world.command.batch(
        world.https("h2"), world.files, "--http2", *world.trust, "-j", "16")
    outcomes = {line["outcome"] for line in lines}
    if run.returncode != 0 or outcomes != {"succeeded"} or len(lines) != len(world.files):
        return f"exit code {run.returncode}, {len(lines)} lines, {outcomes}: {run.stderr[-300:]}"
    fields = [json.loads(line["response"]["body"])["fields"] for line in lines]
    connections = {one["x-connection"] for one in fields}
    protocols = {one["x-protocol"] for one in fields}
    if protocols != {"HTTP/2.0"} or len(connections) != 1:
        return f"{protocols}, {len(connections)} connections"


# A reverse proxy with a limit

@check
def a_proxys_413_is_the_answer(world):
    for url, flags in ((world.http("small"), ()), (world.https("small_h2"), ("--http1.1",)),
                       (world.https("small_h2"), ("--http2",))):
        outcome = world.command.post(url, *flags, *world.trust, *world.large)
        wrong = failed(outcome, 1, kind="status", status=413)
        if wrong or "413" not in outcome.text:
            return f"{url} {flags}: {wrong or outcome}"
        if outcome.result["bytesSent"] > 40 << 20:
            return f"{url} {flags}: {outcome.result['bytesSent']} bytes were sent"


@check
def a_proxys_413_to_an_unknown_length_is_the_answer(world):
    data = bytes(8 << 20)
    for url, flags in ((world.http("small"), ()), (world.https("small_h2"), ("--http1.1",)),
                       (world.https("small_h2"), ("--http2",))):
        outcome = world.command.post(url, *flags, *world.trust, "-F", "f=@-", stdin=data)
        if wrong := failed(outcome, 1, kind="status", status=413):
            return f"{url} {flags}: {wrong}"


@check
def expecting_100_continue_spares_the_body(world):
    outcome = world.command.post(world.http("small"), "--expect", *world.large)
    wrong = failed(outcome, 1, kind="status", status=413)
    return wrong or outcome.result["bytesSent"] and f"the body was sent: {outcome}"


@check
def a_proxy_without_its_server_says_502(world):
    for name in ("h2", "tls"):
        outcome = world.command.post(
            world.https(name, "/dead"), "--http2", *world.trust, *world.form)
        if wrong := failed(outcome, 1, kind="status", status=502):
            return f"{name}: {wrong}"


@check
def a_proxy_that_buffers_or_not_passes_the_same_on(world):
    for path in ("/up", "/unbuffered"):
        outcome = world.command.post(world.https("tls", path), *world.trust, *world.large)
        if wrong := arrived(world, outcome, world.large):
            return f"{path}: {wrong}"


# Connections that are reset

# As many as the resetting server has numbers of bytes to read, four times over.
RESETS = 20


@check
def an_answer_before_a_reset_over_tls_is_not_lost(world):
    for name in ("reset", "reset12"):
        for version in ("--http1.1", "--http2"):
            outcomes = [
                world.command.post(
                    world.https(name), version, "--retry", "0", *world.trust, *world.large)
                for _ in range(RESETS)]
            problems = [failed(outcome, 1, kind="status", status=413, seconds=5) or
                        ("" if outcome.text == "early" else f"another text: {outcome}")
                        for outcome in outcomes]
            if wrong := [problem for problem in problems if problem]:
                return f"{name} {version}: {len(wrong)} of {RESETS}, such as {wrong[0]}"


@check
def a_reset_over_tls_without_an_answer_is_a_lost_connection(world):
    for version in ("--http1.1", "--http2"):
        for _ in range(RESETS):
            outcome = world.command.post(
                world.https("silent_reset"), version, "--retry", "0", *world.trust, *world.large)
            if wrong := failed(outcome, 75, kind="connectionLost", words=["reset"], seconds=5):
                return f"{version}: {wrong}"


# Redirects

@check
def a_redirect_within_the_origin_keeps_credentials(world):
    outcome = world.command.post(
        world.https("redirect_tls"), "--http2", "-u", "me:secret", *world.trust, *world.large)
    return arrived(world, outcome, world.large, authorization="Basic bWU6c2VjcmV0")


@check
def a_redirect_to_another_origin_drops_credentials(world):
    outcome = world.command.post(world.http("redirect"), "-u", "me:secret", *world.large)
    return arrived(world, outcome, world.large, authorization=None)


# Forward proxies

@check
def a_proxy_for_http(world):
    outcome = world.command.post(world.http("python"), "-x", world.proxy("proxy"), *world.form)
    wrong = arrived(world, outcome, world.form)
    return wrong or "" if "tinyproxy" in outcome.fields.get("via", "") else f"no Via: {outcome}"


@check
def a_tunnel_for_https(world):
    for version in ("--http1.1", "--http2"):
        outcome = world.command.post(
            world.https("h2"), version, "-x", world.proxy("proxy"), *world.trust, *world.large)
        if wrong := arrived(world, outcome, world.large, via=None):
            return f"{version}: {wrong}"
    untrusted = world.command.post(
        world.https("h2"), "-x", world.proxy("proxy"), *world.form)
    return failed(untrusted, 1, kind="tlsFailed")


@check
def a_proxy_from_the_environment(world):
    proxy = world.proxy("proxy")
    for name, url in (("http_proxy", world.http("python")), ("ALL_PROXY", world.http("python"))):
        outcome = world.command.post(url, *world.form, environment={name: proxy})
        if wrong := arrived(world, outcome, world.form):
            return f"{name}: {wrong}"
        if "tinyproxy" not in outcome.fields.get("via", ""):
            return f"{name} is not used: {outcome}"
    # A tunnel shows nothing to the server: a proxy that refuses it does.
    strict = world.proxy("proxy_strict")
    for name in ("https_proxy", "HTTPS_PROXY"):
        outcome = world.command.post(
            world.https("tls"), *world.trust, *world.form, environment={name: strict})
        if wrong := failed(outcome, 75, kind="connectionFailed", words=["403"], seconds=30):
            return f"{name}: {wrong}"


@check
def no_proxy_and_an_empty_x_go_direct(world):
    environment = {"http_proxy": f"http://127.0.0.1:{world.ports.closed}"}
    direct = world.command.post(
        world.http("python"), *world.form, environment={**environment, "no_proxy": "127.0.0.1"})
    upper = world.command.post(
        world.http("python"), *world.form, environment={**environment, "NO_PROXY": "*"})
    empty = world.command.post(
        world.http("python"), "-x", "", *world.form, environment=environment)
    return first(*(arrived(world, outcome, world.form, via=None)
                   for outcome in (direct, upper, empty)))


@check
def a_proxy_with_a_password(world):
    right = f"user:{world.password}@"
    for url, flags in ((world.http("python"), ()), (world.https("tls"), world.trust)):
        outcome = world.command.post(
            url, "-x", world.proxy("proxy_auth", user=right), *flags, *world.form)
        if wrong := arrived(world, outcome, world.form, proxy_authorization=None):
            return f"{url}: {wrong}"


@check
def a_wrong_password_for_a_proxy_is_told(world):
    proxy = world.proxy("proxy_auth", user="user:absent-secret@")
    plain = world.command.post(world.http("python"), "-x", proxy, *world.form)
    tunnel = world.command.post(
        world.https("tls"), "-x", proxy, "--retry", "0", *world.trust, *world.form)
    for outcome in (plain, tunnel):
        if "absent-secret" in outcome.words + str(outcome.result):
            return f"the password is told: {outcome}"
    return first(failed(plain, 1, status=401, words=["401"]),
                 failed(tunnel, 75, kind="connectionFailed", words=["401"]))


@check
def a_proxy_that_is_not_there_is_told(world):
    outcome = world.command.post(
        world.http("python"), "-x", f"http://127.0.0.1:{world.ports.closed}", "--retry", "0",
        *world.form)
    return failed(outcome, 75, kind="connectionFailed")


@check
def socks_proxies(world):
    for scheme in ("socks5", "socks5h"):
        for url, flags in ((world.http("python"), ()), (world.https("h2"), ("--http2",))):
            outcome = world.command.post(
                url, "-x", world.proxy("socks", scheme), *flags, *world.trust, *world.large)
            if wrong := arrived(world, outcome, world.large):
                return f"{scheme} {url}: {wrong}"


@check
def a_socks_proxy_with_a_password(world):
    right = world.proxy("socks_auth", "socks5h", f"user:{world.password}@")
    wrong = world.proxy("socks_auth", "socks5h", "user:absent-secret@")
    denied = world.command.post(world.http("python"), "-x", wrong, "--retry", "0", *world.form)
    return first(
        arrived(world, world.command.post(world.http("python"), "-x", right, *world.form),
                world.form),
        failed(denied, 75, kind="connectionFailed"),
        "absent-secret" in denied.words and f"the password is told: {denied}")


# Sockets and addresses

@check
def a_unix_socket(world):
    outcome = world.command.post(
        "http://anything.example/up", "--unix-socket", world.socket, *world.large)
    absent = world.command.post(
        "http://anything.example/up", "--unix-socket", world.socket + ".absent", "--retry", "0",
        *world.form)
    return first(arrived(world, outcome, world.large, host="anything.example"),
                 failed(absent, 75, kind="connectionFailed"))


@check
def ipv6(world):
    port, tls = world.ports.python6, world.ports.tls6
    return first(
        arrived(world, world.command.post(f"http://[::1]:{port}/up", *world.form), world.form,
                host=f"[::1]:{port}"),
        arrived(world, world.command.post(
            f"https://[::1]:{tls}/up", *world.trust, *world.form), world.form, x_tls="TLSv1.3"))


# Servers

@check
def python_servers_of_both_versions(world):
    for name in ("python", "python_old"):
        for form in (world.form, world.large, world.many):
            outcome = world.command.post(world.http(name), *form)
            if wrong := arrived(world, outcome, form, server="python"):
                return f"{name}: {wrong}"


@check
def a_go_server(world):
    for form, parts in ((world.form, 2), (world.large, 1), (world.many, len(world.files))):
        outcome = world.command.post(world.http("go"), *form)
        if wrong := arrived(world, outcome, form, server="go", parts=parts):
            return wrong


@check
def standard_input_is_chunked(world):
    data = open(world.file("film.mov"), "rb").read(3_000_000)
    for name in ("python", "go"):
        outcome = world.command.post(world.http(name), "-F", "f=@-", stdin=data)
        if wrong := arrived(world, outcome, ("-F", "f=@-"), stdin=data):
            return f"{name}: {wrong}"
