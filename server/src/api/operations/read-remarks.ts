import { containsCardNumber, isRemarks } from "#rails";
import { type Fields, readField, readText } from "./fields.ts";

/** Remarks, empty when absent; null when they are none: too long, with other signs, or a card's number. */
export function readRemarks(body: Fields): string | null {
  if (readField(body, "remarks") === undefined) return "";
  const remarks = readText(body, "remarks");
  if (typeof remarks !== "string" || !isRemarks(remarks) || containsCardNumber(remarks)) return null;
  return remarks;
}
