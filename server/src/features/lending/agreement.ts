/** The agreement between a merchant (the originator) and its lender. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import {
  LENDER_ID,
  openLendingLedgers,
  ORIGINATOR_ID,
  readFundSources,
  type Sender,
  topUp,
} from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { defineErrors } from "#lib/errors";
import type { Party } from "./loan.ts";

export const LendingError = defineErrors("lending", {
  split_not_whole: "The shares of lender and originator are whole percents that total exactly 100.",
  lender_name_invalid: "A lender has a name of 1 to 100 characters.",
  not_agreed: "The merchant has no agreement with a lender.",
  wallet_missing: "Open the merchant's wallet first.",
});

export interface Agreement {
  /** Counts from 1; the highest version is in force. */
  readonly version: number;
  readonly lenderName: string;
  /** Whole percents that total 100. */
  readonly lenderPercent: number;
  readonly originatorPercent: number;
  /** True if loans may be made under the agreement. */
  readonly enabled: boolean;
  readonly agreedAt: Date;
}

/** Reads the agreement in force; null if there never was one. */
export async function readAgreement(tx: Tx): Promise<Agreement | null> {
  const [agreement] = await tx.query<Agreement>(
    `select version, lender_name as "lenderName", lender_percent as "lenderPercent",
       originator_percent as "originatorPercent", enabled, agreed_at as "agreedAt"
     from lending.agreement
     where merchant_id = $1
     order by version desc
     limit 1`,
    [tx.merchantId],
  );
  return agreement ?? null;
}

/** The part of an agreement that people decide. */
export type Terms = Omit<Agreement, "version" | "agreedAt">;

/** Makes changes of one merchant's agreement wait for each other until the transaction ends. */
async function lockAgreements(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('lending.' || $1::text, 0))", [
    tx.merchantId,
  ]);
}

/** Writes the next version of the agreement, with its audit record. The caller holds `lockAgreements`. */
async function writeAgreement(
  tx: Tx,
  { terms, version, by }: { terms: Terms; version: number; by: Actor },
): Promise<Agreement> {
  const { lenderName, lenderPercent, originatorPercent, enabled } = terms;
  await tx.execute(
    `insert into lending.agreement (
       merchant_id, version, lender_name, lender_percent, originator_percent, enabled, agreed_at, agreed_by
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.merchantId, version, lenderName, lenderPercent, originatorPercent, enabled, tx.now, by],
  );
  const action = enabled ? "lending.agreement_set" : "lending.agreement_ended";
  const subject = `merchant:${tx.merchantId}`;
  const detail = { version, lenderName, lenderPercent, originatorPercent };
  await recordAudit(tx, [{ actor: by, action, subject, detail }]);
  return { ...terms, version, agreedAt: tx.now };
}

interface AgreementToSet {
  readonly lenderName: string;
  /** Whole percents from 0 to 100 that total 100. */
  readonly lenderPercent: number;
  readonly originatorPercent: number;
  readonly by: Actor;
}

/**
 * Enrols a merchant in co-lending, or changes the split. New loans use the new version, and existing ones keep theirs.
 * Opens the ledgers. Throws LendingError.split_not_whole, lender_name_invalid or wallet_missing, and
 * AccessError.not_permitted if a member may not manage settings.
 */
export async function setAgreement(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, ...wanted }: AgreementToSet,
): Promise<Agreement> {
  const lenderName = wanted.lenderName.trim();
  const { lenderPercent, originatorPercent } = wanted;
  if (lenderName === "" || lenderName.length > NAME_LENGTH_MAX) throw LendingError.lender_name_invalid();
  const isShare = (percent: number): boolean => Number.isInteger(percent) && percent >= 0;
  const isWhole = isShare(lenderPercent) && isShare(originatorPercent);
  if (!isWhole || lenderPercent + originatorPercent !== 100) {
    throw LendingError.split_not_whole({ lenderPercent, originatorPercent });
  }
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    await lockAgreements(tx);
    if ((await readFundSources(tx)).length === 0) throw LendingError.wallet_missing();
    await openLendingLedgers(tx, ctx.vault);
    const before = await readAgreement(tx);
    const terms = { lenderName, lenderPercent, originatorPercent, enabled: true };
    return writeAgreement(tx, { terms, version: (before?.version ?? 0) + 1, by });
  });
}

const NAME_LENGTH_MAX = 100;

/**
 * Ends co-lending for new loans. Loans in progress continue, and the ledgers keep their money. An agreement that has
 * already ended does not change. Throws LendingError.not_agreed.
 */
export async function endAgreement(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by }: { by: Actor },
): Promise<Agreement> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockAgreements(tx);
    const before = await readAgreement(tx);
    if (before === null) throw LendingError.not_agreed();
    if (!before.enabled) return before;
    const { version, lenderName, lenderPercent, originatorPercent } = before;
    const terms = { lenderName, lenderPercent, originatorPercent, enabled: false };
    return writeAgreement(tx, { terms, version: version + 1, by });
  });
}

/** Money of a party that arrived at one of the merchant's banks. */
interface LedgerCredit {
  readonly party: Party;
  readonly bankId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly from?: Sender;
}

const SOURCES: Readonly<Record<Party, string>> = { lender: LENDER_ID, originator: ORIGINATOR_ID };

/**
 * Credits the lender's or the originator's ledger with money that arrived, once per bank and UTR, and notifies the
 * merchant (CREDIT_CONFIRMATION). Throws like `topUp`: FundSourceError.not_found if nothing is agreed.
 */
export async function fundLedger(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { party, ...credit }: LedgerCredit,
): Promise<{ topUpId: string; repeated: boolean }> {
  const { topUpId, repeated } = await topUp(ctx, merchantId, { ...credit, fundSourceId: SOURCES[party] });
  return { topUpId, repeated };
}
