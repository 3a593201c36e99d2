#!/usr/bin/env python3
"""Checks a proof of inclusion, a snapshot, an attestation, a certificate or a statement by docs/proof-format.md alone: a
second implementation, with nothing of this project.

    python3 check.py <file> [--key <hex or lodefield-proof.json>] [--previous snapshot.json] [--snapshot snapshot.json]

Needs Python 3.8 and the openssl command for the signature. Prints a line for each check; exits with 1 when one fails.
"""
import argparse
import datetime
import hashlib
import hmac
import json
import os
import re
import subprocess
import sys
import tempfile

LIMIT = 2**63 - 1
MAX_BYTES, MAX_TEXT, MAX_STEPS, MAX_ROWS, MAX_DEPTH = 20_000_000, 1000, 63, 4000, 16
VERSION = 2
PRIME = 2**255 - 19
# Points of order 1, 2, 4 and 8: with these as a key anybody can sign.
SMALL_ORDER = {1, PRIME - 1, 0, 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
               0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826}
# The fixed head of an Ed25519 public key in DER (RFC 8410); the 32 bytes of the key follow.
DER_HEAD = bytes.fromhex("302a300506032b6570032100")


class Bad(Exception):
    def __init__(self, finding, text):
        super().__init__(text)
        self.finding = finding


class Damaged(Exception):
    """A file that cannot be read; the reason is the same in all checkers."""


def grouped(text):
    return re.sub(r"\B(?=([0-9]{3})+(?=\.))", ",", text)


# Reading


def check_depth(text):
    depth = 0
    for mark in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        if mark.group() in "[{":
            depth += 1
        elif mark.group() in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            raise Damaged("depth")


def fields_once(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise Damaged("name")
    return dict(pairs)


def whole_number(text):
    if not re.fullmatch("0|[1-9][0-9]{0,15}", text) or int(text) >= 2**53:
        raise Damaged("number")
    return int(text)


def no_number(_):
    raise Damaged("number")


def no_json(_):
    raise Damaged("json")


def parse(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Damaged("text") from None
    check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=fields_once, parse_int=whole_number, parse_float=no_number,
                           parse_constant=no_json)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Damaged("text") from None
    except ValueError:
        raise Damaged("json") from None
    return value


def a_text(value):
    if not isinstance(value, str):
        raise Damaged("type")
    if len(value.encode()) > MAX_TEXT:
        raise Damaged("size")


def a_whole_number(value):
    if not isinstance(value, int) or isinstance(value, bool):
        raise Damaged("type")


def a_side(value):
    if value not in ("left", "right"):
        raise Damaged("type")


def or_null(kind):
    return lambda value: value is None or kind(value)


def a_list(kind, most=MAX_ROWS):
    def check(value):
        if not isinstance(value, list):
            raise Damaged("type")
        if len(value) > most:
            raise Damaged("size")
        for each in value:
            kind(each)
    return check


def an_object(**kinds):
    def check(value):
        if not isinstance(value, dict):
            raise Damaged("type")
        if value.keys() != kinds.keys():
            raise Damaged("field")
        for name, kind in kinds.items():
            kind(value[name])
    return check


SERIES = an_object(symbol=a_text, root=a_text, units_in_issue=a_text, units_held=a_text, leaves=a_whole_number,
                   attestation_sha256=or_null(a_text), register_head=a_text)
SNAPSHOT = an_object(id=a_text, date=a_text, series=a_list(SERIES), audit_head=a_text, previous_hash=or_null(a_text),
                     signature=a_text)
STEP = an_object(side=a_side, hash=a_text, units=a_text)
LEAVES = a_list(an_object(symbol=a_text, units=a_text, nonce=a_text, path=a_list(STEP, MAX_STEPS)))
OPENING = an_object(account=a_text, keys=a_list(an_object(symbol=a_text, key=a_text)))
PROOF_1 = an_object(snapshot=SNAPSHOT, key=a_text, leaves=LEAVES)
PROOF_2 = an_object(version=a_whole_number, snapshot=SNAPSHOT, key=a_text, opening=OPENING, leaves=LEAVES)
EARLIER = an_object(public_key=a_text, valid_from=or_null(a_text), valid_until=or_null(a_text))
KEYS = an_object(algorithm=a_text, public_key=a_text, valid_from=or_null(a_text), earlier_keys=a_list(EARLIER))


def by_symbol(rows):
    found = {row["symbol"]: row for row in rows}
    if len(found) < len(rows):
        raise Damaged("series")
    return found


def name_of(snapshot):
    """Day and number of a snapshot, 0 for the one of the day."""
    found = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.([1-9][0-9]{0,2}))?", snapshot["id"])
    if found is None:
        raise Damaged("moment")
    return found.group(1), int(found.group(2) or 0)


