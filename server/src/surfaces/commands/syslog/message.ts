/** One audit record as a message of RFC 5424, which carries the line that `audit-export` prints. */
import { hostname } from "node:os";
import type { ExportedRecord } from "#audit";

/** The facility "log audit" (13) with the severity "notice" (5), as RFC 5424 computes it. */
const PRIORITY = 13 * 8 + 5;
const MSGID_MAX = 32;
const HOSTNAME_MAX = 255;

/**
 * Receivers know the element by its name. A number of an enterprise must follow it; this one is reserved for those who
 * have none (RFC 5612).
 */
const ELEMENT = "vitaran@32473";

/** The mark by which a receiver knows that the text is UTF-8. */
const BOM = "\uFEFF";

/** These fields are left out of a record that does not fit, the longest first. IDs, times and hashes always fit. */
const MAY_BE_LEFT_OUT = ["detailText", "subject", "action", "actor"] as const;

/** The record as one line of JSON. Numbers that JSON readers would round are texts. */
export function lineOf({ seq, atMicros, ...record }: ExportedRecord): string {
  return JSON.stringify({ ...record, seq: String(seq), atMicros: String(atMicros) });
}

/**
 * Makes the message. If it would be longer than `bytesMax`, it names in `leftOut` what it lacks; a text that was cut in
 * the middle would be no JSON.
 */
export function messageOf(record: ExportedRecord, { bytesMax }: { readonly bytesMax: number }): Buffer {
  const header = headerOf(record);
  let message = Buffer.from(`${header}${lineOf(record)}`);
  const leftOut: string[] = [];
  const rest: Record<string, unknown> = { ...(JSON.parse(lineOf(record)) as object) };
  for (const field of MAY_BE_LEFT_OUT) {
    if (message.length <= bytesMax) break;
    delete rest[field];
    leftOut.push(field);
    message = Buffer.from(`${header}${JSON.stringify({ ...rest, leftOut })}`);
  }
  return message;
}

/** IDs, numbers and hashes have no sign that structured data would have to escape. */
function headerOf({ owner, seq, hash, atMicros, action }: ExportedRecord): string {
  const micros = String(atMicros % 1_000_000n).padStart(6, "0");
  const second = new Date(Number(atMicros / 1_000_000n) * 1_000).toISOString().slice(0, 19);
  const host = wordOf(hostname(), HOSTNAME_MAX);
  const element = `[${ELEMENT} owner="${owner}" seq="${seq}" hash="${hash}"]`;
  const words = [`<${PRIORITY}>1`, `${second}.${micros}Z`, host, "vitaran", "-", wordOf(action, MSGID_MAX)];
  return `${words.join(" ")} ${element} ${BOM}`;
}

/** A word of the header: printable ASCII without blanks. */
function wordOf(text: string, lengthMax: number): string {
  const word = text.replace(/[^\x21-\x7e]/g, "_").slice(0, lengthMax);
  return word === "" ? "-" : word;
}
