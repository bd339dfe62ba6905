"""Signatures and amounts, by the vectors that all client libraries share: one test for each."""

from __future__ import annotations

import json
import unittest
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Dict

from vitaran import (
    Client,
    InvalidInputError,
    Paise,
    SignatureError,
    WebhookEvent,
    format_rupees,
    sum_rupees,
    to_paise,
    verify_webhook,
)

FOLDER = Path(__file__).parents[2] / "vectors"
AMOUNTS = json.loads((FOLDER / "amounts.json").read_text("utf-8"))
WEBHOOKS = json.loads((FOLDER / "webhooks.json").read_text("utf-8"))
SECRETS = json.loads((FOLDER / "secrets.json").read_text("utf-8"))
PAIR: Dict[str, Any] = {"base_url": "http://localhost:8080", "client_id": "c", "client_secret": "a secret"}
Vector = Dict[str, Any]


class Vectors(unittest.TestCase):
    """Tests are added below."""

    def taken(self, vector: Vector) -> None:
        for amount in (vector["rupees"], Decimal(vector["rupees"]), Paise(int(vector["paise"]))):
            self.assertEqual(to_paise(amount), int(vector["paise"]))
            self.assertEqual(format_rupees(amount), vector["formatted"])

    def refused(self, vector: Vector) -> None:
        given = vector.get("text", vector.get("number"))
        amount: Any = Paise(int(vector["paise"])) if "paise" in vector else given
        with self.assertRaisesRegex(InvalidInputError, "^fee: ") as caught:
            to_paise(amount, "fee")
        self.assertEqual(caught.exception.field, "fee")

    def sums(self, vector: Vector) -> None:
        self.assertEqual(sum_rupees(vector["rupees"]), vector["formatted"])

    def classic(self, vector: Vector) -> None:
        secret = vector["clientSecret"]
        fields = dict(vector["fields"])
        event = WebhookEvent(fields.pop("event"), None, fields)
        for kind, sent in (("x-www-form-urlencoded", vector["form"]), ("json", vector["json"])):
            headers = {"Content-Type": f"application/{kind}", "X-Cf-Signature": sent["xCfSignature"]}
            for body in (sent["body"], sent["body"].encode()):
                self.assertEqual(verify_webhook(body, headers, client_secret=secret), event)
            without = {"content-type": f"application/{kind}"}
            self.assertEqual(verify_webhook(sent["body"], without, client_secret=secret), event)
            self.refuse(sent["body"], headers, client_secret=f"{secret}x")
            self.refuse(sent["body"], {**headers, "X-Cf-Signature": "00" * 32}, client_secret=secret)
            self.refuse(sent["body"].replace(event.type, f"{event.type}_"), {}, client_secret=secret)

    def standard(self, vector: Vector) -> None:
        body, now = vector["body"], vector["webhookTimestamp"]
        headers = {
            "webhook-id": vector["webhookId"],
            "webhook-timestamp": str(now),
            "webhook-signature": vector["webhookSignature"],
        }
        for secret in (*vector["secrets"], vector["secrets"]):
            event = verify_webhook(body, headers, webhook_secret=secret, now=now)
            self.assertEqual(event.id, vector["webhookId"])
            self.assertRegex(event.type, "^TRANSFER_")
            self.refuse(body, headers, webhook_secret=secret, now=now + 301)
            self.refuse(body, headers, webhook_secret=secret, now=now - 301)
            self.refuse(f"{body} ", headers, webhook_secret=secret, now=now)
            self.refuse(body, {**headers, "webhook-id": "evt_other"}, webhook_secret=secret, now=now)
            self.refuse(body, {**headers, "webhook-signature": "v1,"}, webhook_secret=secret, now=now)
        self.refuse(body, headers, webhook_secret="whsec_b3RoZXI=", now=now)
        self.refuse(body, {}, webhook_secret=vector["secrets"], now=now)

    def v2(self, vector: Vector) -> None:
        body, secret, at = vector["body"], vector["clientSecret"], vector["xWebhookTimestamp"]
        headers = {
            "content-type": "application/json",
            "x-webhook-timestamp": str(at),
            "x-webhook-signature": vector["xWebhookSignature"],
        }
        event = verify_webhook(body, headers, client_secret=secret, now=at / 1000)
        self.assertEqual(event.type, vector["type"])
        exact = json.loads(body, parse_float=str, parse_int=str)["data"]
        self.assertEqual(event.data, exact)
        self.assertNotIn(float, {type(value) for value in event.data.values()})
        self.refuse(body.replace('"data"', '"Data"'), headers, client_secret=secret, now=at / 1000)
        later = {**headers, "x-webhook-timestamp": str(at + 1)}
        self.refuse(body, later, client_secret=secret, now=at / 1000)
        self.refuse(body, headers, client_secret=secret, now=at / 1000 + 301)

    def cut_clean(self, vector: Vector) -> None:
        secret = {vector["field"]: vector["text"]}
        self.assertTrue(verify_webhook(**genuine(vector["field"]), **secret).type.startswith("TRANSFER_"))
        Client(**{**PAIR, **secret}).close()

    def refused_secret(self, vector: Vector) -> None:
        secret = {vector["field"]: vector["text"]}
        for make in (
            lambda: verify_webhook(**genuine(vector["field"]), **secret),
            lambda: Client(**{**PAIR, **secret}),
        ):
            with self.assertRaises(InvalidInputError) as caught:
                make()
            self.assertEqual(caught.exception.field, vector["field"])
            self.assertIn(vector["because"], str(caught.exception))

    def refuse(self, body: str, headers: Dict[str, str], **rest: Any) -> None:
        with self.assertRaises(SignatureError):
            verify_webhook(body, headers, **rest)


def genuine(field: str) -> Dict[str, Any]:
    """A webhook that the good secret of a field verifies, at the moment when it was signed."""
    standard, v2 = WEBHOOKS["standard"][0], WEBHOOKS["v2"][0]
    if field == "webhook_secret":
        headers = {
            "webhook-id": standard["webhookId"],
            "webhook-timestamp": str(standard["webhookTimestamp"]),
            "webhook-signature": standard["webhookSignature"],
        }
        return {"body": standard["body"], "headers": headers, "now": standard["webhookTimestamp"]}
    headers = {
        "x-webhook-timestamp": str(v2["xWebhookTimestamp"]),
        "x-webhook-signature": v2["xWebhookSignature"],
    }
    return {"body": v2["body"], "headers": headers, "now": v2["xWebhookTimestamp"] / 1000}


def make_test(kind: str, vector: Vector) -> Callable[[Vectors], None]:
    def test(self: Vectors) -> None:
        getattr(self, kind)(vector)

    test.__doc__ = f"{kind}: {vector.get('name', json.dumps(vector, ensure_ascii=False)[:60])}"
    return test


for vectors in (AMOUNTS, WEBHOOKS):
    for name, list_of in vectors.items():
        for number, one in enumerate(list_of if name != "about" else []):
            setattr(Vectors, f"test_{name}_{number:02d}", make_test(name, one))

for field, name in (("webhook_secret", "webhookSecret"), ("client_secret", "clientSecret")):
    for kind, list_of in (("cut_clean", SECRETS[name]["taken"]), ("refused_secret", SECRETS[name]["refused"])):
        for number, one in enumerate(list_of):
            setattr(Vectors, f"test_{kind}_{field}_{number:02d}", make_test(kind, {**one, "field": field}))
