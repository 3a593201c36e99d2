#!/usr/bin/env python3
"""Checks a proof of inclusion, a snapshot, a document, an attestation, a certificate or a statement by docs/proof-format.md
alone: a second implementation, with nothing of this project.

    python3 check.py <file> [--key <hex or lodefield-proof.json>] [--previous snapshot.json] [--snapshot snapshot.json] [--head <hex>]

Needs Python 3.8 and the openssl command for the signature. Prints a line for each check, and how it ended. Exits with 1 when
a check fails, and with 2 when no key was given, so that nothing is proven.
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
LEAST_LEAVES = 1024
MAX_BYTES, MAX_TEXT, MAX_STEPS, MAX_ROWS, MAX_DEPTH = 20_000_000, 1000, 63, 4000, 16
VERSION = 2
# As text, before and after every day.
BEFORE_ALL, LAST_DAY, AFTER_ALL = "0000-00-00", "9999-99-98", "9999-99-99"
PRIME = 2**255 - 19
# Points of order 1, 2, 4 and 8: with these as a key anybody can sign.
SMALL_ORDER = {1, PRIME - 1, 0, 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
               0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826}
# Marks that would move the cursor, end the line or turn its direction.
CONTROLS = "[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
DAMAGE = {
    "text": "The file is not valid UTF-8 text.",
    "json": "The file is not valid JSON, or has extra content before or after it, such as a byte order mark.",
    "depth": "The JSON is nested too deeply.",
    "name": "An object contains a duplicate name.",
    "number": "A number is not a whole number.",
    "field": "A field is missing or not part of the format.",
    "type": "A field has the wrong type.",
    "size": "A text or a list is longer than the format allows.",
    "version": "The file uses a format version that this checker does not support.",
    "empty": "The file contains no leaves.",
    "series": "A series appears twice.",
    "opening": "The file contains a holder key for a series without a leaf.",
    "keys": "The key list contains a duplicate key.",
    "moment": "A date or time is not correctly formatted, or the id and time are not on the same day.",
    "account": "The account number is not in the format shown on statements and certificates, for example A-000123.",
}
NO_KEY = "A public key is a 32-byte Ed25519 key, written as 64 hexadecimal digits. Not every such value is a valid key."
# The fixed head of an Ed25519 public key in DER (RFC 8410); the 32 bytes of the key follow.
DER_HEAD = bytes.fromhex("302a300506032b6570032100")


class Bad(Exception):
    """A check that fails, with its sentence."""

    def __init__(self, finding, text):
        super().__init__(text)
        self.finding = finding


class Wrong(Exception):
    """A value of another form than the format says."""


class Damaged(Exception):
    """A file that cannot be read; the reason is the same in all checkers."""


def grouped(text):
    return re.sub(r"\B(?=([0-9]{3})+(?=\.))", ",", text)


# Reading


def check_depth(text):
    depth = 0
    # A string that does not end is one too: the search never goes back.
    for mark in re.finditer(r'"(?:[^"\\]|\\.|\\\Z)*"?|[\[\]{}]', text, re.DOTALL):
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
    if text.startswith("\ufeff"):
        raise Damaged("json")
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


def one_of(*words):
    def check(value):
        if value not in words:
            raise Damaged("type")
    return check


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


def an_object(optional=(), **kinds):
    def check(value):
        if not isinstance(value, dict):
            raise Damaged("type")
        if not kinds.keys() - set(optional) <= value.keys() <= kinds.keys():
            raise Damaged("field")
        for name, each in value.items():
            kinds[name](each)
    return check


SERIES = an_object(symbol=a_text, root=a_text, units_in_issue=a_text, units_held=a_text, leaves=a_whole_number,
                   attestation_sha256=or_null(a_text), register_head=a_text, documents_sha256=a_list(a_text),
                   optional=["documents_sha256"])
SNAPSHOT = an_object(id=a_text, date=a_text, series=a_list(SERIES), audit_head=a_text, previous_hash=or_null(a_text),
                     signature=a_text)
STEP = an_object(side=one_of("left", "right"), hash=a_text, units=a_text)
LEAVES = a_list(an_object(symbol=a_text, units=a_text, nonce=a_text, path=a_list(STEP, MAX_STEPS)))
OPENING = an_object(account=a_text, keys=a_list(an_object(symbol=a_text, key=a_text)))
PROOF = an_object(version=a_whole_number, snapshot=SNAPSHOT, key=a_text, opening=OPENING, leaves=LEAVES)
EARLIER = an_object(public_key=a_text, valid_from=or_null(a_text), valid_until=or_null(a_text))
KEYS = an_object(algorithm=one_of("Ed25519"), public_key=a_text, valid_from=or_null(a_text), earlier_keys=a_list(EARLIER))


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
    version = file.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version != VERSION:
        raise Damaged("version")
    PROOF(file)
    check_snapshot_form(file["snapshot"])
    if not file["leaves"]:
        raise Damaged("empty")
    keys = by_symbol(file["opening"]["keys"])
    if not re.fullmatch("A-([0-9]{6}|[1-9][0-9]{6,9})", file["opening"]["account"]):
        raise Damaged("account")
    if not keys.keys() <= {leaf["symbol"] for leaf in file["leaves"]}:
        raise Damaged("opening")


def check_day(day):
    if day is None:
        return
    try:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            raise ValueError
        datetime.datetime.strptime(day, "%Y-%m-%d")
    except ValueError:
        raise Damaged("moment") from None


def check_keys_form(content):
    KEYS(content)
    check_day(content["valid_from"])
    for one in content["earlier_keys"]:
        check_day(one["valid_from"])
        check_day(one["valid_until"])
    keys = [content["public_key"], *(one["public_key"] for one in content["earlier_keys"])]
    if len(set(keys)) < len(keys):
        raise Damaged("keys")


# The file that was read last.
reading = ""


def read(path):
    global reading
    reading = path
    with open(path, "rb") as file:
        return file.read()


def read_content(data):
    """The kind of a file, and what it holds; any file that does not begin with {" is a document."""
    if len(data) > MAX_BYTES or not re.match(rb'(\xef\xbb\xbf)?[ \t\n\r]*\{[ \t\n\r]*"', data):
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
        check_keys_form(value)
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
            earlier = [(one["public_key"], (one["valid_from"] or AFTER_ALL, one["valid_until"] or BEFORE_ALL))
                       for one in content["earlier_keys"]]
            return [(content["public_key"], (content["valid_from"] or AFTER_ALL, LAST_DAY)), *earlier]
    sys.exit(f"'{given}' is neither a key nor a key file. {NO_KEY}")


# Checking


def is_key(text):
    if not re.fullmatch("[0-9a-f]{64}", text):
        return False
    coordinate = int.from_bytes(bytes.fromhex(text), "little") % 2**255
    return coordinate < PRIME and coordinate not in SMALL_ORDER


def units(text):
    if not re.fullmatch(r"(0|[1-9][0-9]*)\.[0-9]{6}", text):
        raise Wrong(f"'{text}' is not a number of units with six decimals")
    value = int(text.replace(".", ""))
    if value > LIMIT:
        raise Wrong(f"{grouped(text)} units exceed the maximum of the format")
    return value


def units_text(value):
    return f"{value // 10**6}.{value % 10**6:06}"


def octets(text):
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise Wrong(f"'{text}' is not 32 bytes in lower-case hexadecimal")
    return bytes.fromhex(text)


def counted(text):
    """Text after its length in one byte."""
    data = text.encode()
    if not 1 <= len(data) <= 255:
        raise Wrong(f"'{text}' is not 1 to 255 bytes long")
    return bytes([len(data)]) + data


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(leaf, value):
    return sha256(b"\0" + octets(leaf["nonce"]) + counted(leaf["symbol"]) + value.to_bytes(8, "big"))


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
        try:
            return subprocess.run(command, capture_output=True).returncode == 0
        except FileNotFoundError:
            sys.exit("openssl is required to check signatures but was not found")


def check_opening(leaf, number, snapshot, opening):
    keys, symbol, account = by_symbol(opening["keys"]), leaf["symbol"], opening["account"]
    name = f"Leaf {number + 1} of {symbol}"
    if symbol not in keys:
        raise Bad("opening", f"The file does not contain the holder key for {symbol}.")
    try:
        key = octets(keys[symbol]["key"])
        if number > 255:
            raise Wrong(f"The holding does not have a leaf {number}")
        message = counted(account) + counted(snapshot["id"]) + counted(symbol) + bytes([number])
    except Wrong as error:
        raise Bad("opening", f"{name} could not be opened: {error}.") from None
    if hmac.new(key, message, hashlib.sha256).hexdigest() != leaf["nonce"]:
        raise Bad("opening", f"{name} does not belong to account {account}.")


def climb(leaf):
    """The position of a leaf, and hash and sum at the end of its path."""
    value, position = units(leaf["units"]), 0
    if value == 0:
        raise Wrong("a leaf of a holding must have more than zero units")
    node = (leaf_hash(leaf, value), value)
    for level, step in enumerate(leaf["path"]):
        value = units(step["units"])
        other = (octets(step["hash"]), value)
        left, right = (other, node) if step["side"] == "left" else (node, other)
        position += (step["side"] == "left") << level
        node = (node_hash(left, right), left[1] + right[1])
        if node[1] > LIMIT:
            raise Wrong(f"{grouped(units_text(node[1]))} units exceed the maximum of the format")
    return position, node[0].hex(), units_text(node[1])


def check_leaf(leaf, number, file, seen):
    symbol, steps = leaf["symbol"], len(leaf["path"])
    series = by_symbol(file["snapshot"]["series"]).get(symbol)
    if series is None:
        raise Bad("series", f"The snapshot does not include series {symbol}.")
    if 2**steps != series["leaves"]:
        raise Bad("path", f"The path of a leaf of {symbol} has {steps} steps, which does not match a tree of {series['leaves']:,} leaves.")
    try:
        position, root, total = climb(leaf)
    except Wrong as error:
        raise Bad("units", f"A value of a leaf of {symbol} is not valid: {error}.") from None
    if root != series["root"]:
        raise Bad("root", f"The path of a leaf of {symbol} leads to {root}, not to the root {series['root']}.")
    if total != series["units_in_issue"]:
        raise Bad("sum", f"The path of a leaf of {symbol} totals {grouped(total)} units, not the {grouped(series['units_in_issue'])} in issue.")
    if (symbol, position) in seen:
        raise Bad("duplicate", f"Leaf {position} of {symbol} appears twice in the file; it counts only once.")
    seen.add((symbol, position))
    check_opening(leaf, number, file["snapshot"], file["opening"])
    return f"{grouped(leaf['units'])} units of {symbol} are in leaf {position}; {steps} steps lead to the root and the units in issue."


def can_follow(later, earlier):
    (day, number), (day_before, number_before) = name_of(later), name_of(earlier)
    if later["date"] <= earlier["date"]:
        return False
    return number == number_before + 1 if day == day_before else day > day_before and number == 0


# Each yields the name of a check, whether it holds, and a sentence that says so.


def key_checks(snapshot, used, keys):
    if used is None:
        yield "signature", False, f"Snapshot {snapshot['id']} is not signed with any of the keys compared."
        return
    if not is_key(used):
        yield "key", False, f"The file does not name a key. {NO_KEY}"
        return
    if keys is not None:
        yield from day_checks(snapshot["id"][:10], used, keys)
    if is_signed(signed_bytes(snapshot), snapshot["signature"], used):
        yield "signature", True, f"Snapshot {snapshot['id']} is signed with this key."
    else:
        yield "signature", False, f"Snapshot {snapshot['id']} is not signed with this key."


def day_checks(day, used, keys):
    if used not in dict(keys):
        yield "key", False, f"The key {used} is not among the keys provided; the first of these is {keys[0][0]}."
        return
    days = dict(keys)[used]
    if days is None:
        yield "key", True, "The key matches the key provided; its validity dates were not checked."
        return
    yield "key", True, f"The key {used} is in the list provided. Compare it with the published key."
    if days[0] <= day <= days[1]:
        yield "days", True, f"The key was valid on {day}."
    elif days[0] > days[1]:
        yield "days", False, f"The key was not valid on {day}: it was never valid."
    elif days[1] == LAST_DAY:
        yield "days", False, f"The key was not valid on {day}: it is valid from {days[0]}."
    else:
        yield "days", False, f"The key was not valid on {day}: it was valid from {days[0]} to {days[1]}."


def published_check(snapshot, published):
    name = snapshot["id"]
    if published["id"] != name:
        return "published", False, f"The file belongs to snapshot {name}, but the published snapshot provided is {published['id']}."
    here, there = sha256(signed_bytes(snapshot)).hex(), sha256(signed_bytes(published)).hex()
    if here != there:
        return "published", False, f"The snapshot does not match the published snapshot: its hash is {here}; the hash of published snapshot {name} is {there}."
    return "published", True, f"Snapshot {name} matches the one provided. Compare it with the published snapshot."


def chain_check(snapshot, previous):
    before, name = sha256(signed_bytes(previous)).hex(), previous["id"]
    named = snapshot["previous_hash"]
    if named != before:
        return "chain", False, f"It should reference {name} (hash {before}) as the previous snapshot, but references {'none' if named is None else named}."
    if not can_follow(snapshot, previous):
        return "chain", False, f"Snapshot {snapshot['id']} of {snapshot['date']} cannot follow {name} of {previous['date']}: ids and dates must increase."
    return "chain", True, f"It correctly follows snapshot {name}."


def check_values(snapshot):
    if snapshot["previous_hash"] is not None:
        octets(snapshot["previous_hash"])
    if snapshot["audit_head"] != "":
        octets(snapshot["audit_head"])
    for one in snapshot["series"]:
        counted(one["symbol"])
        octets(one["root"])
        if one["attestation_sha256"] is not None:
            octets(one["attestation_sha256"])
        if one["register_head"] != "":
            octets(one["register_head"])
        if one["leaves"] < LEAST_LEAVES or one["leaves"] & (one["leaves"] - 1):
            raise Wrong(f"{one['symbol']} has {one['leaves']:,} leaves; expected a power of two of at least {LEAST_LEAVES:,}")
        units(one["units_in_issue"])
        units(one["units_held"])
        documents = one.get("documents_sha256", [])
        for at, digest in enumerate(documents):
            octets(digest)
            if at > 0 and digest <= documents[at - 1]:
                raise Wrong(f"the documents of {one['symbol']} are not unique and in ascending order")


def value_checks(snapshot):
    try:
        check_values(snapshot)
        yield "units", True, "All values in the snapshot are correctly formatted."
    except Wrong as error:
        yield "units", False, f"The snapshot contains an invalid value: {error}."
    for one in snapshot["series"]:
        try:
            holds = units(one["units_in_issue"]) <= units(one["units_held"])
        except Wrong:
            continue
        text = f"{one['symbol']}: {grouped(one['units_in_issue'])} units in issue, {grouped(one['units_held'])} units in custody."
        yield "backing", holds, text if holds else f"Units in issue exceed units in custody. {text}"


def snapshot_checks(snapshot, used, known):
    made = list(key_checks(snapshot, used, known.keys))
    if known.published is not None:
        made.append(published_check(snapshot, known.published))
    if known.previous is not None:
        made.append(chain_check(snapshot, known.previous))
    made.extend(value_checks(snapshot))
    yield from made
    if known.head is not None and all(holds for _, holds, _ in made):
        yield head_check(snapshot, known.head)
    elif known.head is not None:
        yield "head", False, f"Not checked: snapshot {snapshot['id']} is not valid."


def head_check(snapshot, head):
    name = snapshot["id"]
    logs = {one["register_head"]: f"the register of {one['symbol']}" for one in reversed(snapshot["series"])}
    logs[snapshot["audit_head"]] = "the audit log"
    log = logs.get(sha256(b"\2" + bytes.fromhex(head)).hex())
    if log is None and head in logs:
        return "head", True, f"Snapshot {name} publishes this value for {logs[head]}; anyone can read it. A head with its nonce is stronger evidence."
    if log is None:
        return "head", False, f"Snapshot {name} does not contain the head {head}."
    return "head", True, f"The head provided matches {log} in snapshot {name}."


def open_checks(snapshot, used, known):
    if known.keys is None:
        yield "key", None, f"Not compared. The key in the file is {used}. Compare it with the published key."
    if known.published is None:
        yield "published", None, f"Not compared with the snapshot that is published as /proof/{snapshot['id']}.json."
    if known.previous is None and snapshot["previous_hash"] is None:
        yield "chain", None, "Not compared. It references no previous snapshot. Check the published list to see whether it is the first."
    elif known.previous is None:
        yield "chain", None, f"Not compared. It references {snapshot['previous_hash']} as the previous snapshot."


def signer_of(snapshot, keys):
    return next((key for key, _ in keys if is_signed(signed_bytes(snapshot), snapshot["signature"], key)), None)


def ago(count, unit):
    return f"{count:,} {unit}{'' if count == 1 else 's'} ago"


def age_of(snapshot):
    made = datetime.datetime.strptime(snapshot["date"], "%Y-%m-%dT%H:%M:%S.%f%z")
    hours = (datetime.datetime.now(datetime.timezone.utc) - made) // datetime.timedelta(hours=1)
    if hours < 0:
        age = "dated in the future according to this device"
    elif hours == 0:
        age = "taken less than an hour ago"
    else:
        age = f"taken {ago(hours, 'hour') if hours < 24 else ago(hours // 24, 'day')}"
    return f"Snapshot {snapshot['id']}, {age}; latest snapshot unknown."


def leaf_checks(file):
    seen, numbers = set(), {}
    for leaf in file["leaves"]:
        number = numbers.get(leaf["symbol"], 0)
        numbers[leaf["symbol"]] = number + 1
        try:
            yield "root", True, check_leaf(leaf, number, file, seen)
        except Bad as error:
            yield error.finding, False, str(error)


def sums_of(leaves):
    sums = {}
    for leaf in leaves:
        sums[leaf["symbol"]] = sums.get(leaf["symbol"], 0) + units(leaf["units"])
    return sums


def proof_checks(file, known):
    snapshot, account = file["snapshot"], file["opening"]["account"]
    yield from snapshot_checks(snapshot, file["key"], known)
    leaves = list(leaf_checks(file))
    yield from leaves
    all_hold = all(holds for _, holds, _ in leaves)
    if all_hold:
        yield "opening", True, f"Every leaf belongs to account {account}. Compare this with the account number on your statement or certificate."
    yield from open_checks(snapshot, file["key"], known)
    if all_hold:
        for symbol, total in sums_of(file["leaves"]).items():
            yield None, None, (f"{grouped(units_text(total))} units of {symbol} are included in snapshot {snapshot['id']}. Compare this "
                               "with a certificate of holding or statement as of that date, because a file can omit part of a holding.")
        yield None, None, age_of(snapshot)


def lone_snapshot_checks(snapshot, known):
    used = signer_of(snapshot, known.keys)
    yield from snapshot_checks(snapshot, used, known)
    yield from open_checks(snapshot, used, known)
    yield None, None, age_of(snapshot)


def document_check(snapshot, digest):
    name, names = snapshot["id"], []
    for one in snapshot["series"]:
        if one["attestation_sha256"] == digest:
            names.append(f"the attestation of {one['symbol']}")
        if digest in one.get("documents_sha256", []):
            names.append(f"a document of {one['symbol']}")
    if names:
        return "document", True, f"Recorded in snapshot {name} as {' and '.join(names)}."
    if any("documents_sha256" in one for one in snapshot["series"]):
        return "document", False, f"Not recorded in snapshot {name}: no document or attestation has SHA-256 {digest}."
    return "document", False, f"Snapshot {name} lists no documents and no attestation with SHA-256 {digest}."


def document_checks(data, known):
    snapshot, known.published = known.published, None
    used, digest = signer_of(snapshot, known.keys), sha256(data).hex()
    made = list(snapshot_checks(snapshot, used, known))
    yield from made
    if all(holds for _, holds, _ in made):
        yield document_check(snapshot, digest)
    else:
        yield "document", None, f"Not checked: snapshot {snapshot['id']} is not valid."
    yield from open_checks(snapshot, used, known)


def file_check(data, keys):
    end = re.search(rb"\n%lodefield-signature ([0-9a-f]{128})\nstartxref\n(0|[1-9][0-9]{0,9})\n%%EOF\n\Z", data)
    if end is None:
        return "file", False, "The file does not end with a signature. It was not issued by us, or content was added."
    issued = data[: end.start()]
    start = re.search(rb"startxref[\t\n\f\r ]+(0|[1-9][0-9]{0,9})[\t\n\f\r ]+%%EOF[\t\n\f\r ]*\Z", issued[-200:])
    if start is None or start.group(1) != end.group(2):
        return "file", False, "The end of the file was altered and no longer matches the signed content."
    message = b"lodefield file\0" + sha256(issued)
    if not any(is_signed(message, end.group(1).decode(), key) for key, _ in keys):
        return "file", False, "The file was not signed with this key, or has been altered since."
    return "file", True, "The file was signed with this key and has not been altered."


def read_head(given):
    head = given.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}([0-9a-f]{64})?", head):
        sys.exit(f"'{given}' is not a valid head. A head has 64 hexadecimal digits, or 128 with its nonce.")
    return head


