#!/usr/bin/env python3
"""Verifies Truestrike receipts, and balances in its tree of liabilities. A second program beside the one in TypeScript, from docs/proof.md alone.

    python3 truestrike_verify.py receipt.json [--keys keys.json] [--json]

Python 3.9 or newer and its standard library, nothing else; no network. Exit code: 0 everything holds, 1 something does
not, 2 signed by a key that is not yours, 3 nothing to verify (unreadable input, wrong usage). Without --keys the keys are
read from ~/.config/truestrike/keys.json.
"""

import base64
import datetime
import functools
import hashlib
import json
import os
import re
import sys

MAX_SAFE = 2**53 - 1
I32, U32, I64, U64 = 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1
TIME_MAX = 8_640_000_000_000_000
FILE_BYTES_MAX = 64 << 20
LIST_MAX = 100_000

KINDS = {"tick": 1, "watermark": 2, "acceptance": 3, "void": 4, "source": 5, "rejected": 6, "restart": 7}
SOURCES = {"simulated": 1, "replay": 2, "exchange": 3}
LEGS, SECOND_PRICE = 1, 2
REJECTIONS = {"outlier": 1, "order": 2, "deviation": 3}
# Least and greatest time − sourceTime of a tick, ms; a replay may be shifted by anything, but evenly.
SOURCE_LAG = {"simulated": (0, 1_000), "exchange": (-2_000, 5_000)}
REPLAY_LAG_SPREAD = 1_000


class Fault(Exception):
    """The first thing that does not hold."""

    def __init__(self, check, code, **details):
        super().__init__(code)
        self.check, self.code, self.details = check, code, details


class Unreadable(Exception):
    """There is nothing to verify."""


# ---------------------------------------------------------------------------------------------------- Ed25519, RFC 8032

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
ZERO = (0, 1, 1, 0)


def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_neg(p):
    return -p[0] % P, p[1], p[2], -p[3] % P


def is_zero(p):
    return p[0] % P == 0 and (p[1] - p[2]) % P == 0