def check_snapshot_form(snapshot):
    by_symbol(snapshot["series"])
    date = snapshot["date"]
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", date):
        raise Damaged("moment")
    if name_of(snapshot)[0] != date[:10]:
        raise Damaged("moment")
    try:
        datetime.datetime.strptime(date, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        raise Damaged("moment") from None


def check_proof_form(file):
    if "version" in file:
        if isinstance(file["version"], int) and not isinstance(file["version"], bool) and file["version"] != VERSION:
            raise Damaged("version")
        PROOF_2(file)
    else:
        PROOF_1(file)
    check_snapshot_form(file["snapshot"])
    if not file["leaves"]:
        raise Damaged("empty")
    if "opening" in file:
        by_symbol(file["opening"]["keys"])
        if not re.fullmatch("A-([0-9]{6}|[1-9][0-9]{6,9})", file["opening"]["account"]):
            raise Damaged("account")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def read_content(data):
    """The kind of a file, and what it holds; any file that does not begin with {" is a document."""
    if len(data) > MAX_BYTES or not re.match(rb'[ \t\n\r]*\{[ \t\n\r]*"', data):
        return "document", None
    value = parse(data)
    if "leaves" in value:
        check_proof_form(value)
        return "proof", value
    if "series" in value:
        SNAPSHOT(value)
        check_snapshot_form(value)
        return "snapshot", value
    if "public_key" in value:
        KEYS(value)
        return "keys", value
    return "document", None


def read_snapshot(path):
    kind, content = read_content(read(path))
    if kind not in ("proof", "snapshot"):
        sys.exit(f"{path} is neither a snapshot nor a proof.")
    return content["snapshot"] if kind == "proof" else content


def read_keys(given):
    """Keys with the first and the last day of their snapshots; without days where they are not known."""
    if is_key(given.strip().lower()):
        return [(given.strip().lower(), None)]
    if os.path.exists(given):
        kind, content = read_content(read(given))
        if kind == "keys":
            earlier = [(one["public_key"], (one["valid_from"] or "9999-99-99", one["valid_until"] or "0000-00-00"))
                       for one in content["earlier_keys"]]
            return [(content["public_key"], (content["valid_from"] or "0000-00-00", "9999-99-99")), *earlier]
    sys.exit(f"{given!r} is no key and no file of keys. A public key is 64 hexadecimal digits.")


# Checking


def is_key(text):
    if not re.fullmatch("[0-9a-f]{64}", text):
        return False
    coordinate = int.from_bytes(bytes.fromhex(text), "little") % 2**255
    return coordinate < PRIME and coordinate not in SMALL_ORDER


def units(text):
    if not isinstance(text, str) or not re.fullmatch(r"(0|[1-9][0-9]*)\.[0-9]{6}", text):
        raise Bad("units", f"{text!r} are no units with six decimals")
    value = int(text.replace(".", ""))
    if value > LIMIT:
        raise Bad("units", f"{grouped(text)} units are more than the format holds")
    return value


def octets(text, length):
    if not isinstance(text, str) or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text):
        raise Bad("units", f"{text!r} are not {length} bytes in hexadecimal")
    return bytes.fromhex(text)


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(leaf):
    symbol = leaf["symbol"].encode()
    if not 1 <= len(symbol) <= 255:
        raise Bad("units", "a symbol has 1 to 255 bytes")
    return sha256(b"\0" + octets(leaf["nonce"], 32) + bytes([len(symbol)]) + symbol + units(leaf["units"]).to_bytes(8, "big"))


def node_hash(left, right):
    return sha256(b"\1" + left[0] + left[1].to_bytes(8, "big") + right[0] + right[1].to_bytes(8, "big"))


def signed_bytes(snapshot):
    # RFC 8785 for what a snapshot holds: names in ASCII, text, whole numbers and null.
    signed = {name: value for name, value in snapshot.items() if name != "signature"}
    return json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def is_signed(message, signature, key):
    if not is_key(key) or not re.fullmatch("[0-9a-f]{128}", signature):
        return False
    public, signature = bytes.fromhex(key), bytes.fromhex(signature)
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for name, data in (("key", DER_HEAD + public), ("sig", signature), ("msg", message)):
            names[name] = os.path.join(folder, name)
            with open(names[name], "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", names["key"],
                   "-rawin", "-in", names["msg"], "-sigfile", names["sig"]]
        return subprocess.run(command, capture_output=True).returncode == 0


