#!/usr/bin/env python3
"""A client of Glasshouse in one file, written from docs/client.md and /api/openapi.json.

Needs Python 3.9 and the package `cryptography` (pip install cryptography).
  client.py --check                    compares every step with vectors.json
  client.py http://localhost:8080      creates, backs up, recharges, buys, transfers and withdraws on a demo
"""
import base64, hashlib, hmac, json, secrets, struct, sys, time, unicodedata, uuid
import urllib.error, urllib.parse, urllib.request
from pathlib import Path

try:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
except ImportError:
    sys.exit("This client needs the package 'cryptography': pip install cryptography")

HERE = Path(__file__).parent
SECRET, APP_KEY, AGENT = "glasshouse-public-signing-secret", "glasshouse-web", "glasshouse-example/1 (Python)"


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def hkdf(key, salt, info):
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=info).derive(key)


# ---- keys and signatures

def new_words():
    """12 words: 128 random bits and 4 bits of their SHA-256."""
    words = (HERE / "english.txt").read_text().split()
    bits = int.from_bytes((entropy := secrets.token_bytes(16)), "big") << 4 | hashlib.sha256(entropy).digest()[0] >> 4
    return " ".join(words[bits >> 11 * (11 - i) & 2047] for i in range(12))


def seed_of(words):
    text = unicodedata.normalize("NFKD", " ".join(words.lower().split()))
    return hashlib.pbkdf2_hmac("sha512", text.encode(), b"mnemonic", 2048, 64)


