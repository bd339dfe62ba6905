/** The formats in which webhooks can be sent to an endpoint. */
export const FORMATS = ["classic_form", "classic_json", "standard", "v2"] as const;

/**
 * `classic_form`: the contract's form fields with `signature`. `classic_json`: the same as JSON of strings.
 * `standard`: JSON `{ type, timestamp, seq, data }`, signed only by Standard Webhooks. `v2`: JSON `{ type,
 * event_time, data }`, fields in snake case and amounts as numbers, signed in `x-webhook-signature`.
 */
export type Format = (typeof FORMATS)[number];

/** Returns true if the format is one of the two whose fields the classic contract signs. */
export function isClassic(format: Format): format is "classic_form" | "classic_json" {
  return format === "classic_form" || format === "classic_json";
}