def decode_point(data):
    """The point, or None for a spelling RFC 8032 does not allow."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * SQRT_M1 % P
    if (x * x - x2) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def times_eight(p):
    for _ in range(3):
        p = point_add(p, p)
    return p


@functools.lru_cache(maxsize=None)
def signature_is_good(signature, message, public_key):
    a, r = decode_point(public_key), decode_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or is_zero(times_eight(a)):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    minus_a = point_neg(a)
    table = [None, BASE, minus_a, point_add(BASE, minus_a)]
    total = ZERO
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        total = point_add(total, total)
        which = (s >> bit & 1) | (k >> bit & 1) << 1
        if which:
            total = point_add(total, table[which])
    return is_zero(times_eight(point_add(total, point_neg(r))))


# ------------------------------------------------------------------------------------------------------ bytes and hashes


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u(size, value):
    return value.to_bytes(size, "big")


def i64(value):
    return value.to_bytes(8, "big", signed=True)


def ascii_text(text):
    return u(1, len(text)) + text.encode("ascii")


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def node(left, right):
    return sha256(b"\x01", left, right)


def left_size(count):
    return 1 << ((count - 1).bit_length() - 1)


def root_from_path(leaf, index, count, path):
    """RFC 6962: which siblings there are follows from place and size alone."""

    def sides(index, count):
        if count == 1:
            return []
        left = left_size(count)
        if index < left:
            return sides(index, left) + ["right"]
        return sides(index - left, count - left) + ["left"]

    places = sides(index, count)
    if len(places) != len(path):
        return None
    for side, sibling in zip(places, path):
        leaf = node(leaf, sibling) if side == "right" else node(sibling, leaf)
    return leaf


def root_from_range(leaves, start, count, proof):
    """Root over `count` leaves of which those from `start` on are given, the rest as subtrees from left to right."""
    end, rest = start + len(leaves), list(reversed(proof))
    if start < 0 or end > count:
        return None

    def build(low, high):
        if high <= start or low >= end:
            return rest.pop() if rest else None
        if high - low == 1:
            return leaves[low - start]
        middle = low + left_size(high - low)
        left = build(low, middle)
        right = None if left is None else build(middle, high)
        return None if right is None else node(left, right)

    root = build(0, count)
    return None if rest else root


def part_bytes(entry):
    """What a price carries beyond its own members, or nothing."""
    out = []
    if "legs" in entry:
        for quote in (entry["legs"]["base"], entry["legs"]["quote"]):
            out += [ascii_text(quote[name]) for name in ("pair", "bid", "ask")] + [u(8, quote["timeMs"])]
    if "secondPrice" in entry:
        out.append(i64(entry["secondPrice"]))
    parts = (LEGS if "legs" in entry else 0) | (SECOND_PRICE if "secondPrice" in entry else 0)
    return b"".join([u(1, parts)] + out) if parts else b""


def entry_bytes(entry, symbol, version, precision):
    more = part_bytes(entry)
    out = [b"\x02" if more else b"\x01", u(1, KINDS[entry["kind"]]), ascii_text(symbol), u(4, version), u(1, precision)]
    out += [u(8, entry["seq"]), u(8, entry["timeMs"])]
    kind = entry["kind"]
    if kind == "rejected":
        out.append(u(1, REJECTIONS[entry["rule"]]))
    if kind in ("tick", "rejected"):
        out += [i64(entry["price"]), u(8, entry["volume"]), u(1, SOURCES[entry["source"]])]
        out += [u(8, entry[name]) for name in ("firstTradeId", "lastTradeId", "sourceTimeMs")]
    elif kind == "acceptance":
        out += [u(4, entry["count"]), unb64(entry["root"])]
    elif kind == "source":
        out.append(u(1, SOURCES[entry["source"]]))
    elif kind == "restart":
        out += [u(1, SOURCES[entry["source"]]), u(8, entry["afterSeq"])]
    elif kind == "void":
        reason = entry["reason"].encode("utf-8")
        out += [u(8, entry["fromMs"]), u(8, entry["toMs"]), u(4, entry["contractCount"]), i64(entry["houseEffect"])]
        out += [u(1, len(reason)), reason]
    return b"".join(out) + more


def header_bytes(block, symbol, precision):
    numbers = [block["number"], block["firstSeq"], block["lastSeq"]]
    hashes = [block["root"], block["previous"], block["runningHash"]]
    newest = [block["lastSourceSeq"], block["lastVoidSeq"], block["timeMs"]]
    return b"".join(
        [b"\x01", ascii_text(symbol), u(4, block["productVersion"]), u(1, precision)]
        + [u(8, value) for value in numbers]
        + [unb64(value) for value in hashes]
        + [u(8, value) for value in newest]
    )


def rule_hash(rule):
    times = [rule[name] for name in ("windowMs", "openingDelayMs", "openTimeoutMs", "staleMs", "maxGapMs")]
    return sha256(
        b"\x01",
        ascii_text(rule["symbol"]),
        u(4, rule["durationSeconds"]),
        u(4, rule["payoutBps"]),
        u(8, rule["stakeMin"]),
        u(8, rule["stakeMax"]),
        *[u(4, value) for value in times],
    )


def order_hash(order):
    names = ("clientOrderId", "book", "symbol", "direction", "durationSeconds", "stake", "ruleVersion")
    body = ["order-1"] + [str(order[name]) if name == "stake" else order[name] for name in names]
    return sha256(json.dumps(body, separators=(",", ":")).encode("ascii"))


def order_leaf(product, contract):
    return sha256(
        b"\x00\x01\x10",
        u(8, contract["id"]),
        ascii_text(product["symbol"]),
        u(4, product["version"]),
        u(1, product["precision"]),
        u(1, SOURCES[contract["source"]]),
        unb64(contract["orderHash"]),
        *[u(8, contract[name]) for name in ("openAfterSeq", "acceptedAtMs", "expiresAtMs")],
        unb64(contract["ruleHash"]),
    )


# ------------------------------------------------------------------------------------------------- the form of the JSON


def demand(condition, path):
    if not condition:
        raise Fault("format", "format", path=path)


def whole(low, high):
    def read(value, path):
        demand(type(value) is int and low <= value <= high, path)
        return value

    return read


def one_of(*names):
    def read(value, path):
        demand(isinstance(value, str) and value in names, path)
        return value

    return read


def matching(pattern):
    form = re.compile(pattern)

    def read(value, path):
        demand(isinstance(value, str) and form.fullmatch(value) is not None, path)
        return value

    return read


def base64_of(size):
    form = re.compile("[A-Za-z0-9_-]{%d}" % ((size * 4 + 2) // 3))

    def read(value, path):
        demand(isinstance(value, str) and form.fullmatch(value) is not None, path)
        demand(b64(unb64(value)) == value, path)
        return value

    return read


DECIMAL = re.compile(r"(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,12}))?")


def decimal(scale, min_decimals, low, high):
    """Decimal text as an integer of 10^-scale, in the one spelling it has."""

    def read(value, path):
        demand(isinstance(value, str), path)
        found = DECIMAL.fullmatch(value)
        demand(found is not None, path)
        sign, digits, fraction = found[1], found[2], found[3] or ""
        shortest = len(fraction) == min_decimals or (len(fraction) > min_decimals and fraction[-1] != "0")
        demand(len(fraction) <= scale and shortest, path)
        number = int(digits + fraction.ljust(scale, "0"))
        demand(not (sign and number == 0), path)
        number = -number if sign else number
        demand(low <= number <= high, path)
        return number

    return read


def nullable(read_value):
    return lambda value, path: None if value is None else read_value(value, path)


def list_of(read_item, low, high):
    def read(value, path):
        demand(isinstance(value, list) and low <= len(value) <= high, path)
        return [read_item(item, "%s/%d" % (path, at)) for at, item in enumerate(value)]

    return read


def object_of(*optional, **members):
    def read(value, path):
        demand(isinstance(value, dict), path)
        told = {name: member for name, member in members.items() if name not in optional or name in value}
        demand(value.keys() == told.keys(), path)
        return {name: read_member(value[name], path + "/" + name) for name, read_member in told.items()}

    return read


def amount(low, high):
    return decimal(6, 2, low, high)


HASH, KEY_ID, SIGNATURE = base64_of(32), base64_of(16), base64_of(64)
SYMBOL = matching("[A-Z0-9]{2,20}")
SEQ, COUNT, TIME, U32_NUMBER = whole(1, MAX_SAFE), whole(0, MAX_SAFE), whole(0, TIME_MAX), whole(0, U32)
VERSION = whole(1, I32)
SOURCE = one_of(*SOURCES)


def read_contract_id(value, path):
    demand(isinstance(value, str) and re.fullmatch("[1-9][0-9]{0,18}", value) is not None, path)
    demand(int(value) <= I64, path)
    return int(value)


def read_reason(value, path):
    demand(isinstance(value, str), path)
    try:
        demand(len(value.encode("utf-8")) <= 200, path)
    except UnicodeEncodeError:
        demand(False, path)
    return value


PRODUCT = object_of(symbol=SYMBOL, version=VERSION, precision=whole(0, 12))
CONTRACT = object_of(
    id=read_contract_id,
    order=object_of(
        clientOrderId=matching("[A-Za-z0-9_-]{8,64}"),
        book=one_of("demo", "real"),
        symbol=SYMBOL,
        direction=one_of("up", "down"),
        durationSeconds=whole(1, 604_800),
        stake=amount(1, I64),
        ruleVersion=VERSION,
    ),
    orderHash=HASH,
    rule=object_of(
        symbol=matching(r"\*|[A-Z0-9]{2,20}"),
        durationSeconds=U32_NUMBER,
        payoutBps=U32_NUMBER,
        stakeMin=amount(0, I64),
        stakeMax=amount(0, I64),
        windowMs=U32_NUMBER,
        openingDelayMs=U32_NUMBER,
        openTimeoutMs=U32_NUMBER,
        staleMs=U32_NUMBER,
        maxGapMs=U32_NUMBER,
    ),
    ruleHash=HASH,
    source=SOURCE,
    openAfterSeq=SEQ,
    acceptedAtMs=TIME,
    expiresAtMs=TIME,
)
ACCEPTANCE = object_of(
    index=U32_NUMBER,
    count=whole(1, U32),
    path=list_of(HASH, 0, 64),
    root=HASH,
    keyId=KEY_ID,
    signature=SIGNATURE,
)


QUOTE_TEXT = matching(r"(?=.{1,40}\Z)[0-9]+(\.[0-9]+)?")
QUOTE = object_of(pair=matching("[A-Z0-9]{2,10}/[A-Z0-9]{2,10}"), bid=QUOTE_TEXT, ask=QUOTE_TEXT, timeMs=TIME)


def price_reader(precision):
    return decimal(precision, precision, 1, I64)


def entry_reader(precision):
    price = price_reader(precision)
    numbered = {"seq": SEQ, "timeMs": TIME}
    priced = dict(
        numbered,
        price=price,
        volume=amount(0, U64),
        source=SOURCE,
        firstTradeId=COUNT,
        lastTradeId=COUNT,
        sourceTimeMs=TIME,
        legs=object_of(base=QUOTE, quote=QUOTE),
    )
    void = dict(fromMs=TIME, toMs=TIME, contractCount=U32_NUMBER, houseEffect=amount(-I64, I64), reason=read_reason)
    kinds = {
        "tick": priced,
        "watermark": numbered,
        "acceptance": dict(numbered, root=HASH, count=U32_NUMBER),
        "void": dict(numbered, **void),
        "source": dict(numbered, source=SOURCE),
        "restart": dict(numbered, source=SOURCE, afterSeq=SEQ),
        "rejected": dict(priced, rule=one_of(*REJECTIONS), secondPrice=price),
    }
    optional = ("legs", "secondPrice")
    readers = {kind: object_of(*optional, kind=one_of(kind), **members) for kind, members in kinds.items()}

    def entry(value, path):
        kind = value.get("kind") if isinstance(value, dict) else None
        demand(isinstance(kind, str) and kind in readers, path + "/kind")
        return readers[kind](value, path)

    return entry


HEADER_MEMBERS = dict(
    number=SEQ,
    productVersion=VERSION,
    firstSeq=SEQ,
    lastSeq=SEQ,
    root=HASH,
    previous=HASH,
    runningHash=HASH,
    lastSourceSeq=COUNT,
    lastVoidSeq=COUNT,
    timeMs=TIME,
)


def settlement_reader(precision):
    price, entry = price_reader(precision), entry_reader(precision)
    block = object_of(
        **HEADER_MEMBERS,
        runs=list_of(object_of(entries=list_of(entry, 1, LIST_MAX), proof=list_of(HASH, 0, 128)), 0, LIST_MAX),
    )
    return object_of(
        format=one_of("truestrike-receipt/1"),
        product=PRODUCT,
        contract=CONTRACT,
        claim=object_of(
            state=one_of("completed", "cancelled"),
            result=nullable(one_of("won", "lost", "equal")),
            cancelReason=nullable(one_of("no-opening-price", "price-gap", "source-changed", "void")),
            decidedSeq=SEQ,
            openingPrice=nullable(price),
            openingTimeMs=nullable(TIME),
            openingSeq=nullable(SEQ),
            closingPrice=nullable(price),
            closingTimeMs=nullable(TIME),
            profit=amount(-I64, I64),
        ),
        acceptance=ACCEPTANCE,
        chains=list_of(
            object_of(keyId=KEY_ID, signature=SIGNATURE, blocks=list_of(block, 1, LIST_MAX)), 1, LIST_MAX
        ),
    )


def read_receipt(value):
    form = value.get("format") if isinstance(value, dict) else None
    if form == "truestrike-acceptance/1":
        return object_of(
            format=one_of(form), product=PRODUCT, contract=CONTRACT, acceptance=ACCEPTANCE
        )(value, "")
    demand(form == "truestrike-receipt/1", "/format")
    product = PRODUCT(value.get("product"), "/product")
    receipt = settlement_reader(product["precision"])(value, "")
    claim = receipt["claim"]
    opening = [claim["openingPrice"], claim["openingTimeMs"], claim["openingSeq"]].count(None)
    closing = [claim["closingPrice"], claim["closingTimeMs"]].count(None)
    if claim["state"] == "completed":
        fits = claim["result"] is not None and claim["cancelReason"] is None and opening == 0 and closing == 0
    else:
        fits = claim["result"] is None and claim["cancelReason"] is not None and opening in (0, 3) and closing == 2
    demand(fits, "/claim")
    for block in all_blocks(receipt):
        free = block["firstSeq"]
        for run in block["runs"]:
            seqs = [entry["seq"] for entry in run["entries"]]
            demand(seqs[0] >= free and seqs == list(range(seqs[0], seqs[0] + len(seqs))), "/chains")
            demand(seqs[-1] <= block["lastSeq"], "/chains")
            free = seqs[-1] + 2
    return receipt


def all_blocks(receipt):
    return [block for chain in receipt["chains"] for block in chain["blocks"]]


def entries_in(block):
    return [entry for run in block["runs"] for entry in run["entries"]]


# ------------------------------------------------------------------------------------------------------------ the keys


def read_keys(value):
    """Keys by id; the file is refused as a whole when any of it is wrong."""
    key_reader = object_of(
        id=KEY_ID,
        publicKey=base64_of(32),
        fromMs=TIME,
        toMs=nullable(TIME),
        endorsedBy=nullable(KEY_ID),
        endorsement=nullable(SIGNATURE),
    )
    try:
        listed = object_of(format=one_of("truestrike-keys/1"), keys=list_of(key_reader, 1, 1_000))(value, "")["keys"]
    except Fault:
        raise Unreadable("is not a keys file (MALFORMED)")
    keys = {}
    older = None
    for key in listed:
        public_key = unb64(key["publicKey"])
        if key["id"] in keys or (key["toMs"] is not None and key["toMs"] <= key["fromMs"]):
            raise Unreadable("is not a keys file (MALFORMED)")
        if b64(sha256(public_key)[:16]) != key["id"]:
            raise Unreadable("is not a keys file (FALSE_ID)")
        if key["endorsedBy"] is not None or key["endorsement"] is not None:
            end = TIME_MAX if older is None or older["toMs"] is None else older["toMs"]
            message = b"truestrike key 1\x00" + public_key + u(8, key["fromMs"])
            if (
                older is None
                or key["endorsedBy"] != older["id"]
                or key["endorsement"] is None
                or not older["fromMs"] <= key["fromMs"] <= end
                or not signature_is_good(unb64(key["endorsement"]), message, unb64(older["publicKey"]))
            ):
                raise Unreadable("is not a keys file (FALSE_ENDORSEMENT)")
        keys[key["id"]] = older = key
    return keys


def key_at(keys, key_id, time_ms):
    key = keys.get(key_id)
    if key is None or time_ms < key["fromMs"] or (key["toMs"] is not None and time_ms >= key["toMs"]):
        return None
    return key


# ---------------------------------------------------------------------------------------------- the outcome of a contract


class Contract:
    """What decides an outcome."""

    def __init__(self, contract):
        order, rule = contract["order"], contract["rule"]
        self.direction, self.stake, self.payout_bps = order["direction"], order["stake"], rule["payoutBps"]
        self.window, self.max_gap = rule["windowMs"], rule["maxGapMs"]
        self.source, self.open_after = contract["source"], contract["openAfterSeq"]
        self.expires = contract["expiresAtMs"]
        self.opens_from = contract["acceptedAtMs"] + rule["openingDelayMs"]
        self.opens_until = self.opens_from + rule["openTimeoutMs"]
        self.window_from = self.expires - self.window


def seq_before(entry):
    """Number of the entry before one: a restart leaves numbers out."""
    return entry["afterSeq"] if entry["kind"] == "restart" else entry["seq"] - 1


def is_mark(entry, kind):
    """A restart counts as a change of source and as a void."""
    return entry["kind"] in (kind, "restart")


def proof_past(entries, time_ms):
    """Index of the first entry after which nothing can have a time up to `time_ms`."""
    for at, entry in enumerate(entries):
        if entry["timeMs"] > time_ms or (entry["timeMs"] == time_ms and entry["kind"] == "watermark"):
            return at
    return None


def opening_of(contract, entries):
    """('found', tick) | ('none' | 'source-changed', seq) | ('waiting' | 'incomplete', None)"""
    first = None
    for at, entry in enumerate(entries):
        if entry["seq"] > contract.open_after and entry["timeMs"] >= contract.opens_from:
            first = at
            break
    if first is None:
        return "waiting", None
    before = seq_before(entries[first])
    if before != contract.open_after and (first == 0 or entries[first - 1]["seq"] != before):
        return "incomplete", None
    over = proof_past(entries, contract.opens_until)
    for at in range(first, len(entries)):
        entry = entries[at]
        if at > first and seq_before(entry) != entries[at - 1]["seq"]:
            return "incomplete", None
        if over is not None and at >= over:
            return "none", entry["seq"]
        if entry["kind"] == "tick":
            return ("found", entry) if entry["source"] == contract.source else ("source-changed", entry["seq"])
    return "waiting", None


def closing_of(contract, entries, opening_price):
    """('found', (price, seq)) | ('price-gap' | 'source-changed', seq) | ('waiting' | 'incomplete', None)"""
    proof = proof_past(entries, contract.expires)
    if proof is None:
        return "waiting", None
    seq = entries[proof]["seq"]
    begin = proof
    while begin > 0 and entries[begin - 1]["seq"] == seq_before(entries[begin]):
        begin -= 1
    # What a restart lost may lie before the expiry. It counts beside the entry it follows.
    if entries[proof]["kind"] == "restart" and begin < proof:
        return "source-changed", seq
    ticks = [entry for entry in entries[begin:] if entry["kind"] == "tick"]
    early = [tick for tick in ticks if tick["timeMs"] <= contract.window_from]
    first_seq = early[-1]["seq"] if early else 0
    used = [tick for tick in ticks if first_seq <= tick["seq"] and tick["timeMs"] <= contract.expires]
    if any(tick["source"] != contract.source for tick in used):
        return "source-changed", seq
    ends = [tick["timeMs"] for tick in used[1:]] + [contract.expires]
    begins = [tick["timeMs"] for tick in used]
    if not early:
        # The price in force is older than what is shown: a gap may be seen all the same.
        ends, begins = begins + [contract.expires], [entries[begin]["timeMs"]] + begins
    if any(end - start > contract.max_gap for start, end in zip(begins, ends)):
        return "price-gap", seq
    if not early:
        return "incomplete", None
    if contract.window == 0:
        return "found", (used[-1]["price"], seq)
    total = 0
    for tick, end in zip(used, ends[:-1] + [contract.expires + 1]):
        total += tick["price"] * max(0, end - max(tick["timeMs"], contract.window_from + 1))
    distance = total - opening_price * contract.window
    size = (2 * abs(distance) + contract.window) // (2 * contract.window)
    return "found", (opening_price + (size if distance > 0 else -size), seq)


def void_touches(entry, contract, opening):
    last = min(entry["toMs"], entry["timeMs"] - 1)
    if entry["fromMs"] > last:
        return False
    holds_opening = entry["fromMs"] <= opening["timeMs"] <= last
    return holds_opening or (entry["fromMs"] <= contract.expires and contract.window_from <= last)


def outcome_of(contract, entries):
    """{state, result, reason, seq, opening, closing, profit}; state 'undecided' with what it waits for."""
    verdict, found = opening_of(contract, entries)
    opening = found if verdict == "found" else None
    out = dict(state="undecided", result=None, reason=None, seq=None, opening=opening, closing=None, profit=0)
    if verdict == "incomplete":
        return out
    causes = [] if verdict not in ("none", "source-changed") else [
        (found, "no-opening-price" if verdict == "none" else verdict)
    ]
    for entry in entries:
        if entry["seq"] <= contract.open_after or entry["timeMs"] > contract.expires:
            continue
        changed = entry["kind"] == "source" and entry["source"] != contract.source
        if changed or entry["kind"] == "restart":
            causes.append((entry["seq"], "source-changed"))
        if entry["kind"] == "void" and opening is not None and void_touches(entry, contract, opening):
            causes.append((entry["seq"], "void"))
    if causes:
        seq, reason = min(causes, key=lambda cause: cause[0])
        before = opening if opening is not None and opening["seq"] < seq else None
        return dict(out, state="cancelled", reason=reason, seq=seq, opening=before)
    if opening is None:
        return out
    verdict, found = closing_of(contract, entries, opening["price"])
    if verdict in ("price-gap", "source-changed"):
        return dict(out, state="cancelled", reason=verdict, seq=found)
    if verdict != "found":
        return out
    price, seq = found
    moved = (price > opening["price"]) - (price < opening["price"])
    wanted = 1 if contract.direction == "up" else -1
    result = "equal" if moved == 0 else "won" if moved == wanted else "lost"
    profit = {"won": contract.stake * contract.payout_bps // 10_000, "lost": -contract.stake, "equal": 0}[result]
    return dict(out, state="completed", result=result, seq=seq, closing=price, profit=profit)


# ---------------------------------------------------------------------------------------------------- checks, in order


def check_terms(product, contract):
    order, rule = contract["order"], contract["rule"]
    if b64(rule_hash(rule)) != contract["ruleHash"]:
        raise Fault("rule", "rule-hash")
    times = [rule["windowMs"], rule["openingDelayMs"], rule["openTimeoutMs"]]
    allowed = (
        1 <= rule["durationSeconds"] <= 604_800
        and 1 <= rule["payoutBps"] <= 10_000
        and 0 < rule["stakeMin"] <= rule["stakeMax"] <= 10**12
        and all(value <= 3_600_000 for value in times)
        and 1 <= rule["maxGapMs"] <= 3_600_000
        and 1 <= rule["staleMs"] <= 3_600_000
        and sum(times) <= rule["durationSeconds"] * 1000
    )
    if not allowed:
        raise Fault("rule", "rule-invalid")
    if b64(order_hash(order)) != contract["orderHash"]:
        raise Fault("order", "order-hash")
    if order["symbol"] != product["symbol"] or rule["symbol"] not in (product["symbol"], "*"):
        raise Fault("terms", "other-terms")
    if rule["durationSeconds"] != order["durationSeconds"]:
        raise Fault("terms", "other-terms")
    if contract["acceptedAtMs"] + order["durationSeconds"] * 1000 != contract["expiresAtMs"]:
        raise Fault("terms", "expiry")
    if not rule["stakeMin"] <= order["stake"] <= rule["stakeMax"]:
        raise Fault("terms", "stake-outside-rule")


def check_acceptance(receipt, keys):
    contract, acceptance = receipt["contract"], receipt["acceptance"]
    index, count = acceptance["index"], acceptance["count"]
    path = [unb64(text) for text in acceptance["path"]]
    leaf = order_leaf(receipt["product"], contract)
    root = root_from_path(leaf, index, count, path) if index < count else None
    if root is None or b64(root) != acceptance["root"]:
        raise Fault("acceptance", "acceptance-path")
    key = key_at(keys, acceptance["keyId"], contract["acceptedAtMs"])
    if key is None:
        raise Fault("acceptance", "key-not-in-use")
    message = b"truestrike acceptance 1\x00" + root + u(4, count)
    if not signature_is_good(unb64(acceptance["signature"]), message, unb64(key["publicKey"])):
        raise Fault("acceptance", "acceptance-signature")


def check_acceptance_entry(receipt, terms, entries):
    root, count = receipt["acceptance"]["root"], receipt["acceptance"]["count"]
    for entry in entries:
        if entry["kind"] == "acceptance" and entry["seq"] > terms.open_after:
            if entry["root"] == root and entry["count"] == count:
                if receipt["claim"]["state"] == "completed" and entry["timeMs"] > terms.opens_until:
                    raise Fault("acceptance-entry", "acceptance-late", seq=entry["seq"])
                return
    raise Fault("acceptance-entry", "acceptance-not-logged")


def check_blocks(receipt, keys):
    product, before = receipt["product"], None
    for chain in receipt["chains"]:
        inside = False
        for block in chain["blocks"]:
            if not header_is_sound(block) or (before is not None and not header_may_follow(before, block)):
                raise Fault("blocks", "block-order", number=block["number"])
            consecutive = before is not None and before["number"] + 1 == block["number"]
            if consecutive != inside:
                raise Fault("blocks", "block-order", number=block["number"])
            if inside:
                previous = b64(sha256(b"\x02", header_bytes(before, product["symbol"], product["precision"])))
                if previous != block["previous"] or before["lastSeq"] + 1 != block["firstSeq"]:
                    raise Fault("blocks", "block-chain", number=block["number"])
            before, inside = block, True
        key = key_at(keys, chain["keyId"], before["timeMs"])
        if key is None:
            raise Fault("blocks", "key-not-in-use", number=before["number"])
        message = b"truestrike block 1\x00" + header_bytes(before, product["symbol"], product["precision"])
        if not signature_is_good(unb64(chain["signature"]), message, unb64(key["publicKey"])):
            raise Fault("blocks", "block-signature", number=before["number"])


def header_is_sound(block):
    is_first = block["number"] == 1
    return (
        block["number"] <= block["firstSeq"] <= block["lastSeq"]
        and is_first == (block["firstSeq"] == 1)
        and is_first == (unb64(block["previous"]) == bytes(32))
        and 1 <= block["lastSourceSeq"] <= block["lastSeq"]
        and block["lastVoidSeq"] <= block["lastSeq"]
    )


def header_may_follow(before, block):
    steps = block["number"] - before["number"]
    return (
        steps >= 1
        and block["firstSeq"] - before["lastSeq"] >= steps
        and block["timeMs"] >= before["timeMs"]
        and block["productVersion"] >= before["productVersion"]
        and all(block[name] == before[name] or block[name] > before["lastSeq"] for name in MARKS.values())
    )


def check_inclusion(receipt):
    product = receipt["product"]
    for block in all_blocks(receipt):
        for run in block["runs"]:
            leaves = [
                sha256(b"\x00", entry_bytes(entry, product["symbol"], block["productVersion"], product["precision"]))
                for entry in run["entries"]
            ]
            start, count = run["entries"][0]["seq"] - block["firstSeq"], block["lastSeq"] - block["firstSeq"] + 1
            root = root_from_range(leaves, start, count, [unb64(text) for text in run["proof"]])
            if root is None or b64(root) != block["root"]:
                raise Fault("inclusion", "entry-not-in-block", number=block["number"], seq=run["entries"][0]["seq"])


def check_log(receipt, terms, entries):
    before = None
    for entry in entries:
        if before is not None:
            earliest = before["timeMs"] + (before["kind"] == "watermark")
            if seq_before(entry) < before["seq"] or entry["timeMs"] < earliest:
                raise Fault("log", "log-order", seq=entry["seq"])
        if entry["seq"] <= seq_before(entry):
            raise Fault("log", "log-order", seq=entry["seq"])
        before = entry
    for block in all_blocks(receipt):
        for entry in entries_in(block):
            if entry["timeMs"] > block["timeMs"]:
                raise Fault("log", "log-order", seq=entry["seq"])
    head = [entry for entry in entries if entry["seq"] == terms.open_after]
    if not head:
        raise Fault("log", "head-missing", seq=terms.open_after)
    if head[0]["timeMs"] > receipt["contract"]["acceptedAtMs"]:
        raise Fault("log", "head-late", seq=terms.open_after)


def check_source_time(entries):
    shift = None
    for entry in entries:
        if entry["kind"] != "tick":
            continue
        lag = entry["timeMs"] - entry["sourceTimeMs"]
        if entry["source"] == "replay":
            shift = lag if shift is None else shift
            low, high = shift - REPLAY_LAG_SPREAD, shift + REPLAY_LAG_SPREAD
        else:
            low, high = SOURCE_LAG[entry["source"]]
        if not low <= lag <= high:
            raise Fault("source-time", "source-time", seq=entry["seq"], lagMs=lag)


MARKS = {"source": "lastSourceSeq", "void": "lastVoidSeq"}


def check_marks(receipt, terms, decided_seq):
    """Between acceptance and decision no change of source and no void is left out."""
    blocks = all_blocks(receipt)
    shown = {entry["seq"]: entry for block in blocks for entry in entries_in(block)}
    for kind, newest in MARKS.items():
        for block in blocks:
            if any(is_mark(entry, kind) and entry["seq"] > block[newest] for entry in entries_in(block)):
                raise Fault("marks", "mark-hidden", kind=kind)
            if block[newest] in shown and not is_mark(shown[block[newest]], kind):
                raise Fault("marks", "mark-hidden", kind=kind, seq=block[newest])
        seq = decided_seq
        while seq > terms.open_after:
            holding = [block for block in blocks if block["firstSeq"] <= seq <= block["lastSeq"]]
            if holding and holding[0][newest] < seq:
                seq = holding[0][newest]
            elif seq in shown:
                seq = seq_before(shown[seq])
            else:
                raise Fault("marks", "mark-hidden", kind=kind, seq=seq)


def check_claim(claim, terms, outcome, decided_seq, late_void):
    opening = outcome["opening"] or dict(price=None, timeMs=None, seq=None)
    if outcome["state"] == "undecided" and outcome["opening"] is None:
        raise Fault("opening", "evidence-missing")
    claimed = (claim["openingPrice"], claim["openingTimeMs"], claim["openingSeq"])
    if claimed != (opening["price"], opening["timeMs"], opening["seq"]):
        raise Fault("opening", "opening-differs", seq=opening["seq"])
    if outcome["state"] == "undecided":
        raise Fault("closing", "evidence-missing")
    if claim["state"] == "completed":
        closing = (outcome["closing"], terms.expires if outcome["state"] == "completed" else None)
        if (claim["closingPrice"], claim["closingTimeMs"]) != closing or outcome["state"] != "completed":
            raise Fault("closing", "closing-differs", found=outcome["closing"])
    profit = outcome["profit"]
    if late_void is not None and outcome["state"] == "completed":
        if not void_touches(late_void, terms, outcome["opening"]):
            raise Fault("outcome", "outcome-differs", seq=decided_seq)
        if outcome["result"] == "won":
            raise Fault("outcome", "void-of-win", seq=late_void["seq"])
        profit = 0
    else:
        found = (outcome["state"], outcome["result"], outcome["reason"], decided_seq)
        if (claim["state"], claim["result"], claim["cancelReason"], claim["decidedSeq"]) != found:
            raise Fault("outcome", "outcome-differs", found=outcome["state"], seq=decided_seq)
    if claim["profit"] != profit:
        raise Fault("outcome", "profit-differs", found=profit)


def check_receipt(value, keys):
    receipt = read_receipt(value)
    is_settled = "claim" in receipt
    for key_id in [receipt["acceptance"]["keyId"]] + [chain["keyId"] for chain in receipt.get("chains", [])]:
        if key_id not in keys:
            raise Fault("keys", "unknown-key", keyId=key_id)
    check_terms(receipt["product"], receipt["contract"])
    check_acceptance(receipt, keys)
    if not is_settled:
        return receipt
    terms, claim = Contract(receipt["contract"]), receipt["claim"]
    entries = [entry for block in all_blocks(receipt) for entry in entries_in(block)]
    check_acceptance_entry(receipt, terms, entries)
    check_blocks(receipt, keys)
    check_inclusion(receipt)
    check_log(receipt, terms, entries)
    check_source_time(entries)
    # What comes after the deciding entry cannot change the outcome.
    upto = [entry for entry in entries if entry["seq"] <= claim["decidedSeq"]]
    outcome = outcome_of(terms, upto)
    decided_seq = outcome["seq"] if outcome["seq"] is not None else claim["decidedSeq"]
    last = upto[-1] if upto else None
    late_void = None
    if claim["cancelReason"] == "void" and last is not None and last["kind"] == "void":
        if last["seq"] == claim["decidedSeq"] and last["timeMs"] > terms.expires:
            late_void = last
    check_marks(receipt, terms, decided_seq)
    check_claim(claim, terms, outcome, decided_seq, late_void)
    return receipt


# ------------------------------------------------------------------------------------- a balance in the liabilities' tree


LIABILITY = "truestrike-liability/1"
BOOKS = {"demo": 1, "real": 2}


def read_day(value, path):
    """Days since 1970-01-01."""
    demand(isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value) is not None, path)
    try:
        days = (datetime.date.fromisoformat(value) - datetime.date(1970, 1, 1)).days
    except ValueError:
        days = -1
    demand(days >= 0, path)
    return days


LIABILITY_READER = object_of(
    format=one_of(LIABILITY),
    uid=matching("[1-9][0-9]{9}"),
    balance=amount(0, U64),
    root=object_of(
        book=one_of(*BOOKS),
        day=read_day,
        timeMs=TIME,
        count=whole(1, U32),
        total=amount(0, U64),
        hash=HASH,
        keyId=KEY_ID,
        signature=SIGNATURE,
    ),
    parts=list_of(
        object_of(
            index=U32_NUMBER,
            salt=HASH,
            amount=amount(0, U64),
            path=list_of(object_of(sum=amount(0, U64), hash=HASH), 0, 32),
        ),
        2,
        2,
    ),
)


def sum_root(leaf, index, count, path):
    """(sum, hash) that a leaf leads to, or None."""
    low, high, sides = 0, count, []
    while high - low > 1:
        middle = low + left_size(high - low)
        sides.append(index >= middle)
        low, high = (middle, high) if index >= middle else (low, middle)
    if index >= count or len(sides) != len(path):
        return None
    total, digest = leaf
    for is_right, sibling in zip(reversed(sides), path):
        mine, other = (total, digest), (sibling["sum"], unb64(sibling["hash"]))
        left, right = (other, mine) if is_right else (mine, other)
        total = left[0] + right[0]
        if total > U64:
            return None
        digest = sha256(b"\x04", u(8, left[0]), left[1], u(8, right[0]), right[1])
    return total, digest


def check_liability(value, keys):
    liability = LIABILITY_READER(value, "")
    root, parts = liability["root"], liability["parts"]
    key = keys.get(root["keyId"])
    if key is None:
        raise Fault("keys", "unknown-key", keyId=root["keyId"])
    if sum(part["amount"] for part in parts) != liability["balance"]:
        raise Fault("parts", "balance")
    if parts[0]["index"] == parts[1]["index"]:
        raise Fault("parts", "same-leaf")
    book = u(1, BOOKS[root["book"]])
    for number, part in enumerate(parts):
        whose = ascii_text(liability["uid"]) + u(1, number) + unb64(part["salt"])
        leaf = sha256(b"\x03\x01", book, u(4, root["day"]), whose, u(8, part["amount"]))
        found = sum_root((part["amount"], leaf), part["index"], root["count"], part["path"])
        if found != (root["total"], unb64(root["hash"])):
            raise Fault("tree", "not-in-tree", part=number)
    if root["timeMs"] // 86_400_000 != root["day"]:
        raise Fault("root", "other-day")
    if key_at(keys, root["keyId"], root["timeMs"]) is None:
        raise Fault("root", "key-not-in-use")
    said = book + u(4, root["day"]) + u(8, root["timeMs"]) + u(4, root["count"]) + u(8, root["total"])
    message = b"truestrike liabilities 1\x00" + said + unb64(root["hash"])
    if not signature_is_good(unb64(root["signature"]), message, unb64(key["publicKey"])):
        raise Fault("root", "signature")
    return {"ok": True, "kind": "liability", "uid": liability["uid"], "balance": value["balance"]}


def verify(value, keys):
    """{'ok': True, …} or {'ok': False, 'check', 'code', 'details'} for any JSON value; keys as `read_keys` gives them."""
    try:
        if isinstance(value, dict) and value.get("format") == LIABILITY:
            return check_liability(value, keys)
        receipt = check_receipt(value, keys)
    except Fault as fault:
        details = {name: str(detail) for name, detail in fault.details.items()}
        return {"ok": False, "check": fault.check, "code": fault.code, "details": details}
    kind = "settlement" if "claim" in receipt else "acceptance"
    return {"ok": True, "kind": kind, "contractId": str(receipt["contract"]["id"])}


# ---------------------------------------------------------------------------------------------------------- the command


WHOLE_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]*)\Z")
BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
DEPTH_MAX = 32


def number_of(text):
    """A whole number in its one spelling; what is too large for 64-bit floating point is not exact."""
    if not WHOLE_NUMBER.match(text):
        raise ValueError(text)
    if len(text) <= 15:
        return int(text)
    number = float(text)
    return int(number) if abs(number) <= MAX_SAFE else number


def refuse_constant(name):
    raise ValueError(name)


def members_of(pairs):
    """No member stands twice: readers differ in which one counts."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members