def identity_of(words):
    key = Ed25519PrivateKey.from_private_bytes(hkdf(seed_of(words), b"idwallet/identity/v1", b"ed25519 login key"))
    return key, b64(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def proof_text(f):
    return "\n".join(str(part) for part in (
        "idwallet-auth-v1", f["purpose"], f["origin"], f["cid"], f["challenge"], f["iat"], f["exp"], f["pub"],
        f.get("newPub", "-"), f["deviceId"]))


def make_proof(f, key):
    return f"v1.{f['pub']}.{f['cid']}.{b64(key.sign(proof_text(f).encode()))}"


def signed_text(fields):
    def text(value):
        if isinstance(value, bool):
            return "true" if value else "false"
        return compact(value) if isinstance(value, (dict, list)) else str(value)
    kept = {k: text(v) for k, v in fields.items() if k != "sign" and v is not None and v != ""}
    return "&".join(f"{k}={kept[k]}" for k in sorted(kept))


def sign(fields):
    return hashlib.md5((signed_text(fields) + SECRET).encode()).hexdigest().upper()


def point_of(private):
    return b64(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def session_key(private, answered, session_id):
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(answered))
    return hkdf(private.exchange(ec.ECDH(), other), session_id.encode(), b"idwallet/req-hmac/v1")


def x_auth(key, path, body, ms, nonce, session_id):
    text = "\n".join(["idw-req-v1", "POST", path, "", hashlib.sha256(body).hexdigest(), str(ms), nonce, session_id])
    return text, f"v1;ts={ms};n={nonce};sig={b64(hmac.new(key, text.encode(), hashlib.sha256).digest())}"


def totp(secret, seconds):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(seconds) // 30), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at:at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


# ---- the wire

class Refused(Exception):
    def __init__(self, path, envelope):
        super().__init__(f"{path}: {envelope['msg']} {envelope.get('params') or ''}")
        self.key = envelope["msg"]


class Client:
    def __init__(self, host):
        self.host, self.request_token, self.session, self.wallet_token = host.rstrip("/"), None, None, None
        self.device = "d_" + secrets.token_hex(8)
        reference = json.load(urllib.request.urlopen(self.host + "/api/openapi.json"))
        self.schemes = reference["components"]["securitySchemes"]
        self.calls = {(m.upper(), path): call for path, ms in reference["paths"].items() for m, call in ms.items()}

    def _headers(self, call, path, body):
        names = [self.schemes[name]["name"] for needed in call["security"] for name in needed]
        headers = {"User-Agent": AGENT}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if "Req-Token" in names:
            self.request_token = self.request_token or self.post("/req-token", appKey=APP_KEY)["req-token"]
            headers["Req-Token"] = self.request_token
        if "User-Token" in names:
            headers["User-Token"] = self.session["token"]
        if "Wallet-Token" in names:
            headers["Wallet-Token"] = self.wallet_token or ""
        if "X-Auth" in names:
            s, ms = self.session, int(time.time() * 1000)
            headers["X-Auth"] = x_auth(s["key"], "/api" + path, body, ms, b64(secrets.token_bytes(16)), s["id"])[1]
        return headers

    def _call(self, method, path, fields):
        call, key = self.calls[method, path], str(uuid.uuid4())
        for _ in range(20):
            sent = {**fields, "lang": "en", "source": "web", "timestamp": int(time.time())}
            body = compact({**sent, "sign": sign(sent)}).encode() if method == "POST" else None
            url = self.host + "/api" + path + ("" if body else "?" + urllib.parse.urlencode(sent))
            headers = {**self._headers(call, path, body), **({"Idempotency-Key": key} if body else {})}
            try:
                answer = urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=60)
            except urllib.error.HTTPError as error:  # 503, with an envelope too
                answer = error
            envelope = json.load(answer)
            if envelope["code"] == 0:
                return envelope["data"]
            if envelope["msg"] in ("req_token", "req_token_error"):
                self.request_token = None
                time.sleep(0.5)
            elif answer.headers.get("Retry-After"):
                time.sleep(int(answer.headers["Retry-After"]))
            else:
                raise Refused(path, envelope)
        raise Refused(path, envelope)

    def get(self, path, **fields):
        return self._call("GET", path, fields)

    def post(self, path, **fields):
        return self._call("POST", path, fields)

    def prove(self, purpose, words):
        key, pub = identity_of(words)
        challenge = self.post("/login/challenge", purpose=purpose, pub=pub)
        return make_proof({**challenge, "purpose": purpose, "origin": self.host, "pub": pub, "deviceId": self.device}, key)

    def create(self, password, parent=""):
        self.words, self.password = new_words(), password
        private = ec.generate_private_key(ec.SECP256R1())
        answer = self.post("/login/create", mnemonic=self.prove("create", self.words), password=password,
                           r_password=password, deviceId=self.device, dh=point_of(private),
                           **({"parent": parent} if parent else {}))
        key = session_key(private, answer["dh"], answer["sessionId"])
        self.session = {"token": answer["token"], "id": answer["sessionId"], "key": key}
        self.wallet_id = answer["walletId"]
        return self.wallet_id

    def confirm(self):
        self.wallet_token = self.post("/wallet/check", paysword=self.password)["walletToken"]

    def wait_for(self, kind, done):
        """Listens to the live events until one of a kind says what is waited for."""
        sent = {"lang": "en", "source": "web", "timestamp": int(time.time())}
        headers = self._headers(self.calls["GET", "/events"], "/events", None)
        request = urllib.request.Request(self.host + "/api/events?" + urllib.parse.urlencode(sent), headers=headers)
        with urllib.request.urlopen(request, timeout=120) as stream:
            event = ""
            for line in (raw.decode().rstrip("\n") for raw in stream):
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: ") and event == kind:
                    if any(done(item) for item in json.loads(line[6:])["items"]):
                        return
        raise TimeoutError(kind)

    def recharge(self, series, coin, number):
        def here(item):
            return item["coin"] == coin and float(item["available"]) >= float(number)
        self.post("/wallet/faucet", series=series, coin=coin, number=number)
        if not any(here(item) for item in self.get("/wallet/assets")["items"]):
            self.wait_for("balance", here)

    def pass_gates(self, line, region):
        self.post("/my/region", region=region)
        quiz = self.get("/invest/quiz", line=line)
        tries = {q["questionId"]: list(q["answers"]) for q in quiz["questions"]}
        while not quiz["passed"]:
            quiz = self.post("/invest/quiz", line=line, answers={q: left[0] for q, left in tries.items()})
            for question in quiz.get("wrong", []):
                tries[question].pop(0)

    def buy(self, coin, number):
        """The first product on sale for one coin alone."""
        for product in self.get("/invest/products")["items"]:
            for period in product["periods"]:
                wanted = product["state"] == "open" and product["base"] == coin and not product["needsReservation"]
                if not wanted or product["side"] and float(period["sideShare"]) > 0:
                    continue
                terms = {"id": product["id"], "number": number}
                if period["period"]:
                    terms["period"] = period["period"]
                seen = self.get("/invest/product", **terms)
                if not seen["quote"] or seen["quote"]["problem"]:
                    continue
                self.pass_gates(product["line"], "PK")
                choice = {"reinvest": False} if product["reinvests"] else {}
                return self.post("/invest/buy", **terms, **choice, card=seen["card"]["hash"])["order"]
        raise LookupError("nothing is on sale for " + coin)

    def withdraw(self, series, coin, number, address):
        secret, now = self.post("/my/google-setup")["secret"], time.time()
        # Each code serves once: the step before, this one and the next are three.
        self.post("/my/google-bind", code=totp(secret, now - 30))
        at = int(time.time())
        text = "\n".join(["idwallet-bind-v1", self.wallet_id, series, address, str(at)])
        signature = b64(identity_of(self.words)[0].sign(text.encode()))
        self.post("/my/address-bind", series=series, address=address, real="mine", code=totp(secret, now),
                  issuedAt=at, signature=signature)
        return self.post("/wallet/withdraw", series=series, coin=coin, number=number, code=totp(secret, now + 30))


