"""The client for programs with asyncio."""

from __future__ import annotations

import asyncio
import logging
from typing import AsyncIterator, Optional, Sequence, Type, TypeVar, Union

import httpx

from ._answer import Answer
from ._client import Webhooks
from ._conversation import Conversation, Exchange, Step, TakeToken, converse
from ._decode import decode, read_content, read_result
from ._errors import VitaranError
from ._exchange import LIMITS, begin
from ._generated import models
from ._generated.async_nouns import AsyncBatches, AsyncNouns
from ._operation import Input, Operation
from ._options import Settings, read_options
from ._pages import Pages
from ._rows import BatchRow, batch_from_rows
from ._tokens import Token, ask_for_token, usable

T = TypeVar("T")


class AsyncCaller:
    """Carries conversations out, in the task that calls; one token serves all tasks."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http
        self._token: Optional[Token] = None
        self._asking: Optional[asyncio.Task[Token]] = None

    async def call(self, operation: Operation, result: Type[T], given: Input) -> T:
        """What the verb answers."""
        return read_result(operation, result, await self._answer(operation, given))

    async def items(self, operation: Operation, item: Type[T], given: Input) -> AsyncIterator[T]:
        """Every item of a list, page after page as they are asked for: stop, and no more pages are read."""
        pages = Pages(operation)
        while not pages.ended:
            answer = await self._answer(operation, {**given, **pages.turn})
            for one in pages.read(read_content(operation, answer)):
                yield decode(item, one)

    async def _answer(self, operation: Operation, given: Input) -> Answer:
        return await self._run(converse(operation, given, self._settings.retries))

    async def _run(self, conversation: Conversation[T]) -> T:
        try:
            step = next(conversation)
            while True:
                try:
                    outcome = await self._do(step)
                except VitaranError as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(outcome)
        except StopIteration as ended:
            result: T = ended.value
            return result

    async def _do(self, step: Step) -> Union[Answer, str, None]:
        if isinstance(step, Exchange):
            with begin(self._settings, self._http, step) as underway:
                return underway.read(await self._http.send(underway.request))
        if isinstance(step, TakeToken):
            return await self._take_token(step.refused)
        await asyncio.sleep(step.seconds)
        return None

    async def _take_token(self, refused: Optional[str]) -> str:
        """The first task that needs a new token has it asked for, and all wait for that one."""
        text = usable(self._token, refused)
        if text is not None:
            return text
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask())
            # Where all who wait are cancelled, its failure is of no interest.
            self._asking.add_done_callback(lambda task: task.cancelled() or task.exception())
        # A task that is cancelled takes nothing from the others.
        return (await asyncio.shield(self._asking)).text

    async def _ask(self) -> Token:
        try:
            self._token = await self._run(ask_for_token(self._settings))
            return self._token
        finally:
            self._asking = None


class AsyncBatchesOfRows(AsyncBatches):
    """``batches``, with batches from rows."""

    async def create_from_rows(
        self, *, batch_transfer_id: str, rows: Sequence[BatchRow], payment_instrument_id: Optional[str] = None
    ) -> models.BatchesCreateResult:
        """Pay up to 500 rows in one call; the format is found from how the rows name their payees.

        Repeated only under the same batch_transfer_id. Raises as ``batches.create``, and InvalidInputError naming the
        row.
        """
        return await self.create(**batch_from_rows(batch_transfer_id, rows, payment_instrument_id))


class AsyncClient(AsyncNouns):
    """A client of one key pair for asyncio; every verb is awaited, every list is read with ``async for``.

    It keeps one token and its connections for all tasks of one event loop: make one, keep it. The arguments are those
    of Client; ``http_client`` is an httpx.AsyncClient.
    """

    batches: AsyncBatchesOfRows

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
        http_client: Optional[httpx.AsyncClient] = None,
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
        self._http = http_client if http_client is not None else httpx.AsyncClient(proxy=proxy, limits=LIMITS)
        caller = AsyncCaller(settings, self._http)
        super().__init__(caller)
        self.batches = AsyncBatchesOfRows(caller)
        self.webhooks = Webhooks(settings)

    async def aclose(self) -> None:
        """Closes its connections; ``async with AsyncClient(...) as vitaran:`` does it too."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
