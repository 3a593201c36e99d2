#!/usr/bin/env python3
"""Checks a proof of inclusion by docs/proof-format.md alone: a second implementation, with nothing of this project.

    python3 check.py proof.json [--key <hex>] [--previous snapshot.json]

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
    return sha256(b"\0" + octets(leaf["nonce"], 32) + bytes([len(symbol)]) + symbol + units(leaf["units"]).to_bytes(8, "big"))


def node_hash(left, right):
    return sha256(b"\1" + left[0] + left[1].to_bytes(8, "big") + right[0] + right[1].to_bytes(8, "big"))


def signed_bytes(snapshot):
    # RFC 8785 for what a snapshot holds: names in ASCII, text, whole numbers and null.
    signed = {name: value for name, value in snapshot.items() if name != "signature"}
    return json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def is_signed(snapshot, key):
    try:
        public, signature = octets(key, 32), octets(snapshot["signature"], 64)
    except Bad:
        return False
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for name, data in (("key", DER_HEAD + public), ("sig", signature), ("msg", signed_bytes(snapshot))):
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
    if node[1] != units(series["units_in_issue"]):
        raise Bad("sum", f"the path sums to {node[1]} millionths, published are {series['units_in_issue']} units")
    if (leaf["symbol"], position) in seen:
        raise Bad("duplicate", f"leaf {position} of {leaf['symbol']} stands in the file twice")
    seen.add((leaf["symbol"], position))
    return f"{leaf['units']} units of {leaf['symbol']} are in leaf {position}"


def checks(file, key, previous):
    snapshot = file["snapshot"]
    if key is not None:
        yield "key", key == file["key"], "the key is the published one"
    yield "signature", is_signed(snapshot, file["key"]), f"snapshot {snapshot['id']} is signed with the key"
    if previous is not None:
        named = snapshot["previous_hash"] == sha256(signed_bytes(previous)).hex()
        yield "chain", named, f"it names {previous['id']} as the snapshot before it"
    for one in snapshot["series"]:
        held = units(one["units_in_issue"]) <= units(one["units_held"])
        yield "backing", held, f"{one['symbol']}: {one['units_in_issue']} in issue, {one['units_held']} held"
    by_symbol, seen = {one["symbol"]: one for one in snapshot["series"]}, set()
    for leaf in file["leaves"]:
        if leaf["symbol"] not in by_symbol:
            yield "series", False, f"the snapshot has no series {leaf['symbol']}"
            continue
        try:
            yield "root", True, check_leaf(leaf, by_symbol[leaf["symbol"]], seen)
        except Bad as error:
            yield error.finding, False, str(error)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proof")
    parser.add_argument("--key")
    parser.add_argument("--previous")
    options = parser.parse_args()
    with open(options.proof, encoding="utf-8") as file:
        proof = json.load(file)
    previous = None
    if options.previous:
        with open(options.previous, encoding="utf-8") as file:
            previous = json.load(file)
    failed = False
    for finding, ok, text in checks(proof, options.key, previous):
        print(("ok  " if ok else "FAIL"), finding, text)
        failed = failed or not ok
    sys.exit(1 if failed else 0)


main()
