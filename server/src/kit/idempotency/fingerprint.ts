/** The fingerprint of a request, which is compared with that of the first request with the same idempotency key. */
import { createHash } from "node:crypto";
import { containsCardNumber } from "#lib/card-numbers";

type Fields = Readonly<Record<string, unknown>>;

export interface FingerprintedRequest {
  /** Method and route, including its version. */
  readonly operation: string;
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  /** The content of a file that is sent as the body. */
  readonly file?: Buffer | undefined;
}

/** Equal for requests that ask for the same; the order of fields and trailing zeros of amounts do not matter. */
export function fingerprint({ operation, path, query, body, file }: FingerprintedRequest): string {
  const text = JSON.stringify([operation, path, query, body].map(inOrder));
  return createHash("sha256")
    .update(text)
    .update(file ?? "")
    .digest("hex");
}

/** Returns the value with the fields of all objects in order, and with amounts in one form. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, part]) => [name, /amount$/i.test(name) ? plainAmount(part) : inOrder(part)]);
}

/** `"2500.00"`, `"2500"` and `2500` are the same amount. */
function plainAmount(value: unknown): unknown {
  if (typeof value !== "number" && typeof value !== "string") return inOrder(value);
  const [, rupees, paise = ""] = /^0*(\d+)(?:\.(\d+?)0*)?$/.exec(String(value).trim()) ?? [];
  if (rupees === undefined) return value;
  return /^0?$/.test(paise) ? rupees : `${rupees}.${paise}`;
}

/** Fields that hold the caller's own ID for its request; the first one that is present counts. */
const ID_FIELDS = [
  "batchTransferId",
  "batch_transfer_id",
  "loanId",
  "cashgramId",
  "withdrawalId",
  "linkKey",
  "transferId",
  "transfer_id",
  "transferKey",
  "beneId",
  "beneficiary_id",
];

/** Fields of answers that hold our own ID of the result. */
const MADE_FIELDS = ["batchId", "draftId", "bulkValidationId", "recallId", "reportId"];

/** `transferId pay_1`: the subject of the request by the caller's own ID; null if it has no ID that may be repeated. */
export const subjectOf = ({
  body,
  query,
  path,
}: Pick<FingerprintedRequest, "body" | "query" | "path">): string | null =>
  findId(ID_FIELDS, [body, query, path]);

/** `batchId 17`: the result that an answer names by its ID; null if it names none. */
export function subjectIn(answer: string): string | null {
  const fields = fieldsOf(JSON.parse(answer));
  return findId([...MADE_FIELDS, ...ID_FIELDS], [fields, fieldsOf(fields["data"])]);
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

function findId(names: readonly string[], places: readonly Fields[]): string | null {
  for (const name of names) {
    const id = places.map((fields) => fields[name]).find((value) => value !== undefined);
    if (typeof id === "string" && /^[\w.@+-]{1,100}$/.test(id) && !containsCardNumber(id))
      return `${name} ${id}`;
  }
  return null;
}
