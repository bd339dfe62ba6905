"""Lost answers, a killed server, tokens that end: no order is made twice, and none is called failed that is not."""

from __future__ import annotations

import logging
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Type

import httpx
from hands import Hand, Tasks, Threads
from stage import RUN, STAGE, add_rule, calls, clear_road, options, paid, sub_codes

from vitaran import AuthenticationError, NoConnectionError, OutcomeUnknownError, RefusedError

CREATE = "transfers.create_direct"
AUTHORIZE = "/payout/v1/authorize"
PAYEE = {
    "name": "Asha Rao",
    "email": "asha@rao.example",
    "phone": "9876543210",
    "bank_account": "026291800001191",
    "ifsc": "YESB0000262",
    "address1": "Sector 44",
}


def order(transfer_id: str) -> Dict[str, Any]:
    """The input of transfers.create_direct."""
    return {"transfer_id": transfer_id, "amount": "10.00", "transfer_mode": "imps", "bene_details": PAYEE}


class Resilience(unittest.TestCase):
    """Each with threads and with tasks."""

    KINDS: List[Type[Hand]] = [Threads, Tasks]

    @contextmanager
    def hand(self, kind: Type[Hand], **more: Any) -> Iterator[Hand]:
        """A client that is closed at the end, and a road without rules."""
        clear_road()
        hand = kind(**more)
        with self.subTest(kind.name):
            try:
                yield hand
            finally:
                hand.close()

    def test_01_a_token_about_to_end_is_renewed_once_by_100_calls(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind) as hand:
                add_rule(path="authorize", aheadSeconds=570, times=1)
                hand.do("tokens.verify")
                self.assertEqual(calls(AUTHORIZE), 1)
                hand.do_at_once("ifsc.get", [{"ifsc": "YESB0000262"}] * 100)
                self.assertEqual(calls(AUTHORIZE), 2)
                self.assertEqual(sub_codes("/payout/v1/ifsc/YESB0000262"), {"200": 100})

    def test_02_a_token_that_the_server_does_not_take_is_renewed_once_by_100_calls(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind) as hand:
                add_rule(path="getBalance", badToken=True)
                hand.do_at_once("balance.get", [{}] * 100)
                self.assertEqual(calls(AUTHORIZE), 2)
                codes = sub_codes("/payout/v1.2/getBalance")
                self.assertEqual(codes["200"], 100)
                # A thread that comes late has the new token at once.
                self.assertGreater(codes["403"], 1)

    def test_03_an_order_whose_answer_is_lost_is_asked_for_again_and_made_once(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind) as hand:
                add_rule(path="directTransfer", lose=2)
                transfer_id = f"lost_{kind.name}_{RUN}"
                result = hand.do(CREATE, **order(transfer_id))
                self.assertEqual(result.status, "SUCCESS")
                self.assertRegex(result.utr, r"^\d{12}$")
                self.assertEqual(hand.count(CREATE), 3)
                self.assertEqual(paid(transfer_id), {transfer_id: 1})

    def test_04_without_a_repeat_the_outcome_is_unknown_and_the_status_is_asked_for(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind, retries=0) as hand:
                add_rule(path="directTransfer", lose=1)
                transfer_id = f"unheard_{kind.name}_{RUN}"
                with self.assertRaises(OutcomeUnknownError) as caught:
                    hand.do(CREATE, **order(transfer_id))
                error = caught.exception
                self.assertTrue(error.outcome_unknown)
                self.assertIn("unknown, which is not failed", error.message)
                self.assertIn(f"under the same transfer_id, {transfer_id}, with transfers.get", error.message)
                self.assertIsInstance(error.__cause__, NoConnectionError)
                self.assertEqual(hand.do("transfers.get", transfer_id=transfer_id).status, "SUCCESS")

    def test_05_an_order_that_is_not_answered_in_time_is_unknown_not_failed(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind, retries=0, timeout=2) as hand:
                hand.do("tokens.verify")
                transfer_id = f"late_{kind.name}_{RUN}"
                add_rule(path="directTransfer", holdMs=6_000)
                with self.assertRaisesRegex(OutcomeUnknownError, "no answer within 2 s"):
                    hand.do(CREATE, **order(transfer_id))
            with self.hand(kind) as hand:
                self.assertEqual(hand.do("transfers.get", transfer_id=transfer_id).transfer_id, transfer_id)

    def test_06_a_change_whose_answer_is_lost_is_not_repeated(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind) as hand:
                add_rule(path="addBeneficiary", lose=9)
                bene_id, vpa = f"lost_bene_{kind.name}_{RUN}", f"lost{kind.name}{RUN}@upi"
                bene = {"bene_id": bene_id, "name": "Asha Rao", "email": PAYEE["email"], "phone": PAYEE["phone"]}
                with self.assertRaisesRegex(OutcomeUnknownError, r"with beneficiaries\.get"):
                    hand.do("beneficiaries.create", **bene, vpa=vpa)
                self.assertEqual(hand.count("beneficiaries.create"), 1)
                self.assertEqual(hand.do("beneficiaries.get", bene_id=bene_id).vpa, vpa)

    def test_07_where_nothing_listens_nothing_was_sent_and_the_outcome_is_known(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind, base_url="http://127.0.0.1:9", retries=1) as hand:
                with self.assertRaises(NoConnectionError) as caught:
                    hand.do(CREATE, **order("never"))
                self.assertFalse(caught.exception.outcome_unknown)
                self.assertEqual([hand.count("authorize"), hand.count(CREATE)], [2, 0])

    def test_08_a_wrong_secret_is_told_with_the_words_of_the_server_and_the_request_id(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind, client_secret="wrong") as hand:
                said = "Invalid clientId and clientSecret combination"
                with self.assertRaisesRegex(AuthenticationError, said) as caught:
                    hand.do("balance.get")
                self.assertEqual(caught.exception.sub_code, "401")
                self.assertTrue(caught.exception.request_id)

    def test_09_errors_are_the_same_where_every_answer_is_http_200(self) -> None:
        for kind in self.KINDS:
            with self.hand(kind, **options("roadUrl", STAGE["always200"])) as hand:
                with self.assertRaises(RefusedError) as caught:
                    hand.do(CREATE, **order("t 1"))
                error = caught.exception
                self.assertEqual((error.sub_code, error.http_status, error.outcome_unknown), ("422", 200, False))

    def test_10_the_log_carries_no_secret_no_token_and_no_account_and_nor_does_that_of_httpx(self) -> None:
        tokens: List[str] = []

        def note(request: httpx.Request) -> None:
            tokens.append(request.headers.get("Authorization", ""))

        async def note_later(request: httpx.Request) -> None:
            note(request)

        everything = Everything()
        logging.getLogger().addHandler(everything)
        logging.getLogger().setLevel(logging.DEBUG)
        self.addCleanup(logging.getLogger().removeHandler, everything)
        self.addCleanup(logging.getLogger().setLevel, logging.WARNING)
        for kind in self.KINDS:
            http_client = (
                httpx.Client(event_hooks={"request": [note]})
                if kind is Threads
                else httpx.AsyncClient(event_hooks={"request": [note_later]})
            )
            with self.hand(kind, http_client=http_client, logger=logging.getLogger("vitaran")) as hand:
                account = "000100289877623"
                with self.assertRaisesRegex(Exception, "Beneficiary"):
                    hand.do("beneficiaries.find", bank_account=account, ifsc="YESB0000262")
                said = everything.take()
                self.assertRegex(said, r"verb=beneficiaries\.find .*path=/payout/v1/getBeneId .*sub_code=404")
                self.assertRegex(said, r"httpx.*HTTP Request: GET http://[^ ]+/payout/v1/getBeneId ")
                for secret in (STAGE["clientSecret"], tokens[-1].replace("Bearer ", ""), account):
                    self.assertGreater(len(secret), 10)
                    self.assertNotIn(secret, said)

    def test_11_a_server_killed_in_the_middle_of_ten_orders_makes_no_transfer_twice_and_loses_none(self) -> None:
        # Five by threads and five by tasks, on a server that is killed once.
        with self.hand(Threads, retries=12) as threads, self.hand(Tasks, retries=12) as tasks:
            hands = [threads, tasks]
            prefix = f"killed_{RUN}_"
            ids = [[f"{prefix}{hand.name}_{number}" for number in range(5)] for hand in hands]
            for hand in hands:
                hand.do("tokens.verify")
            add_rule(path="directTransfer", killAfter=3)
            with ThreadPoolExecutor() as pool:
                orders = [[order(one) for one in its] for its in ids]
                results = list(pool.map(lambda hand, its: hand.do_at_once(CREATE, its), hands, orders))
            self.assertLessEqual({one.status for its in results for one in its}, {"SUCCESS", "PENDING"})
            self.assertTrue(any("error" in entry for hand in hands for entry in hand.entries), "calls were cut")
            for transfer_id in sum(ids, []):
                while threads.do("transfers.get", transfer_id=transfer_id).status != "SUCCESS":
                    time.sleep(0.1)
            self.assertEqual(paid(prefix), {transfer_id: 1 for its in ids for transfer_id in its})


class Everything(logging.Handler):
    """All that any logger says."""

    def __init__(self) -> None:
        super().__init__()
        self._said: List[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(f"{record.name} {record.getMessage()}")

    def take(self) -> str:
        said, self._said = "\n".join(self._said), []
        return said
