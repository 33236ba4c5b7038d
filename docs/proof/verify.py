#!/usr/bin/env python3
"""Checks a proof of liabilities, format POL1. Written from docs/proof-format.md alone; needs Python 3.8 and nothing else.

    verify.py statement.json                          is it signed, and does it add up?
    verify.py statement.json proof.json <wallet ID>   what does it owe this wallet?
    verify.py statement.json house.json               are all accounts of the house in it?
    verify.py statement.json before.json              does it follow the statement of the day before?
    verify.py statement.json chain.json               is it the one that the chain keeps? (a node's answer)
    verify.py --cases                                 reads a case of JSON from each line, answers each with a line
"""
import base64
import hashlib
import json
import re
import sys

KINDS = ["available", "held", "principal", "promised", "pool", "retired", "market", "referral", "suspense", "in_flight", "share"]
LIMIT = 1 << 128


class Refused(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def sha256(data):
    return hashlib.sha256(data).digest()


# Ed25519 as RFC 8032 has it: slow, and short enough to be read.
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    need(y < P, "signature")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    need((x * x - square) % P == 0 and not (x == 0 and sign), "signature")
    return x if x & 1 == sign else P - x


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return (x, y, 1, x * y % P)


def add(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def is_signed_by(text, signature, public_key):
    signature, public_key = from_base64(signature, 64), from_base64(public_key, 32)
    scalar = int.from_bytes(signature[32:], "little")
    need(scalar < Q, "signature")
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + text.encode()).digest(), "little") % Q
    base_y = 4 * pow(5, P - 2, P) % P
    base_x = recover_x(base_y, 0)
    left = times(scalar, (base_x, base_y, 1, base_x * base_y % P))
    right = add(point_of(signature[:32]), times(challenge, point_of(public_key)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def from_hex(text, length):
    need(isinstance(text, str) and re.fullmatch("[0-9a-f]{%d}" % (length * 2), text), "hex")
    return bytes.fromhex(text)


def from_base64(text, length):
    need(isinstance(text, str) and re.fullmatch("[A-Za-z0-9_-]+", text) and len(text) == -(-length * 4 // 3), "base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(base64.urlsafe_b64encode(data).decode().rstrip("=") == text, "base64url")
    return data


def amounts_of(values, coins):
    need(isinstance(values, list) and len(values) == coins, "amounts")
    for value in values:
        need(isinstance(value, str) and re.fullmatch("0|[1-9][0-9]{0,38}", value), "amount")
        need(int(value) < LIMIT, "amount")
    return [int(value) for value in values]


def packed(amounts):
    return b"".join(amount.to_bytes(16, "big") for amount in amounts)


def plus(one, other):
    sums = [first + second for first, second in zip(one, other)]
    need(all(total < LIMIT for total in sums), "overflow")
    return sums


def total_of(lists, coins):
    total = [0] * coins
    for amounts in lists:
        total = plus(total, amounts)
    return total


def whole(digits):
    need(abs(int(digits)) < 1 << 53, "form")
    return int(digits)


def refuse(_):
    raise Refused("form")


def read_statement(published):
    text = published["text"]
    need(is_signed_by(text, published["signature"], published["publicKey"]), "signature")
    said = json.loads(text, parse_int=whole, parse_float=refuse, parse_constant=refuse)
    # A signed text has one form: no name twice, no blank, no number in another spelling.
    need(json.dumps(said, separators=(",", ":"), ensure_ascii=False) == text, "form")
    assets, log2 = said["assets"], said["log2"]
    need(said["v"] == "POL1" and isinstance(assets, list) and len(assets) > 0, "header")
    need(all(isinstance(asset, str) and re.fullmatch("[A-Z0-9]{1,12}", asset) for asset in assets), "header")
    need(len(set(assets)) == len(assets) and re.fullmatch("0|[1-9][0-9]{0,18}", said["cut"]), "header")
    need(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", said["day"]), "header")
    need(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00Z", said["epoch"]), "header")
    need(type(log2) is int and 1 <= log2 <= 32, "header")
    from_hex(said["root"], 32)
    from_hex(said["previous"], 32)
    coins = len(assets)
    owed = amounts_of(said["owed"], coins)
    lists = {group: [amounts_of(each, coins) for each in said[group].values()] for group in ("kinds", "own", "booked")}
    need(all(kind in KINDS for kind in said["kinds"]) and total_of(lists["kinds"], coins) == owed, "kinds do not add up")
    need(total_of([owed] + lists["own"], coins) == total_of(lists["booked"], coins), "the books do not add up")
    for account in said["house"]:
        need(isinstance(account["owner"], str) and account["kind"] in KINDS, "house")
        amounts_of(account["amounts"], coins)
    for head in said.get("logs", {}).values():
        need(type(head["line"]) is int and 1 <= head["line"] < 1 << 53 and from_hex(head["hash"], 32), "logs")
    return said


def check_follows(said, before, before_text):
    need(said["previous"] == ("0" * 64 if before_text is None else sha256(before_text.encode()).hex()), "previous")
    if before is None:
        return
    need(said["epoch"] > before["epoch"] and set(before["assets"]) <= set(said["assets"]), "order")
    there = {(account["owner"], account["kind"]) for account in said["house"]}
    need(all((each["owner"], each["kind"]) in there for each in before["house"]), "an account of the house is gone")
    for name, head in before.get("logs", {}).items():
        now = said.get("logs", {}).get(name)
        need(now and (now["line"] > head["line"] or now == head), "a log was rewritten")


def check_proof(said, proof, owner):
    assets, log2, coins = said["assets"], said["log2"], len(said["assets"])
    leaves = proof["leaves"]
    need(proof["v"] == "POL1" and proof["owner"] == owner, "proof")
    need(isinstance(leaves, list) and 1 <= len(leaves) <= 255, "proof")
    head = sha256(json.dumps({"v": "POL1", "epoch": said["epoch"], "assets": assets}, separators=(",", ":")).encode())
    root = from_hex(said["root"], 32) + packed(amounts_of(said["owed"], coins))
    kinds, places = {}, set()
    for number, leaf in enumerate(leaves):
        place, kind, path = leaf["place"], leaf["kind"], leaf["path"]
        need(type(place) is int and 0 <= place < 1 << log2 and place not in places, "place")
        need(kind in KINDS and isinstance(path, list) and len(path) == log2, "leaf")
        places.add(place)
        sums = amounts_of(leaf["amounts"], coins)
        kinds[kind] = plus(kinds.get(kind, [0] * coins), sums)
        start = b"POL1:leaf\0" + head + sha256(owner.encode()) + bytes([KINDS.index(kind) + 1, number])
        node = sha256(start + from_hex(leaf["nonce"], 32) + packed(sums))
        for level in range(log2):
            sibling = from_base64(path[level], 32 + 16 * coins)
            me = node + packed(sums)
            node = sha256(b"POL1:node\0" + (sibling + me if place >> level & 1 else me + sibling))
            theirs = [int.from_bytes(sibling[32 + 16 * coin : 48 + 16 * coin], "big") for coin in range(coins)]
            sums = plus(sums, theirs)
        need(node + packed(sums) == root, "root")
    return kinds


def check_house(said, proofs):
    proven = {}
    for proof in proofs:
        for kind, amounts in check_proof(said, proof, proof["owner"]).items():
            proven[(proof["owner"], kind)] = amounts
    for account in said["house"]:
        amounts = amounts_of(account["amounts"], len(said["assets"]))
        need(proven.get((account["owner"], account["kind"])) == amounts, account["owner"] + " " + account["kind"])


def check_written(text, line):
    need(isinstance(line, str) and re.fullmatch("0x[0-9a-f]{128}", line), "chain")
    need(line[2:66] == sha256(text.encode()).hex(), "chain")


def answer(statement, other=None, owner=None, said=None):
    """What was found, as the lines of the command say it."""
    try:
        said = said or read_statement(statement)
        found = {"ok": True, "day": said["day"], "root": said["root"]}
        if isinstance(other, list):
            check_house(said, other)
        elif other and "text" in other:
            check_follows(said, read_statement(other), other["text"])
        elif other and "jsonrpc" in other:
            check_written(statement["text"], other.get("result"))
        elif other:
            owed = check_proof(said, other, owner)
            found["owed"] = {kind: [str(amount) for amount in amounts] for kind, amounts in owed.items()}
        return found
    except Refused as refused:
        return {"ok": False, "reason": str(refused)}
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        return {"ok": False, "reason": "not as the format says: %r" % (wrong,)}


def main(words):
    if words == ["--cases"]:
        # A statement that several cases share is checked once.
        read = {}
        for line in sys.stdin:
            case = json.loads(line)
            statement = case["statement"]
            key = json.dumps(statement, sort_keys=True)
            if key not in read:
                first = answer(statement)
                read[key] = read_statement(statement) if first["ok"] else first
            said = read[key]
            if said.get("ok") is False:
                print(json.dumps(said))
            else:
                print(json.dumps(answer(statement, case.get("other"), case.get("owner"), said)))
        return 0
    if not words:
        print(__doc__)
        return 2
    files = []
    for name in words[:2]:
        with open(name, encoding="utf-8") as file:
            files.append(json.load(file))
    found = answer(files[0], files[1] if len(files) > 1 else None, words[2] if len(words) > 2 else None)
    print(json.dumps(found))
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
