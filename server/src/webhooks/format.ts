/** The formats in which an endpoint may be sent its webhooks. */
export const FORMATS = ["classic_form", "classic_json", "standard", "v2"] as const;

/**
 * `classic_form`: the contract's form fields with `signature`. `classic_json`: the same as JSON of strings.
 * `standard`: JSON `{ type, timestamp, seq, data }`, signed by Standard Webhooks alone. `v2`: JSON
 * `{ type, event_time, data }` with fields in snake case and amounts as numbers, signed in `x-webhook-signature`.
 */
export type Format = (typeof FORMATS)[number];

/** Whether the format is one of the two that the classic contract signs by its fields. */
export function isClassic(format: Format): format is "classic_form" | "classic_json" {
  return format === "classic_form" || format === "classic_json";
}
