"""The client for programs with threads, or with neither threads nor asyncio."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import CancelledError, Future
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Type, TypeVar, Union

import httpx

from ._answer import Answer
from ._conversation import Conversation, Exchange, Step, TakeToken, converse
from ._decode import decode, read_content, read_result
from ._errors import VitaranError
from ._exchange import LIMITS, begin
from ._generated import models
from ._generated.nouns import Batches, Nouns
from ._operation import Input, Operation
from ._options import Settings, read_options
from ._pages import Pages
from ._rows import BatchRow, batch_from_rows
from ._tokens import Token, ask_for_token, usable
from ._webhooks import WebhookEvent, verify_webhook

T = TypeVar("T")


class Caller:
    """Carries conversations out, in the thread that calls; one token serves all threads."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http
        self._lock = threading.Lock()
        self._token: Optional[Token] = None
        self._asking: Optional[Future[Token]] = None

    def call(self, operation: Operation, result: Type[T], given: Input) -> T:
        """What the verb answers."""
        return read_result(operation, result, self._answer(operation, given))

    def items(self, operation: Operation, item: Type[T], given: Input) -> Iterator[T]:
        """Every item of a list, page after page as they are asked for: stop, and no more pages are read."""
        pages = Pages(operation)
        while not pages.ended:
            answer = self._answer(operation, {**given, **pages.turn})
            for one in pages.read(read_content(operation, answer)):
                yield decode(item, one)

    def _answer(self, operation: Operation, given: Input) -> Answer:
        return self._run(converse(operation, given, self._settings.retries))

    def _run(self, conversation: Conversation[T]) -> T:
        try:
            step = next(conversation)
            while True:
                try:
                    outcome = self._do(step)
                except VitaranError as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(outcome)
        except StopIteration as ended:
            result: T = ended.value
            return result

    def _do(self, step: Step) -> Union[Answer, str, None]:
        if isinstance(step, Exchange):
            with begin(self._settings, self._http, step) as underway:
                return underway.read(self._http.send(underway.request))
        if isinstance(step, TakeToken):
            return self._take_token(step.refused)
        time.sleep(step.seconds)
        return None

    def _take_token(self, refused: Optional[str]) -> str:
        """The first thread that needs a new token asks for it, and the others wait for that one."""
        while True:
            with self._lock:
                text = usable(self._token, refused)
                if text is not None:
                    return text
                asking, mine = self._asking, self._asking is None
                if asking is None:
                    asking = self._asking = Future()
            if mine:
                self._ask(asking)
            try:
                return asking.result().text
            except CancelledError:
                # The thread that asked was interrupted: another one does it.
                continue

    def _ask(self, asking: Future[Token]) -> None:
        try:
            token = self._run(ask_for_token(self._settings))
        except Exception as error:
            self._end_asking(self._token)
            asking.set_exception(error)
        except BaseException:
            self._end_asking(self._token)
            asking.cancel()
            raise
        else:
            self._end_asking(token)
            asking.set_result(token)

    def _end_asking(self, token: Optional[Token]) -> None:
        with self._lock:
            self._token, self._asking = token, None


class BatchesOfRows(Batches):
    """``batches``, with batches from rows."""

    def create_from_rows(
        self, *, batch_transfer_id: str, rows: Sequence[BatchRow], payment_instrument_id: Optional[str] = None
    ) -> models.BatchesCreateResult:
        """Pay up to 500 rows in one call; the format is found from how the rows name their payees.

        Repeated only under the same batch_transfer_id. Raises as ``batches.create``, and InvalidInputError naming the
        row.
        """
        return self.create(**batch_from_rows(batch_transfer_id, rows, payment_instrument_id))


class Webhooks:
    """``webhooks``, by the secrets of the client."""

    def __init__(self, settings: Settings) -> None:
        self._secrets: Dict[str, Any] = (
            {"webhook_secret": settings.webhook_secrets}
            if settings.webhook_secrets
            else {"client_secret": settings.client_secret}
        )

    def verify(self, body: Union[str, bytes], headers: Mapping[str, Any]) -> WebhookEvent:
        """The event of a genuine webhook, by the webhook secrets of the client or, without any, its client secret.

        Give the raw body. Raises SignatureError.
        """
        return verify_webhook(body, headers, **self._secrets)


class Client(Nouns):
    """A client of one key pair. It keeps one token and its connections for all calls and threads: make one, keep it.

    Args:
        client_id: Of the key pair.
        client_secret: Of the key pair.
        base_url: Where the server is: ``http://localhost:8080`` for a sandbox on this machine.
        public_key: PEM of the key pair, for callers without a listed IP address: tokens are then asked for with an
            RSA signature. Needs ``pip install "vitaran[signature]"``.
        webhook_secret: ``whsec_...`` of a webhook endpoint, or several while they are changed: for webhooks.verify.
        timeout: Seconds to wait for one answer. The server may wait five seconds for a bank.
        retries: How often a call that may be repeated is repeated; 0 for never.
        proxy: Address of a proxy; without it HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment count.
        logger: Hears of every exchange, without bodies, keys or tokens; the logger ``vitaran`` when absent.
        http_client: Another httpx.Client instead, for a client certificate, say.

    Raises:
        InvalidInputError: for options that cannot be.
    """

    batches: BatchesOfRows

    def __init__(
        self,
        *,
        client_id: str,
        client_secret: str,
        base_url: str,
        public_key: Optional[str] = None,
        webhook_secret: Union[str, Sequence[str]] = (),
        timeout: float = 30.0,
        retries: int = 3,
        proxy: Optional[str] = None,
        logger: Optional[logging.Logger] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        settings = read_options(
            client_id=client_id,
            client_secret=client_secret,
            base_url=base_url,
            public_key=public_key,
            webhook_secret=webhook_secret,
            timeout=timeout,
            retries=retries,
            proxy=proxy,
            has_http_client=http_client is not None,
            logger=logger,
        )
        self._http = http_client if http_client is not None else httpx.Client(proxy=proxy, limits=LIMITS)
        caller = Caller(settings, self._http)
        super().__init__(caller)
        self.batches = BatchesOfRows(caller)
        self.webhooks = Webhooks(settings)

    def close(self) -> None:
        """Closes its connections; ``with Client(...) as vitaran:`` does it too."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
