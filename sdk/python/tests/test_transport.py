"""What stands between client and server: proxies, pages that are no answers, loggers that fail."""

from __future__ import annotations

import logging
import unittest
from contextlib import redirect_stderr
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from threading import Thread
from typing import Any

import httpx
from hands import Tasks, Threads
from stage import RUN, STAGE, calls, clear_road

from vitaran import Client, InvalidInputError, NoConnectionError, OutcomeUnknownError, ServerError


class Transport(unittest.TestCase):
    """Each with threads and with tasks."""

    def test_calls_go_through_a_proxy(self) -> None:
        for kind in (Threads, Tasks):
            clear_road()
            hand = kind(base_url=STAGE["baseUrl"], proxy=STAGE["roadUrl"])
            self.addCleanup(hand.close)
            self.assertEqual(hand.do("ifsc.get", ifsc="YESB0000262").ifsc, "YESB0000262")
            # To a proxy the whole address is named.
            self.assertEqual(calls(f"{STAGE['baseUrl']}/payout/v1/ifsc/YESB0000262"), 1)

    def test_where_the_proxy_is_not_there_nothing_was_sent(self) -> None:
        for kind in (Threads, Tasks):
            hand = kind(base_url="https://vitaran.example", proxy="http://127.0.0.1:9", retries=0)
            self.addCleanup(hand.close)
            with self.assertRaises(NoConnectionError) as caught:
                hand.do("batches.create", batch_transfer_id="b", batch_format="UPI", batch=[])
            self.assertFalse(caught.exception.outcome_unknown)

    def test_a_proxy_and_a_client_of_httpx_are_one_too_many(self) -> None:
        with httpx.Client() as http_client, self.assertRaisesRegex(InvalidInputError, "^proxy: give either"):
            keys: Any = {"base_url": "http://a.example", "client_id": "c", "client_secret": "s"}
            Client(**keys, proxy="http://p.example", http_client=http_client)

    def test_a_page_that_is_no_answer_of_the_server_leaves_the_outcome_unknown(self) -> None:
        address = self.serve_pages()
        for kind in (Threads, Tasks):
            hand = kind(base_url=address, retries=0)
            self.addCleanup(hand.close)
            with self.assertRaisesRegex(ServerError, "HTTP 200 without an answer of the server"):
                hand.do("balance.get")
            with self.assertRaises(OutcomeUnknownError):
                hand.do("beneficiaries.remove", bene_id="asha")

    def test_a_logger_that_fails_changes_nothing(self) -> None:
        class Failing(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                raise RuntimeError("the disk is full")

        for kind in (Threads, Tasks):
            hand = kind()
            self.addCleanup(hand.close)
            hand.logger.addHandler(Failing())
            with redirect_stderr(StringIO()) as said:
                bene_id = f"logged_{kind.name}_{RUN}"
                bene = {"name": "Asha Rao", "email": "asha@rao.example", "phone": "9876543210"}
                self.assertEqual(hand.do("beneficiaries.create", bene_id=bene_id, **bene).sub_code, "200")
            self.assertIn("the disk is full", said.getvalue())

    def serve_pages(self) -> str:
        """The address of a server that gives tokens, and to everything else a page."""
        token = b'{"status":"SUCCESS","subCode":"200","message":"","data":{"token":"t","expiry":4102444800}}'

        class Pages(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                is_token = self.path.endswith("/authorize")
                content = token if is_token else b"<html>Please sign in</html>"
                self.rfile.read(int(self.headers.get("content-length", 0)))
                self.send_response(200)
                self.send_header("content-type", "application/json" if is_token else "text/html")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        server = HTTPServer(("127.0.0.1", 0), Pages)
        Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"
