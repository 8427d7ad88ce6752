#!/usr/bin/env python3
"""Makes a day of Truestrike's simulated prices anew. A second program beside the one in TypeScript, from
docs/simulated-feed.md alone.

    curl -s 'https://…/api/market/days?symbol=BTCUSDT&fromDay=2026-11-20&limit=1' > day.json
    python3 truestrike_regenerate.py day.json [--keys keys.json]

Prints the prices of the first day in the file as lines `timeMs,price,volume`. Python 3.9 or newer with the package
`cryptography`, or with `openssl` on the path; no network. With --keys, and truestrike_verify.py beside it, the site's signature
under the commitment is verified too. Exit code: 0 the commitment binds what was told, 1 it does not, or is not signed as it
should be, 2 it is signed with a key that is not among yours, 3 nothing to make (unreadable input, a day that is not over).
"""

import base64
import datetime
import hashlib
import json
import subprocess
import sys

SLOTS = 864_000
DAY_MS = 86_400_000


def keystream(seed, size):
    """AES-256-CTR from counter 0 over zeros."""
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ImportError:
        command = ["openssl", "enc", "-aes-256-ctr", "-K", seed.hex(), "-iv", "00" * 16]
        return subprocess.run(command, input=bytes(size), stdout=subprocess.PIPE, check=True).stdout
    return Cipher(algorithms.AES(seed), modes.CTR(bytes(16))).encryptor().update(bytes(size))


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def commitment(symbol, day, told, seed):
    start, profile = told["start"], told["profile"]
    u = lambda size, value: value.to_bytes(size, "big")
    spread = profile.get("volumeSpread", 0)
    content = b"".join(
        [u(1, 2 if spread else 1), u(1, len(symbol)), symbol.encode("ascii"), u(4, day), u(1, told["precision"])]
        + [u(8, start["mantissa"]), u(1, start["shift"]), u(4, start["volatility"])]
        + [u(4, profile["annualVolatilityBps"]), u(8, profile["dailyVolumeUsdt"])]
        + [u(4, hour) for hour in profile["rhythm"]]
        + ([u(4, spread)] if spread else [])
    )
    return hashlib.sha256(b"truestrike day 1\x00" + content + seed).digest()


SIXTEENTHS = [round(4096 * 2 ** (j / 16)) for j in range(16)]
PATTERNS = [[bits for bits in range(1024) if bin(bits).count("1") == ticks] for ticks in (2, 3, 4, 5)]


