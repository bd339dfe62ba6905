/** Refusals that several operations of the area share. */
import type { RefusalShape } from "#http";

export const endpointRefusals = {
  endpoint_not_found: { status: 404, message: "This webhook endpoint does not exist." },
} as const satisfies Record<string, RefusalShape>;

export const enabledRefusals = {
  ...endpointRefusals,
  endpoint_disabled: { status: 409, message: "The endpoint is disabled. Enable it first." },
} as const satisfies Record<string, RefusalShape>;

export const targetRefusals = {
  url_refused: { status: 422, message: "Webhooks cannot be sent to this address: {reason}." },
  api_key_missing: {
    status: 409,
    message: "These webhooks are signed with the client secret. Generate API keys first.",
  },
} as const satisfies Record<string, RefusalShape>;

export const eventRefusals = {
  event_type_unknown: { status: 422, message: "Choose at least one existing event." },
  event_type_not_in_v2: { status: 422, message: "The format v2 has no such event." },
} as const satisfies Record<string, RefusalShape>;

export const deliveryRefusals = {
  delivery_not_found: { status: 404, message: "This delivery does not exist." },
} as const satisfies Record<string, RefusalShape>;

export const replayRefusals = {
  ...enabledRefusals,
  replay_too_large: { status: 422, message: "That is more than 100,000 events. Choose a shorter period." },
} as const satisfies Record<string, RefusalShape>;

export const keyRefusals = {
  api_client_not_found: { status: 404, message: "There are no API keys yet." },
} as const satisfies Record<string, RefusalShape>;
