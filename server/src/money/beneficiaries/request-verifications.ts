import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { wakeWorker } from "#lib/worker";
import { containsCardNumber, type Fee, verificationFee } from "#rails";
import { sealAccount } from "./account-number.ts";
import { readBeneficiarySettings } from "./beneficiary-settings.ts";
import {
  checkToVerify,
  type ToVerify,
  type Verification,
  VERIFICATION_COLUMNS,
  VerificationError,
  type VerificationErrorCode,
  type VerificationMethod,
} from "./verification.ts";
import { phoneOf } from "./fields.ts";
import { chargeVerifications } from "./record-verifications.ts";

interface VerificationToInsert {
  readonly subject: ToVerify;
  /** The fault in a row of a bulk; such a row is stored, but no bank is asked. */
  readonly problem: VerificationErrorCode | null;
}

interface Terms {
  readonly method: VerificationMethod;
  readonly bulkId: string | null;
  /** The time from which a worker may take them up. */
  readonly dueAt: Date;
}

/**
 * Stores a set of verifications to be asked, and charges the wallet for them. Returns them in the given
 * order. Throws VerificationError.insufficient_balance, and then nothing is stored.
 */
export async function insertVerifications(
  tx: Tx,
  vault: Vault,
  { set, method, bulkId, dueAt }: Terms & { set: readonly VerificationToInsert[] },
): Promise<Verification[]> {
  const [{ verificationFeePaise }, firstNo] = await Promise.all([
    readBeneficiarySettings(tx),
    takeNumbers(tx, set.length),
  ]);
  const fee = verificationFee(verificationFeePaise, tx.now);
  const rows = set.map((one, index) => rowOf(vault, tx, { ...one, fee, no: firstNo + BigInt(index) }));
  await chargeVerifications(
    tx,
    rows.map(({ id, ...row }) => ({ ...row, verificationId: id })),
  );
  const inserted = await tx.query<Verification>(INSERT, [
    tx.merchantId,
    method,
    bulkId,
    tx.now,
    dueAt,
    ...COLUMNS.map((column) => rows.map((row) => row[column])),
  ]);
  const byNo = new Map(inserted.map((row) => [row.verificationNo, row]));
  return rows.map((row) => byNo.get(row.no)!);
}

async function takeNumbers(tx: Tx, count: number): Promise<bigint> {
  const [row] = await tx.query<{ last_no: bigint }>(
    `insert into beneficiaries.verification_counter as counter (merchant_id, last_no)
     values ($1, $3::bigint + $2::bigint)
     on conflict (merchant_id) do update set last_no = counter.last_no + $2::bigint
     returning last_no`,
    [tx.merchantId, count, NUMBERS_BEGIN_AFTER],
  );
  return row!.last_no - BigInt(count) + 1n;
}

/** Short numbers look like row numbers. */
const NUMBERS_BEGIN_AFTER = 10_000;

interface Row {
  readonly id: string;
  readonly no: bigint;
  readonly kind: ToVerify["kind"];
  readonly userKey: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly remarks: string | null;
  readonly sealed: Buffer | null;
  readonly last4: string | null;
  readonly index: Buffer | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly vpaIndex: Buffer | null;
  readonly code: string | null;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
}

const COLUMNS = [
  "id",
  "no",
  "kind",
  "userKey",
  "name",
  "phone",
  "remarks",
  "sealed",
  "last4",
  "index",
  "ifsc",
  "vpa",
  "vpaIndex",
  "code",
  "feePaise",
  "taxPaise",
] as const satisfies readonly (keyof Row)[];

function rowOf(
  vault: Vault,
  tx: Tx,
  { subject, problem, fee, no }: VerificationToInsert & { fee: Fee; no: bigint },
): Row {
  const { kind, name, phone, remarks, userKey } = subject;
  const account = subject.kind === "account" ? subject : null;
  const sealed = account === null ? null : sealAccount(vault, tx.merchantId, account);
  const vpa = subject.kind === "vpa" ? subject.vpa : null;
  return {
    id: newId(),
    no,
    kind,
    userKey,
    name: toKeep(name?.trim() ?? null),
    phone: tx.seal(toKeep(phoneOf(phone ?? undefined))),
    remarks,
    sealed: sealed?.sealed ?? null,
    last4: sealed?.last4 ?? null,
    index: sealed?.index ?? null,
    ifsc: toKeep(account?.ifsc ?? null),
    vpa: tx.seal(vpa),
    vpaIndex: tx.indexOf("vpa", vpa),
    code: problem,
    ...(problem === null ? fee : { feePaise: 0n, taxPaise: 0n }),
  };
}