# ---- what it can do

def check():
    v = json.loads((HERE / "vectors.json").read_text())
    key, pub = identity_of(v["identity"]["phrase"])
    a, x = v["agreement"], v["xAuth"]
    private = ec.derive_private_key(int(a["privateScalar"], 16), ec.SECP256R1())
    agreed = session_key(private, a["answeredDh"], a["sessionId"])
    text, header = x_auth(agreed, x["path"], x["body"].encode(), x["timeMs"], x["nonce"], x["sessionId"])
    for name, got, wanted in [
        ("seed", seed_of(v["identity"]["phrase"]).hex(), v["identity"]["seed"]), ("pub", pub, v["identity"]["pub"]),
        ("proof text", proof_text(v["proof"]["facts"]), v["proof"]["text"]),
        ("proof", make_proof(v["proof"]["facts"], key), v["proof"]["proof"]),
        ("signed text", signed_text(v["sign"]["fields"]), v["sign"]["text"]), ("sign", sign(v["sign"]["fields"]), v["sign"]["sign"]),
        ("dh", point_of(private), a["dh"]), ("session key", agreed.hex(), a["key"]),
        ("X-Auth text", text, x["text"]), ("X-Auth", header, x["header"]),
        ("address", b64(key.sign(v["address"]["text"].encode())), v["address"]["signature"]),
        ("code", totp(v["code"]["secret"], v["code"]["timeMs"] / 1000), v["code"]["code"]),
        ("act", b64(hashlib.sha256(v["act"]["text"].encode()).digest()), v["act"]["digest"]),
    ]:
        assert got == wanted, f"{name}: {got} instead of {wanted}"
    print("vectors: all fit")


def journey(host):
    one, other = Client(host), Client(host)
    print("created", one.create("Example7pass"), "and", other.create("Example8pass"))
    for client in (one, other):
        client.post("/wallet/backup", mnemonic=client.prove("backup", client.words), deviceId=client.device)
    print("backed up, both")
    one.recharge("bsc", "USDT", "500")
    print("recharged 500 USDT")
    one.confirm()
    print("bought order", (order := one.buy("USDT", "100"))["id"], order["state"])
    print("transferred", one.post("/wallet/conver", target=other.wallet_id, coin="USDT", number="25")["id"])
    withdrawal = one.withdraw("bsc", "USDT", "50", "0x" + secrets.token_hex(20))
    print("withdrawal", withdrawal["id"], withdrawal["state"])
    left = {item["coin"]: item["available"] for item in other.get("/wallet/assets")["items"]}
    assert left["USDT"].startswith("25"), left
    print("done")


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else journey(sys.argv[1])
