"""What a client does without a server: options, signatures of the caller, waits, rows, and what a forger would try."""

from __future__ import annotations

import dataclasses
import hmac
import threading
import unittest
from base64 import b64decode, b64encode
from decimal import Decimal
from typing import Any, Dict, List, Union
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from vitaran import (
    BatchRow,
    Client,
    InvalidInputError,
    Paise,
    SignatureError,
    batch_from_rows,
    models,
    sign_identity,
    sum_of_rows,
    to_paise,
    verify_webhook,
)
from vitaran._decode import decode
from vitaran._generated.operations import OPERATIONS
from vitaran._repeat import delay_before_repeat
from vitaran._request import build_request

SECRET = "a secret"
OPTIONS: Dict[str, Any] = {"base_url": "http://localhost:8080/", "client_id": "c", "client_secret": SECRET}


def sign_classic(**fields: str) -> str:
    """A classic webhook as the server sends it."""
    text = "".join(fields[name] for name in sorted(fields))
    signature = b64encode(hmac.digest(SECRET.encode(), text.encode(), "sha256")).decode()
    return urlencode({**fields, "signature": signature})


class Webhooks(unittest.TestCase):
    signed = sign_classic(event="TRANSFER_SUCCESS", utr="632614700121")

    def test_what_is_not_signed_as_it_came_is_refused(self) -> None:
        self.assertEqual(verify_webhook(self.signed, {}, client_secret=SECRET).type, "TRANSFER_SUCCESS")
        bodies: List[Union[str, bytes]] = [f"{self.signed}&utr=000000000000", "", "event=TRANSFER_SUCCESS", "{}", "{", "[1]", '{"a":"\\ud800"}']
        for body in [*bodies, b"\xff\xfe{"]:
            with self.subTest(body), self.assertRaises(SignatureError):
                verify_webhook(body, {}, client_secret=SECRET)

    def test_a_signature_of_other_characters_is_refused_as_any_other(self) -> None:
        with self.assertRaises(SignatureError):
            verify_webhook(self.signed, {"x-cf-signature": "é"}, client_secret=SECRET)

    def test_a_parsed_body_and_a_missing_or_empty_secret_are_mistakes_of_the_caller(self) -> None:
        parsed: Any = {"event": "TRANSFER_SUCCESS"}
        with self.assertRaisesRegex(InvalidInputError, "raw body"):
            verify_webhook(parsed, {}, client_secret="s")
        with self.assertRaisesRegex(InvalidInputError, "client_secret or webhook_secret"):
            verify_webhook("", {})
        for secrets in ({"client_secret": ""}, {"webhook_secret": ""}, {"webhook_secret": ["whsec_YQ==", ""]}):
            with self.subTest(secrets), self.assertRaisesRegex(InvalidInputError, "is empty"):
                verify_webhook(self.signed, {}, **secrets)

    def test_a_client_verifies_by_its_webhook_secret_or_else_by_its_client_secret(self) -> None:
        with Client(**OPTIONS) as client:
            self.assertEqual(client.webhooks.verify(self.signed, {}).data, {"utr": "632614700121"})
        with Client(**OPTIONS, webhook_secret="whsec_b3RoZXI=") as client, self.assertRaises(SignatureError):
            client.webhooks.verify(self.signed, {})


class Amounts(unittest.TestCase):
    def test_numbers_are_refused_by_name(self) -> None:
        fraction: Any = 100.0
        for amount, said in ((100.5, r"the number 100\.5 is refused"), (100, "the number 100 "), (True, "bool")):
            wrong: Any = amount
            with self.subTest(amount), self.assertRaisesRegex(InvalidInputError, f"^fee: .*{said}"):
                to_paise(wrong, "fee")
            with self.subTest(amount), self.assertRaises(InvalidInputError):
                Paise(fraction if amount == 100 else wrong)

    def test_decimals_are_taken_by_their_value_and_never_rounded(self) -> None:
        for text, paise in (("1E+3", 100_000), ("1.500", 150), ("0E-10", 0), ("9999999999999.99", 999_999_999_999_999)):
            self.assertEqual(to_paise(Decimal(text)), paise, text)
        for text in ("1.005", "-1", "-0.01", "NaN", "Infinity", "1E+13", "1E+999999", "0.0000000000000000000000000001"):
            with self.subTest(text), self.assertRaises(InvalidInputError):
                to_paise(Decimal(text))