def prices(day, told, seed):
    """Yields (time in ms, price in units, volume in millionths of a USDT)."""
    profile = told["profile"]
    rhythm, bps = profile["rhythm"], profile["annualVolatilityBps"]
    share_volume = profile["dailyVolumeUsdt"] * 1_000_000 // 18_711_000
    m, shift, v = (told["start"][name] for name in ("mantissa", "shift", "volatility"))
    stream = keystream(seed, SLOTS * 8)
    spread = profile.get("volumeSpread", 0)
    pattern = traded = busyness = amplitude = 0
    for slot in range(SLOTS):
        at = slot * 8
        if slot % 600 == 0:
            hour, minute = divmod(slot // 600, 60)
            activity = (rhythm[hour] * (60 - minute) + rhythm[(hour + 1) % 24] * minute) // 60
            noise = stream[at + 14] + stream[at + 15] - 255
            v = min(16_384, max(1_024, v + (4_096 - v) // 128 + v * noise // 2_048))
            amplitude = bps * 549 * v * activity // 2**20
            traded = activity
            if spread:
                noise = stream[at + 22] + stream[at + 23] + stream[at + 30] + stream[at + 31] - 510
                busyness = busyness * 179 // 256 + noise
                e = busyness * spread // 207 - spread * spread * 2166 // 100_000
                e = min(64, max(-64, e)) + 64
                traded = activity * SIXTEENTHS[e % 16] * 2 ** (e // 16) // 2**16
        d = stream[at] + stream[at + 1] + stream[at + 2] + stream[at + 3] - 510
        tail = stream[at + 4]
        share = min(2**20 - 1, (abs(d) * (4 if tail < 4 else 1) * amplitude + 2**15) // 2**16)
        move = (m * share + 2**27) // 2**28
        m = min(2**33 - 1, max(2**29, m - move if d < 0 else m + move))
        if slot % 10 == 0:
            of_count = PATTERNS[stream[at + 6] % 4]
            pattern = of_count[(stream[at + 6] // 4 * 256 + stream[at + 7]) * len(of_count) // 16_384]
        if pattern >> slot % 10 & 1:
            size = stream[at + 5]
            volume = (1 + size % 32) * 2 ** (size // 64) * share_volume * traded // 256
            price = max(1, (2 * m + 2**shift) // 2 ** (shift + 1))
            yield day * DAY_MS + slot * 100 + 50 + tail * 50 // 256, price, volume - volume % 10_000


def decimal(value, scale, shortest):
    """Text of an integer of 10^-scale with at least so many decimals, without zeros beyond."""
    digits = str(value).rjust(scale + 1, "0")
    whole, fraction = digits[: len(digits) - scale], digits[len(digits) - scale :]
    while len(fraction) > shortest and fraction.endswith("0"):
        fraction = fraction[:-1]
    return whole + ("." + fraction if fraction else "")


def signature_fault(symbol, day, told, keys_path):
    """Why the site's signature under the commitment does not hold; None: it does."""
    from truestrike_verify import Unreadable, key_at, read_json, read_keys, signature_is_good

    try:
        keys = read_keys(read_json(keys_path))
    except Unreadable as error:
        raise ValueError("%s: %s" % (keys_path, error))
    if told["keyId"] is None or told["signature"] is None:
        return "unsigned"
    if told["keyId"] not in keys:
        return "unknown-key"
    key = key_at(keys, told["keyId"], told["committedMs"])
    if key is None:
        return "key-not-in-use"
    message = b"truestrike commitment 1\x00" + bytes([len(symbol)]) + symbol.encode("ascii") + day.to_bytes(4, "big")
    message += unb64(told["commitment"]) + told["committedMs"].to_bytes(8, "big")
    message += bytes([{"random": 1, "configured": 2}[told["masterSeed"]]])
    good = signature_is_good(unb64(told["signature"]), message, unb64(key["publicKey"]))
    return None if good else "signature"


def main(args):
    keys_path = args[2] if args[1:2] == ["--keys"] and len(args) == 3 else None
    try:
        if len(args) != (1 if keys_path is None else 3):
            raise ValueError("one file, and --keys with another")
        with open(args[0], "rb") as file:
            answer = json.load(file)["data"]
        symbol, told = answer["symbol"], answer["days"][0]
        if told["seed"] is None or told["start"] is None:
            raise ValueError("the seed of this day is not told yet")
        seed = unb64(told["seed"])
        day = (datetime.date.fromisoformat(told["day"]) - datetime.date(1970, 1, 1)).days
        fault = None if keys_path is None else signature_fault(symbol, day, told, keys_path)
    except (ImportError, IndexError, KeyError, OSError, TypeError, ValueError) as error:
        print("nothing to make: %s" % error, file=sys.stderr)
        return 3
    if fault is not None:
        print("The signature under the commitment does NOT hold: %s." % fault, file=sys.stderr)
        return 2 if fault == "unknown-key" else 1
    if keys_path is not None:
        print("The signature under the commitment holds.", file=sys.stderr)
    out = ["timeMs,price,volume"]
    for time_ms, price, volume in prices(day, told, seed):
        out.append("%d,%s,%s" % (time_ms, decimal(price, told["precision"], told["precision"]), decimal(volume, 6, 2)))
    print("\n".join(out))
    holds = commitment(symbol, day, told, seed) == unb64(told["commitment"])
    print("The commitment holds." if holds else "The commitment does NOT hold.", file=sys.stderr)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
