"""The Python client of Vitaran, the open-source payouts platform."""

from ._async_client import AsyncClient
from ._client import Client
from ._decode import AnsweredFile
from ._errors import (
    AuthenticationError,
    ConflictError,
    ErrorKind,
    ForbiddenError,
    InvalidInputError,
    NoAnswerError,
    NoConnectionError,
    NotFoundError,
    OutcomeUnknownError,
    RateLimitedError,
    RefusedError,
    ServerError,
    SignatureError,
    VitaranError,
)
from ._generated import inputs, models
from ._money import Amount, Paise, format_rupees, sum_rupees, to_paise
from ._rows import BatchRow, batch_from_rows, sum_of_rows
from ._signature import sign_identity
from ._version import VERSION as __version__
from ._webhooks import WebhookEvent, verify_webhook

__all__ = [
    "Amount",
    "AnsweredFile",
    "AsyncClient",
    "AuthenticationError",
    "BatchRow",
    "Client",
    "ConflictError",
    "ErrorKind",
    "ForbiddenError",
    "InvalidInputError",
    "NoAnswerError",
    "NoConnectionError",
    "NotFoundError",
    "OutcomeUnknownError",
    "Paise",
    "RateLimitedError",
    "RefusedError",
    "ServerError",
    "SignatureError",
    "VitaranError",
    "WebhookEvent",
    "__version__",
    "batch_from_rows",
    "format_rupees",
    "inputs",
    "models",
    "sign_identity",
    "sum_of_rows",
    "sum_rupees",
    "to_paise",
    "verify_webhook",
]
