/** What a request asks for, as it is compared with the first one that had its idempotency key. */
import { createHash } from "node:crypto";
import { containsCardNumber } from "#lib/card-numbers";

type Fields = Readonly<Record<string, unknown>>;

export interface Asked {
  /** Method and route, with its version. */
  readonly operation: string;
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields;
  /** Of a file that is sent as the body. */
  readonly file?: Buffer | undefined;
}

/** Equal for requests that ask for the same: the order of fields and the zeros of amounts do not count. */
export function fingerprint({ operation, path, query, body, file }: Asked): string {
  const text = JSON.stringify([operation, path, query, body].map(inOrder));
  return createHash("sha256")
    .update(text)
    .update(file ?? "")
    .digest("hex");
}

/** The value with the fields of all objects in order, and amounts written as text in one way. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, part]) => [name, /amount$/i.test(name) ? plainAmount(part) : inOrder(part)]);
}

/** `"2500.00"`, `"2500"` and `2500` are one amount. */
function plainAmount(value: unknown): unknown {
  if (typeof value !== "number" && typeof value !== "string") return inOrder(value);
  const [, rupees, paise = ""] = /^0*(\d+)(?:\.(\d+?)0*)?$/.exec(String(value).trim()) ?? [];
  if (rupees === undefined) return value;
  return /^0?$/.test(paise) ? rupees : `${rupees}.${paise}`;
}

/** Fields that hold the caller's own id of what it asks for; the first that is there counts. */
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

/** Fields of answers that hold our own id of what a request made. */
const MADE_FIELDS = ["batchId", "draftId", "bulkValidationId", "recallId", "reportId"];

/** `transferId pay_1`: what the request is about, in the caller's words; null where it has no id that may be said. */
export const subjectOf = ({ body, query, path }: Pick<Asked, "body" | "query" | "path">): string | null =>
  findId(ID_FIELDS, [body, query, path]);

/** `batchId 17`: what an answer says that its request made; null where it names nothing. */
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
