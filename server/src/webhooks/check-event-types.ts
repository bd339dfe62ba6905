import { WebhookError } from "./errors.ts";
import { isEventType, type EventType } from "./event-types.ts";
import type { Format } from "./format.ts";
import { V2_TYPES } from "./v2-data.ts";

/**
 * Returns the event types for an endpoint, each once and sorted; null: all. Throws `event_type_unknown` (also
 * for an empty list) and `event_type_not_in_v2`.
 */
export function checkEventTypes(given: readonly string[] | null, format: Format): EventType[] | null {
  if (given === null) return null;
  const known = given.filter(isEventType);
  if (known.length === 0 || known.length < given.length) {
    throw WebhookError.event_type_unknown({ eventTypes: given.filter((type) => !isEventType(type)) });
  }
  const missing = format === "v2" ? known.filter((type) => !V2_TYPES.includes(type)) : [];
  if (missing.length > 0) throw WebhookError.event_type_not_in_v2({ eventTypes: missing });
  return [...new Set(known)].toSorted();
}
