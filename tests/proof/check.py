#!/usr/bin/env python3
"""Checks a proof of inclusion, a snapshot, an attestation, a certificate or a statement by docs/proof-format.md alone: a
second implementation, with nothing of this project.

    python3 check.py <file> [--key <hex>] [--previous snapshot.json] [--snapshot snapshot.json]

Needs Python 3.8 and the openssl command for the signature. Prints a line for each check; exits with 1 when one fails.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

LIMIT = 2**63 - 1
# The fixed head of an Ed25519 public key in DER (RFC 8410); the 32 bytes of the key follow.
DER_HEAD = bytes.fromhex("302a300506032b6570032100")


class Bad(Exception):
    def __init__(self, finding, text):
        super().__init__(text)
        self.finding = finding


def units(text):
    if not isinstance(text, str) or not re.fullmatch(r"(0|[1-9][0-9]*)\.[0-9]{6}", text):
        raise Bad("units", f"{text!r} are no units with six decimals")
    value = int(text.replace(".", ""))
    if value > LIMIT:
        raise Bad("units", f"{text} units are more than the format holds")
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
    try:
        public, signature = octets(key, 32), octets(signature, 64)
    except Bad:
        return False
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for name, data in (("key", DER_HEAD + public), ("sig", signature), ("msg", message)):
            names[name] = os.path.join(folder, name)
            with open(names[name], "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", names["key"],
                   "-rawin", "-in", names["msg"], "-sigfile", names["sig"]]
        return subprocess.run(command, capture_output=True).returncode == 0


def check_leaf(leaf, series, seen):
    path = leaf["path"]
    if 2 ** len(path) != series["leaves"]:
        raise Bad("path", f"{len(path)} steps do not fit a tree of {series['leaves']} leaves")
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
    if f"{node[1] // 10**6}.{node[1] % 10**6:06}" != series["units_in_issue"]:
        raise Bad("sum", f"the path sums to {node[1]} millionths, published are {series['units_in_issue']} units")
    if (leaf["symbol"], position) in seen:
        raise Bad("duplicate", f"leaf {position} of {leaf['symbol']} stands in the file twice")
    seen.add((leaf["symbol"], position))
    return f"{leaf['units']} units of {leaf['symbol']} are in leaf {position}"


def snapshot_checks(snapshot, used, key, previous):
    if key is not None:
        yield "key", key == used, "the key is the published one"
    yield "signature", is_signed(signed_bytes(snapshot), snapshot["signature"], used), f"snapshot {snapshot['id']} is signed with the key"
    if previous is not None:
        named = snapshot["previous_hash"] == sha256(signed_bytes(previous)).hex()
        yield "chain", named, f"it names {previous['id']} as the snapshot before it"
    for one in snapshot["series"]:
        try:
            held = units(one["units_in_issue"]) <= units(one["units_held"])
        except Bad as error:
            yield error.finding, False, str(error)
            continue
        yield "backing", held, f"{one['symbol']}: {one['units_in_issue']} in issue, {one['units_held']} held"


def proof_checks(file, key, previous):
    snapshot = file["snapshot"]
    yield from snapshot_checks(snapshot, file["key"], key, previous)
    by_symbol, seen = {one["symbol"]: one for one in snapshot["series"]}, set()
    for leaf in file["leaves"]:
        if leaf["symbol"] not in by_symbol:
            yield "series", False, f"the snapshot has no series {leaf['symbol']}"
            continue
        try:
            yield "root", True, check_leaf(leaf, by_symbol[leaf["symbol"]], seen)
        except Bad as error:
            yield error.finding, False, str(error)


def attestation_checks(data, snapshot, key, previous):
    yield from snapshot_checks(snapshot, key, key, previous)
    digest = sha256(data).hex()
    named = [one["symbol"] for one in snapshot["series"] if one["attestation_sha256"] == digest]
    yield "attestation", bool(named), f"the file with the SHA-256 {digest} is named for {named or 'no series'}"


def file_checks(data, key):
    end = re.search(rb"\n%lodefield-signature ([0-9a-f]{128})\nstartxref\n([0-9]{1,10})\n%%EOF\n\Z", data)
    if end is None:
        yield "file", False, "the file does not end in a signature"
        return
    start = re.search(rb"startxref\s+([0-9]{1,10})\s+%%EOF\s*\Z", data[: end.start()])
    if start is None or start.group(1) != end.group(2):
        yield "file", False, "the end of the file names another beginning of its contents than the signed part"
        return
    message = b"lodefield file\0" + sha256(data[: end.start()])
    yield "file", is_signed(message, end.group(1).decode(), key), "the file was issued with this key and not changed since"


def parse(data):
    try:
        return json.loads(data)
    except ValueError:
        return None


def read(path):
    with open(path, "rb") as file:
        return file.read()


def read_snapshot(path):
    content = json.loads(read(path))
    return content.get("snapshot", content)


def checks(options):
    data = read(options.file)
    content = parse(data)
    previous = read_snapshot(options.previous) if options.previous else None
    if isinstance(content, dict) and "leaves" in content:
        return proof_checks(content, options.key, previous)
    if options.key is None:
        sys.exit("this file is no proof: it needs --key")
    if isinstance(content, dict) and "series" in content:
        return snapshot_checks(content, options.key, options.key, previous)
    if options.snapshot:
        return attestation_checks(data, read_snapshot(options.snapshot), options.key, previous)
    return file_checks(data, options.key)


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
            print(("ok  " if ok else "FAIL"), finding, text)
            failed = failed or not ok
    except OSError as error:
        sys.exit(f"the file could not be read: {error}")
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        sys.exit(f"the file is damaged: {error!r}")
    if failed:
        sys.exit(1)
    if options.key is None:
        print("NOT PROVEN: anybody can sign such a file. Give the published key with --key.")
        sys.exit(2)
    print("All checks hold.")


main()