def refuse_deep(text):
    depth = 0
    for token in BRACKETS.finditer(text):
        if token.group() in "{[":
            depth += 1
            if depth > DEPTH_MAX:
                raise ValueError("nested too deep")
        elif token.group() in "}]":
            depth -= 1


def parse_json(data):
    text = data.decode("utf-8")
    refuse_deep(text)
    return json.loads(
        text,
        object_pairs_hook=members_of,
        parse_int=number_of,
        parse_float=number_of,
        parse_constant=refuse_constant,
    )


def read_json(path):
    try:
        with open(path, "rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except OSError:
        raise Unreadable("%s cannot be read" % path)
    if len(data) > FILE_BYTES_MAX:
        raise Unreadable("%s is too large" % path)
    try:
        return parse_json(data)
    except (ValueError, RecursionError):
        raise Unreadable("%s is not JSON" % path)


def arguments(args):
    receipt, keys, as_json, rest = [], None, False, list(args)
    while rest:
        word = rest.pop(0)
        if word == "--json":
            as_json = True
        elif word == "--keys" and rest:
            keys = rest.pop(0)
        elif word.startswith("--keys="):
            keys = word[len("--keys=") :]
        elif word.startswith("-"):
            raise Unreadable(__doc__.strip())
        else:
            receipt.append(word)
    if len(receipt) != 1:
        raise Unreadable(__doc__.strip())
    return receipt[0], keys or os.path.expanduser("~/.config/truestrike/keys.json"), as_json


def main(args):
    as_json = "--json" in args
    try:
        receipt_path, keys_path, as_json = arguments(args)
        value = read_json(receipt_path)
        try:
            keys = read_keys(read_json(keys_path))
        except Unreadable as error:
            named = str(error).startswith(keys_path)
            raise error if named else Unreadable("%s %s" % (keys_path, error))
    except Unreadable as error:
        if as_json:
            print(json.dumps({"ok": False, "error": str(error)}))
        else:
            print(error, file=sys.stderr)
        return 3
    verdict = verify(value, keys)
    if as_json:
        print(json.dumps(verdict))
    elif verdict["ok"]:
        if verdict["kind"] == "liability":
            print("Everything holds: %s USDT of the user %s are counted." % (verdict["balance"], verdict["uid"]))
        else:
            print("Everything holds: %s of contract %s." % (verdict["kind"], verdict["contractId"]))
        print("What this shows and what it does not: docs/proof.md")
    else:
        print("%s (looking at: %s)" % (verdict["code"], verdict["check"]))
        for name, detail in verdict["details"].items():
            print("  %s: %s" % (name, detail))
    if verdict["ok"]:
        return 0
    return 2 if verdict["code"] == "unknown-key" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