class Requests(unittest.TestCase):
    def test_options_that_cannot_be_are_refused_by_name(self) -> None:
        wrong: Dict[str, Any] = {
            "client_id": "",
            "client_secret": None,
            "base_url": "localhost:8080",
            "timeout": 0,
            "retries": 1.5,
            "proxy": "socks5://proxy.example:1080",
            "public_key": "no key",
        }
        for field, value in wrong.items():
            with self.subTest(field), self.assertRaisesRegex(InvalidInputError, f"^{field}") as caught:
                Client(**{**OPTIONS, field: value})
            self.assertEqual(caught.exception.field, field)

    def test_the_rsa_signature_is_one_that_the_server_takes(self) -> None:
        key = generate_private_key(65537, 2048)
        pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        signature = b64decode(sign_identity("VK1", pem, now=1_795_244_709.9))
        padding = OAEP(mgf=MGF1(algorithm=SHA1()), algorithm=SHA1(), label=None)
        self.assertEqual(key.decrypt(signature, padding), b"VK1.1795244709")

    def test_names_and_amounts_are_those_of_the_contract_at_every_depth(self) -> None:
        given = {
            "transfer_id": "inv_1",
            "amount": Decimal("12.5"),
            "remarks": None,
            "bene_details": {"bank_account": "026291800001191", "email": None},
        }
        request = build_request(OPERATIONS["transfers.create_direct"], given)
        self.assertEqual(
            request.content,
            b'{"transferId": "inv_1", "amount": "12.50", "beneDetails": {"bankAccount": "026291800001191"}}',
        )
        self.assertEqual(request.headers["Idempotency-Key"], "transferId:inv_1")
        for wrong in ("é", "a\nb", "", 7):
            with self.subTest(wrong), self.assertRaisesRegex(InvalidInputError, "^transfer_id"):
                build_request(OPERATIONS["transfers.create_direct"], {**given, "transfer_id": wrong})
        with self.assertRaisesRegex(InvalidInputError, "cannot be written as JSON"):
            build_request(OPERATIONS["transfers.create_direct"], {**given, "remarks": object()})

    def test_what_stands_in_a_path_or_a_query_is_escaped(self) -> None:
        request = build_request(OPERATIONS["beneficiaries.get"], {"bene_id": "a/b?c"})
        self.assertEqual(request.path, "/payout/v1/getBeneficiary/a%2Fb%3Fc")
        request = build_request(OPERATIONS["beneficiaries.find"], {"bank_account": "1&2", "ifsc": "X"})
        self.assertEqual(request.path, "/payout/v1/getBeneId?bankAccount=1%262&ifsc=X")

    def test_an_answer_of_another_shape_is_read_as_far_as_it_goes(self) -> None:
        result = decode(models.TransfersCreateResult, {"status": "NEW", "subCode": 7, "unknown": {"a": 1}})
        self.assertEqual((result.status, result.sub_code, result.utr), ("NEW", 7, None))
        self.assertTrue(dataclasses.is_dataclass(result))
        batch = decode(models.BatchesGetResult, {"transfers": [{"transferId": "a"}, "odd"]})
        self.assertEqual([getattr(one, "transfer_id", one) for one in batch.transfers], ["a", "odd"])

    def test_repeats_wait_longer_each_time_by_chance_and_never_less_than_the_server_asks_for(self) -> None:
        cases = [(1, None, 0, 0.125), (1, None, 1, 0.25), (3, None, 1, 1.0), (30, None, 1, 8.0), (1, 7, 0, 7.125)]
        for attempt, retry_after, chance, delay in cases:
            self.assertEqual(delay_before_repeat(attempt, retry_after, lambda: float(chance)), delay)
        self.assertIsNone(delay_before_repeat(1, 61))

    def test_rows_become_a_batch_of_the_format_that_they_name_with_their_exact_sum(self) -> None:
        rows: Any = [
            {"transfer_id": "a", "amount": "0.10", "vpa": "a@upi"},
            {"transfer_id": "b", "amount": Paise(20), "vpa": "b@upi"},
        ]
        self.assertEqual(sum_of_rows(rows), "0.30")
        self.assertEqual(batch_from_rows("b1", rows)["batch_format"], "UPI")
        many: Any = [BatchRow(transfer_id=f"t{number}", amount="1", bene_id="b") for number in range(501)]
        with self.assertRaisesRegex(InvalidInputError, r"501 rows.*batches\.upload"):
            batch_from_rows("b1", many)

    def test_a_failed_renewal_is_told_to_every_thread_that_waits_for_it(self) -> None:
        with Client(**{**OPTIONS, "base_url": "http://127.0.0.1:9"}, retries=0) as client:
            kinds = []

            def work() -> None:
                try:
                    client.balance.get()
                except Exception as error:
                    kinds.append(getattr(error, "kind", error))

            threads = [threading.Thread(target=work) for _ in range(20)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(kinds, ["connection"] * 20)
