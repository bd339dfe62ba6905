/** What is published about the header, on every operation that takes it. */
import { KEPT_HOURS } from "./prune-keys.ts";
import { KEY_LENGTH_MAX } from "./read-key.ts";

export const KEY_DESCRIPTION =
  "The same key with the same request gets the first response again and does nothing twice, for " +
  `${KEPT_HOURS} hours; with another request it gets 409, which names the first one. The repeated response is marked ` +
  "`Idempotent-Replayed: true`. Every field counts, your own IDs too. A refused request that did nothing leaves its " +
  "key free, and after 429 or 5xx the same request can be sent again.";

/** The header as a JSON Schema. */
export const keySchema = { type: "string", minLength: 1, maxLength: KEY_LENGTH_MAX } as const;
