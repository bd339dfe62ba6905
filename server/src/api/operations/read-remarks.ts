import { containsCardNumber, isRemarks } from "#rails";
import { type Fields, readField, readText } from "./fields.ts";

/** Reads remarks, empty if absent; null if too long, with other characters, or with a card number. */
export function readRemarks(body: Fields): string | null {
  if (readField(body, "remarks") === undefined) return "";
  const remarks = readText(body, "remarks");
  if (typeof remarks !== "string" || !isRemarks(remarks) || containsCardNumber(remarks)) return null;
  return remarks;
}
