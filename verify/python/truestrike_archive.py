#!/usr/bin/env python3
"""Verifies archives of Truestrike's price log. A second program beside the one in TypeScript, from docs/proof.md alone.

    python3 truestrike_archive.py archive.jsonl.gz … [--keys keys.json] [--json]

Archives of one product may be given in the order of their days: blocks of consecutive numbers then have to be chained over
their ends. Needs Python 3.9 or newer, its standard library, and truestrike_verify.py beside it. Exit code: 0 everything
holds, 1 something does not, 2 signed by a key that is not yours, 3 nothing to verify. Every signature is looked at: a busy
day has 86 400 and takes some minutes.
"""

import datetime
import gzip
import json
import os
import sys
import zlib

from truestrike_verify import (
    HEADER_MEMBERS,
    KEY_ID,
    SEQ,
    SIGNATURE,
    SYMBOL,
    Fault,
    Unreadable,
    b64,
    entry_bytes,
    entry_reader,
    header_bytes,
    is_mark,
    left_size,
    list_of,
    matching,
    node,
    object_of,
    one_of,
    parse_json,
    read_json,
    read_keys,
    seq_before,
    sha256,
    signature_is_good,
    unb64,
    whole,
)

LINE_MAX = 64 << 20
HEAD = object_of(
    format=one_of("truestrike-archive/1"),
    symbol=SYMBOL,
    precision=whole(0, 12),
    day=matching("[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    firstNumber=SEQ,
    lastNumber=SEQ,
)
MARKS = (("source", "lastSourceSeq"), ("void", "lastVoidSeq"))
NO_HASH = b64(bytes(32))


def block_reader(precision):
    return object_of(
        **HEADER_MEMBERS,
        keyId=KEY_ID,
        signature=SIGNATURE,
        entries=list_of(entry_reader(precision), 1, 100_000),
    )


def tree_root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    middle = left_size(len(leaves))
    return node(tree_root(leaves[:middle]), tree_root(leaves[middle:]))


def is_sound(block):
    first = block["number"] == 1
    return (
        block["number"] <= block["firstSeq"] <= block["lastSeq"]
        and first == (block["firstSeq"] == 1)
        and first == (block["previous"] == NO_HASH)
        and 1 <= block["lastSourceSeq"] <= block["lastSeq"]
        and block["lastVoidSeq"] <= block["lastSeq"]
    )


def follows(before, block):
    """What a later header must say, however many are left out between the two."""
    numbers = block["number"] - before["number"]
    return (
        1 <= numbers <= block["firstSeq"] - before["lastSeq"]
        and block["timeMs"] >= before["timeMs"]
        and block["productVersion"] >= before["productVersion"]
        and all(block[name] == before[name] or block[name] > before["lastSeq"] for _, name in MARKS)
    )


def is_day_after(day, other):
    try:
        first, second = datetime.date.fromisoformat(day), datetime.date.fromisoformat(other)
    except ValueError:
        return False  # No entry is of such a day either.
    return second - first == datetime.timedelta(days=1)


class Archive:
    """Looks at archives line by line; raises the first fault."""

    def __init__(self, keys):
        self.keys = keys
        self.head = self.before = None
        self.tail = []

    def begin(self, value):
        head = HEAD(value, "")
        last = self.head
        if self.head is None or any(self.head[name] != head[name] for name in ("symbol", "precision")):
            self.before, self.tail = None, []
        self.head, self.taken, self.entries = head, 0, 0
        self.read_block = block_reader(head["precision"])
        # A head is not signed: that no block is missing at an archive's end is shown by that of the day after.
        is_next_day = self.before is not None and is_day_after(last["day"], head["day"])
        self.leaves_out = is_next_day and head["firstNumber"] != last["lastNumber"] + 1

    def take(self, value):
        block = self.read_block(value, "")
        before = self.before
        first = block["entries"][0]
        if first["kind"] != "restart":
            chained = before is not None and before["number"] == block["number"] - 1
        else:
            # Between the files of two days some blocks may be left out.
            must = self.taken > 0 or self.leaves_out
            chained = before is not None and (must or seq_before(first) <= before["lastSeq"])
        self.check_place(block, chained)
        self.check_signature(block)
        self.check_entries(block, before if chained else None)
        self.check_log(block)
        self.check_marks(block)
        marks = [entry for entry in block["entries"] if entry["kind"] == "watermark"]
        mark, last = (marks or self.tail[:1] or [None])[-1], block["entries"][-1]
        self.tail = [last] if mark is None or mark is last else [mark, last]
        self.before = block
        self.taken += 1
        self.entries += len(block["entries"])

    def finish(self):
        number = 0 if self.before is None else self.before["number"]
        if self.taken == 0 or number != self.head["lastNumber"]:
            raise Fault("blocks", "block-order", number=number + 1)

    def bytes_of(self, block):
        return header_bytes(block, self.head["symbol"], self.head["precision"])

    def check_place(self, block, chained):
        number, before = block["number"], self.before
        first = block["entries"][0]
        if self.taken == 0 and self.leaves_out and first["kind"] != "restart":
            raise Fault("blocks", "block-order", number=self.head["firstNumber"])
        expected = self.head["firstNumber"] if self.taken == 0 else before["number"] + 1
        # A restart leaves numbers out, and names the entry it follows.
        in_place = number == expected or (first["kind"] == "restart" and number > expected)
        if not in_place or number > self.head["lastNumber"] or not is_sound(block):
            raise Fault("blocks", "block-order", number=number)
        if before is not None and not follows(before, block):
            raise Fault("blocks", "block-order", number=number)
        if chained:
            said = b64(sha256(b"\x02", self.bytes_of(before)))
            if said != block["previous"] or before["lastSeq"] != seq_before(first):
                raise Fault("blocks", "block-chain", number=number)

    def check_signature(self, block):
        about = {"number": block["number"], "keyId": block["keyId"]}
        key = self.keys.get(block["keyId"])
        if key is None:
            raise Fault("keys", "unknown-key", **about)
        if not (key["fromMs"] <= block["timeMs"] and (key["toMs"] is None or block["timeMs"] < key["toMs"])):
            raise Fault("blocks", "key-not-in-use", **about)
        message = b"truestrike block 1\x00" + self.bytes_of(block)
        if not signature_is_good(unb64(block["signature"]), message, unb64(key["publicKey"])):
            raise Fault("blocks", "block-signature", **about)

    def check_entries(self, block, before):
        number, entries = block["number"], block["entries"]
        wrong = [entry["seq"] for at, entry in enumerate(entries) if entry["seq"] != block["firstSeq"] + at]
        if not wrong and len(entries) != block["lastSeq"] - block["firstSeq"] + 1:
            wrong = [block["lastSeq"]]
        if wrong:
            raise Fault("inclusion", "entry-not-in-block", number=number, seq=wrong[0])
        symbol, version = self.head["symbol"], block["productVersion"]
        leaves = [sha256(b"\x00", entry_bytes(entry, symbol, version, self.head["precision"])) for entry in entries]
        if b64(tree_root(leaves)) != block["root"]:
            raise Fault("inclusion", "entry-not-in-block", number=number, seq=block["firstSeq"])
        if before is not None:
            running = unb64(before["runningHash"])
        elif number == 1:
            running = sha256(("truestrike log %s %d" % (symbol, version)).encode("ascii"))
        else:
            return
        for leaf in leaves:
            running = sha256(running, leaf)
        if b64(running) != block["runningHash"]:
            raise Fault("blocks", "block-chain", number=number)

    def check_log(self, block):
        seq, time, watermark = 0, -1, -1
        for entry in self.tail + block["entries"]:
            before = seq_before(entry)
            if not seq <= before < entry["seq"] or entry["timeMs"] < time or entry["timeMs"] <= watermark:
                raise Fault("log", "log-order", seq=entry["seq"])
            seq, time = entry["seq"], entry["timeMs"]
            if entry["kind"] == "watermark":
                watermark = time
        last = block["entries"][-1]
        try:
            day = datetime.date.fromisoformat(self.head["day"]) - datetime.date(1970, 1, 1)
            same_day = last["timeMs"] // 86_400_000 == day.days
        except ValueError:
            same_day = False
        if last["timeMs"] > block["timeMs"] or not same_day:
            raise Fault("log", "log-order", seq=last["seq"])

    def check_marks(self, block):
        for kind, name in MARKS:
            shown = [entry["seq"] for entry in block["entries"] if is_mark(entry, kind)]
            if shown and shown[-1] != block[name]:
                raise Fault("marks", "mark-hidden", kind=kind, seq=shown[-1])
            if not shown and block[name] >= block["firstSeq"]:
                raise Fault("marks", "mark-hidden", kind=kind, seq=block[name])


# ------------------------------------------------------------------------------------------------------------ the command


def lines_of(path):
    try:
        with gzip.open(path, "rb") as file:
            empty = True
            while True:
                line = file.readline(LINE_MAX)
                if not line:
                    break
                empty = False
                line.decode("utf-8")
                if not line.endswith(b"\n"):
                    raise Unreadable("%s cannot be read" % path)
                yield line
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise Unreadable("%s cannot be read" % path)
    if empty:
        raise Unreadable("%s cannot be read" % path)


def parsed(line):
    try:
        return parse_json(line)
    except (ValueError, RecursionError):
        return None


def arguments(args):
    archives, keys, as_json, rest = [], None, False, list(args)
    while rest:
        word = rest.pop(0)
        if word == "--json":
            as_json = True
        elif word == "--keys" and rest:
            keys = rest.pop(0)
        elif word.startswith("--keys="):
            keys = word[len("--keys=") :]
        elif word.startswith("-") or not word.endswith(".gz"):
            raise Unreadable(__doc__.strip())
        else:
            archives.append(word)
    if not archives:
        raise Unreadable(__doc__.strip())
    return archives, keys or os.path.expanduser("~/.config/truestrike/keys.json")


def look(path, archive):
    """What was found, for JSON."""
    number = 0
    try:
        for line in lines_of(path):
            number += 1
            (archive.begin if number == 1 else archive.take)(parsed(line))
        archive.finish()
    except Fault as fault:
        details = {name: str(detail) for name, detail in fault.details.items()}
        return {"ok": False, "path": path, "line": number, "check": fault.check, "code": fault.code, "details": details}
    head = {name: value for name, value in archive.head.items() if name != "format"}
    return {"ok": True, "kind": "archive", "path": path, **head, "blocks": archive.taken, "entries": archive.entries}


def main(args):
    as_json = "--json" in args
    try:
        paths, keys_path = arguments(args)
        keys = read_keys(read_json(keys_path))
        archive = Archive(keys)
        for path in paths:
            found = look(path, archive)
            if as_json:
                print(json.dumps(found))
            elif found["ok"]:
                print("%s: everything holds." % path)
                print("  %(symbol)s, %(day)s: blocks %(firstNumber)d to %(lastNumber)d, %(entries)d entries" % found)
            else:
                print("%(code)s (line %(line)d, looking at: %(check)s)" % found)
                for name, detail in found["details"].items():
                    print("  %s: %s" % (name, detail))
            if not found["ok"]:
                return 2 if found["code"] == "unknown-key" else 1
    except Unreadable as error:
        if as_json:
            print(json.dumps({"ok": False, "error": str(error)}))
        else:
            print(error, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
