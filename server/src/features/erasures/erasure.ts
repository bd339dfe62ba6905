/** Erasures as they are stored, their certificates, and the lines by which a restored database is erased again. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { bytea, defineRow, integer, jsonb, nullable, type RowOf, text, timestamptz, uuid } from "#lib/rows";
import type { Vault } from "#lib/vault";
import { ErasureError } from "./errors.ts";

export const ERASURE = defineRow("erasures.erasure", {
  erasureId: uuid,
  erasureNo: integer,
  beneficiaryIds: jsonb<readonly string[]>(),
  /** Keyed indexes of details, in hexadecimal. */
  indexes: jsonb<readonly string[]>(),
  requestedBy: text<Actor>(),
  requestedAt: timestamptz,
  dueAt: nullable(timestamptz),
  closedAt: nullable(timestamptz),
  doneAt: nullable(timestamptz),
  erased: jsonb<Readonly<Record<string, number>>>(),
  sealedKept: nullable(bytea),
  keptUntil: nullable(timestamptz),
  sealedAll: nullable(bytea),
  allUntil: nullable(timestamptz),
});

export type Erasure = RowOf<typeof ERASURE>;

/** Says what was erased of a payee and what was kept, for the payee or an authority. It has no details itself. */
export interface ErasureCertificate {
  readonly erasureNo: number;
  readonly merchantId: string;
  /** `waiting`: payments or other work with the payee's details must end first; it goes on by itself. */
  readonly status: "waiting" | "done";
  readonly requestedBy: Actor;
  readonly requestedAt: Date;
  readonly doneAt: Date | null;
  readonly beneficiaryIds: readonly string[];
  /** The number of rows in each table from which details were erased. */
  readonly erased: Readonly<Record<string, number>>;
  /** Details that are still kept, encrypted, apart from all pages, calls and files. */
  readonly kept: readonly { readonly what: string; readonly until: Date; readonly because: string }[];
  readonly remains: string;
  /** To be stored outside, and given to `restore`. */
  readonly line: string;
}

const KEPT = "the name and the bank account or UPI ID of the payee";
const KEPT_BECAUSE =
  "records of payments are kept for eight financial years after their own (Companies Act 2013, section 128(5)); " +
  "section 8(7) of the Digital Personal Data Protection Act 2023 allows what another law requires";
const ALL = "all details of the payee";
const ALL_BECAUSE =
  "personal data are kept for a year after they were used (Digital Personal Data Protection Rules 2025, rule 8(3), " +
  "in force from 13 May 2027; the setting ERASURE_KEEPS_DAYS)";
const REMAINS =
  "amounts, times, banks, references and UTRs of payments, the ledger, and the audit log, which name the payee by " +
  "IDs only";

export const certify = (tx: Pick<Tx, "merchantId" | "vouchFor">, erasure: Erasure): ErasureCertificate => ({
  erasureNo: erasure.erasureNo,
  merchantId: tx.merchantId,
  status: erasure.doneAt === null ? "waiting" : "done",
  requestedBy: erasure.requestedBy,
  requestedAt: erasure.requestedAt,
  doneAt: erasure.doneAt,
  beneficiaryIds: erasure.beneficiaryIds,
  erased: erasure.erased,
  kept: [
    { what: ALL, isThere: erasure.sealedAll !== null, until: erasure.allUntil, because: ALL_BECAUSE },
    { what: KEPT, isThere: erasure.sealedKept !== null, until: erasure.keptUntil, because: KEPT_BECAUSE },
  ].flatMap(({ isThere, until, ...kept }) => (isThere && until !== null ? [{ ...kept, until }] : [])),
  remains: REMAINS,
  line: writeLine(tx, erasure),
});

/** Lists a merchant's erasures, the oldest first. */
export function listErasures(tx: Tx): Promise<Erasure[]> {
  return tx.query<Erasure>(
    `select ${ERASURE.columns} from erasures.erasure where merchant_id = $1 order by erasure_no`,
    [tx.merchantId],
  );
}

/** Reads and locks an erasure. Throws ErasureError.not_found. */
export async function lockErasure(tx: Tx, erasureNo: number): Promise<Erasure> {
  const [erasure] = await tx.query<Erasure>(
    `select ${ERASURE.columns} from erasures.erasure where merchant_id = $1 and erasure_no = $2 for update`,
    [tx.merchantId, erasureNo],
  );
  if (erasure === undefined) throw ErasureError.not_found({ erasureNo });
  return erasure;
}

// A line says which payee of which merchant was erased. It has no details, and only this installation can make one.

/** The contents of a line. */
export type ErasureLine = Pick<
  Erasure,
  "erasureId" | "erasureNo" | "beneficiaryIds" | "indexes" | "requestedBy"
> & { readonly merchantId: string; readonly requestedAt: string };

const PREFIX = "vitaran-erasure";
const PURPOSE = "erasures.line";

function writeLine(tx: Pick<Tx, "merchantId" | "vouchFor">, erasure: Erasure): string {
  const { erasureId, erasureNo, beneficiaryIds, indexes, requestedBy, requestedAt } = erasure;
  const { merchantId } = tx;
  const said = { merchantId, erasureId, erasureNo, beneficiaryIds, indexes, requestedBy, requestedAt };
  const body = Buffer.from(JSON.stringify(said)).toString("base64url");
  return `${PREFIX}/${body}/${tx.vouchFor(PURPOSE, body).toString("base64url")}`;
}

/** Reads a line. Throws ErasureError.line_invalid if it was not made with one of the master keys. */
export function readLine(vault: Vault, line: string): ErasureLine {
  const [prefix, body = "", code = ""] = line.trim().split("/");
  const mac = Buffer.from(code, "base64url");
  const made = vault.mac(PURPOSE, mac);
  if (prefix !== PREFIX || made === null || !made.update(body).digest().equals(mac))
    throw ErasureError.line_invalid({ line: line.slice(0, 40) });
  return JSON.parse(Buffer.from(body, "base64url").toString()) as ErasureLine;
}
