/** Errors of idempotency keys; each API surface has its own texts for them. */
import { defineErrors } from "#lib/errors";

export const IdempotencyError = defineErrors("idempotency", {
  key_invalid: "An idempotency key has 1 to 255 printable ASCII characters and is sent once",
  key_reused: "The idempotency key belongs to another request",
  key_in_use: "A request with this idempotency key is still under way",
});