def counted(text):
    data = text.encode()
    if not 1 <= len(data) <= 255:
        raise Bad("opening", f"{text!r} has not 1 to 255 bytes")
    return bytes([len(data)]) + data


def check_opening(leaf, number, snapshot, opening):
    keys = by_symbol(opening["keys"])
    symbol, account = leaf["symbol"], opening["account"]
    if symbol not in keys or not re.fullmatch("[0-9a-f]{64}", keys[symbol]["key"]):
        raise Bad("opening", f"the file has no key of the holder for {symbol}")
    if number > 255:
        raise Bad("opening", f"a holding has no leaf {number}")
    message = counted(account) + counted(snapshot["id"]) + counted(symbol) + bytes([number])
    if hmac.new(bytes.fromhex(keys[symbol]["key"]), message, hashlib.sha256).hexdigest() != leaf["nonce"]:
        raise Bad("opening", f"leaf {number + 1} of {symbol} was not made for account {account}")


def check_leaf(leaf, number, file, seen):
    series, path = by_symbol(file["snapshot"]["series"])[leaf["symbol"]], leaf["path"]
    if 2 ** len(path) != series["leaves"]:
        raise Bad("path", f"{len(path)} steps do not fit a tree of {series['leaves']:,} leaves")
    node, position = (leaf_hash(leaf), units(leaf["units"])), 0
    for level, step in enumerate(path):
        other = (octets(step["hash"], 32), units(step["units"]))
        left, right = (other, node) if step["side"] == "left" else (node, other)
        position += (step["side"] == "left") << level
        total = left[1] + right[1]
        if total > LIMIT:
            raise Bad("units", "a sum is more than the format holds")
        node = (node_hash(left, right), total)
    if node[0].hex() != series["root"]:
        raise Bad("root", f"the path of a leaf of {leaf['symbol']} ends in {node[0].hex()}, not in the published root")
    total = f"{node[1] // 10**6}.{node[1] % 10**6:06}"
    if total != series["units_in_issue"]:
        raise Bad("sum", f"the path sums to {grouped(total)} units, published are {grouped(series['units_in_issue'])}")
    if (leaf["symbol"], position) in seen:
        raise Bad("duplicate", f"leaf {position} of {leaf['symbol']} stands in the file twice")
    seen.add((leaf["symbol"], position))
    if "opening" in file:
        check_opening(leaf, number, file["snapshot"], file["opening"])
    return f"{grouped(leaf['units'])} units of {leaf['symbol']} are in leaf {position}"


def can_follow(later, earlier):
    (day, number), (day_before, number_before) = name_of(later), name_of(earlier)
    if later["date"] <= earlier["date"]:
        return False
    if day != day_before:
        return day > day_before and number <= 1
    if number == 0:
        return number_before > 0
    return number_before == 0 or number == number_before + 1


def key_checks(snapshot, used, keys):
    if not is_key(used):
        yield "key", False, "the file names no key: a public key is 64 hexadecimal digits"
        return
    if keys is not None:
        days = dict(reversed(keys)).get(used, "none")
        yield "key", days != "none", "the key is a published one"
        if days not in ("none", None):
            day = snapshot["id"][:10]
            yield "days", days[0] <= day <= days[1], f"the key signed snapshots on {day}"
    yield "signature", is_signed(signed_bytes(snapshot), snapshot["signature"], used), f"snapshot {snapshot['id']} is signed with the key"


def snapshot_checks(snapshot, used, known):
    yield from key_checks(snapshot, used, known.keys)
    if known.keys is None:
        yield "key", None, f"not compared: the file names {used}"
    if known.published is None:
        yield "published", None, f"not compared with the snapshot that is published as /proof/{snapshot['id']}.json"
    else:
        same = signed_bytes(snapshot) == signed_bytes(known.published)
        yield "published", same, f"compared with the published snapshot {known.published['id']}"
    if known.previous is None:
        yield "chain", None, f"not compared: it names {snapshot['previous_hash'] or 'none'} as the snapshot before it"
    else:
        named = snapshot["previous_hash"] == sha256(signed_bytes(known.previous)).hex()
        yield "chain", named and can_follow(snapshot, known.previous), f"it names {known.previous['id']} as the snapshot before it, and follows it"
    for one in snapshot["series"]:
        try:
            held = units(one["units_in_issue"]) <= units(one["units_held"])
        except Bad as error:
            yield error.finding, False, str(error)
            continue
        yield "backing", held, f"{one['symbol']}: {grouped(one['units_in_issue'])} in issue, {grouped(one['units_held'])} held"