/** Keeps an invalid value for the merchant to see, unless it is a card number. */
const toKeep = (text: string | null): string | null =>
  text !== null && containsCardNumber(text) ? "" : text;

const INSERT = `
  insert into beneficiaries.verification (
    merchant_id, method, bulk_id, requested_at, verification_id, verification_no, row_no, kind, user_key, given_name,
    phone, remarks, sealed_account, account_last4, account_index, ifsc, vpa, vpa_index, status, due_at, finished_at,
    failure, code, fee_paise, tax_paise
  )
  select $1, $2, $3, $4, id, no, case when $3::uuid is null then null else place end, kind, user_key, name, phone,
    remarks, sealed, last4, index, ifsc, vpa, vpa_index,
    case when code is null then 'waiting' else 'failed' end,
    case when code is null then $5::timestamptz end,
    case when code is not null then $4::timestamptz end,
    case when code is not null then 'malformed' end,
    code, fee_paise, tax_paise
  from unnest(
    $6::uuid[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[],
    $14::text[], $15::bytea[], $16::text[], $17::text[], $18::bytea[], $19::text[], $20::bigint[], $21::bigint[]
  ) with ordinality as given (
    id, no, kind, user_key, name, phone, remarks, sealed, last4, index, ifsc, vpa, vpa_index, code, fee_paise,
    tax_paise, place
  )
  returning ${VERIFICATION_COLUMNS}`;

/** The maximum number of rows of one bulk. */
export const BULK_ROWS_MAX = 500;

/**
 * Takes a verification request, about which a worker asks banks. Throws the VerificationError that
 * `checkToVerify` names, or insufficient_balance.
 */
export async function requestVerification(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  subject: ToVerify,
): Promise<Verification> {
  const problem = checkToVerify(subject);
  if (problem !== null) throw VerificationError[problem]();
  const [verification] = await ctx.db.inMerchant(merchantId, (tx) =>
    insertDue(ctx, tx, { subjects: [subject] }),
  );
  return verification!;
}

/**
 * Takes many requests under the merchant's own id; a row without anything to verify fails alone. Throws
 * VerificationError.bulk_key_exists, too_many or insufficient_balance.
 */
export async function requestBulkVerification(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { bulkKey, subjects }: { bulkKey: string; subjects: readonly ToVerify[] },
): Promise<void> {
  if (subjects.length > BULK_ROWS_MAX) throw VerificationError.too_many({ max: BULK_ROWS_MAX });
  const bulkId = newId();
  try {
    await ctx.db.inMerchant(merchantId, async (tx) => {
      await tx.execute(
        `insert into beneficiaries.bulk_verification (merchant_id, bulk_id, bulk_key, row_count, requested_at)
         values ($1, $2, $3, $4, $5)`,
        [merchantId, bulkId, bulkKey, subjects.length, tx.now],
      );
      await insertDue(ctx, tx, { subjects, bulkId });
    });
  } catch (error) {
    if (!violates(error, "bulk_key_once")) throw error;
    throw VerificationError.bulk_key_exists({ bulkKey });
  }
}

async function insertDue(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { subjects, bulkId = null }: { subjects: readonly ToVerify[]; bulkId?: string | null },
): Promise<Verification[]> {
  const set = subjects.map((subject) => ({
    subject,
    problem: bulkId === null ? null : checkToVerify(subject),
  }));
  const method = bulkId === null ? "async" : "bulk";
  const inserted = await insertVerifications(tx, ctx.vault, { set, method, bulkId, dueAt: tx.now });
  await wakeWorker(tx, "verifications");
  return inserted;
}