class Known:
    def __init__(self, options):
        self.keys = read_keys(options.key) if options.key else None
        self.previous = read_snapshot(options.previous) if options.previous else None
        self.published = read_snapshot(options.snapshot) if options.snapshot else None
        self.head = read_head(options.head) if options.head is not None else None


def checks(options):
    known, data = Known(options), read(options.file)
    kind, content = read_content(data)
    if kind == "proof":
        return proof_checks(content, known)
    if known.keys is None:
        sys.exit("this file is not a proof, so --key is required")
    if kind == "keys":
        sys.exit("this file is a key list; pass it with --key")
    if kind == "snapshot":
        return lone_snapshot_checks(content, known)
    if known.published and b"\n%lodefield-signature " not in data[-4096:]:
        return document_checks(data, known)
    return [file_check(data, known.keys)]


def show(line):
    print(re.sub(CONTROLS, "?", line))


def report(found, has_key):
    """Prints what was found. Returns the exit status."""
    made = [holds for name, holds, _ in found if holds is not None]
    failed = made.count(False)
    for name, holds, text in found:
        if name is not None:
            show(f"{({True: 'ok  ', False: 'FAIL', None: 'open'}[holds])} {name} {text}")
        elif failed == 0:
            show(text)
    if failed:
        show(f"{failed} of {len(made)} checks failed.")
        return 1
    if not has_key:
        show("NOT PROVEN: anyone can sign such a file. Pass the published key with --key.")
        return 2
    unmade = sum(holds is None for name, holds, _ in found if name is not None)
    show(f"All checks performed passed; {unmade} not performed." if unmade else "All checks passed.")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--key")
    parser.add_argument("--previous")
    parser.add_argument("--snapshot")
    parser.add_argument("--head")
    options = parser.parse_args()
    try:
        found = list(checks(options))
    except OSError as error:
        sys.exit(f"{reading} cannot be read: {error}")
    except Damaged as error:
        show(f"FAIL format {error}: {DAMAGE[str(error)]}")
        show(f"{reading} could not be read; no checks were performed.")
        sys.exit(1)
    sys.exit(report(found, options.key is not None))


main()