def signer_of(snapshot, keys):
    return next((key for key, _ in keys if is_signed(signed_bytes(snapshot), snapshot["signature"], key)), keys[0][0])


def age_of(snapshot):
    made = datetime.datetime.strptime(snapshot["date"], "%Y-%m-%dT%H:%M:%S.%f%z")
    hours = (datetime.datetime.now(datetime.timezone.utc) - made) // datetime.timedelta(hours=1)
    if hours < 0:
        return f"snapshot {snapshot['id']}, dated later than this clock says"
    return f"snapshot {snapshot['id']}, made {hours // 24:,} days and {hours % 24} hours ago"


def proof_checks(file, known):
    snapshot = file["snapshot"]
    yield from snapshot_checks(snapshot, file["key"], known)
    known_series, seen, numbers, all_hold = by_symbol(snapshot["series"]), set(), {}, True
    for leaf in file["leaves"]:
        symbol = leaf["symbol"]
        number = numbers.get(symbol, 0)
        numbers[symbol] = number + 1
        if symbol not in known_series:
            yield "series", False, f"the snapshot has no series {symbol}"
            all_hold = False
            continue
        try:
            yield "root", True, check_leaf(leaf, number, file, seen)
        except Bad as error:
            yield error.finding, False, str(error)
            all_hold = False
    if "opening" not in file:
        yield "opening", None, "the file names no holder: others with as many units may have been given the same leaves"
    elif all_hold:
        yield "opening", True, f"every leaf was made for account {file['opening']['account']}: compare it with a statement of yours"
    yield "age", None, age_of(snapshot)


def attestation_checks(data, known):
    snapshot, known.published = known.published, None
    yield from snapshot_checks(snapshot, signer_of(snapshot, known.keys), known)
    digest = sha256(data).hex()
    named = [one["symbol"] for one in snapshot["series"] if one["attestation_sha256"] == digest]
    yield "attestation", bool(named), f"the file with the SHA-256 {digest} is named for {named or 'no series'}"


def file_checks(data, keys):
    end = re.search(rb"\n%lodefield-signature ([0-9a-f]{128})\nstartxref\n([0-9]{1,10})\n%%EOF\n\Z", data)
    if end is None:
        yield "file", False, "the file does not end in a signature"
        return
    start = re.search(rb"startxref\s+([0-9]{1,10})\s+%%EOF\s*\Z", data[: end.start()])
    if start is None or start.group(1) != end.group(2):
        yield "file", False, "the end of the file names another beginning of its contents than the signed part"
        return
    message = b"lodefield file\0" + sha256(data[: end.start()])
    signed = any(is_signed(message, end.group(1).decode(), key) for key, _ in keys)
    yield "file", signed, "the file was issued with this key and not changed since"


class Known:
    def __init__(self, options):
        self.keys = read_keys(options.key) if options.key else None
        self.previous = read_snapshot(options.previous) if options.previous else None
        self.published = read_snapshot(options.snapshot) if options.snapshot else None


def checks(options):
    known, data = Known(options), read(options.file)
    kind, content = read_content(data)
    if kind == "proof":
        return proof_checks(content, known)
    if known.keys is None:
        sys.exit("this file is no proof: it needs --key")
    if kind == "keys":
        sys.exit("this file is a list of keys: give it with --key")
    if kind == "snapshot":
        return snapshot_checks(content, signer_of(content, known.keys), known)
    if known.published:
        return attestation_checks(data, known)
    return file_checks(data, known.keys)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--key")
    parser.add_argument("--previous")
    parser.add_argument("--snapshot")
    options = parser.parse_args()
    failed = False
    try:
        for finding, ok, text in checks(options):
            print({True: "ok  ", False: "FAIL", None: "open"}[ok], finding, text)
            failed = failed or ok is False
    except OSError as error:
        sys.exit(f"the file could not be read: {error}")
    except Damaged as error:
        print("FAIL format", error)
        failed = True
    if failed:
        sys.exit(1)
    if options.key is None:
        print("NOT PROVEN: anybody can sign such a file. Give the published key with --key.")
        sys.exit(2)
    print("All checks hold.")


main()
