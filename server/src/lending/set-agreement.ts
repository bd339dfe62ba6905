import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import { openLendingLedgers, readFundSources } from "#fund-sources";
import type { Context } from "#lib/context";
import { readAgreement, type Agreement } from "./agreement.ts";
import { LendingError } from "./errors.ts";
import { lockAgreements, writeAgreement } from "./write-agreement.ts";

export interface AgreementToSet {
  readonly lenderName: string;
  /** Whole percents, 0 to 100; both total 100. */
  readonly lenderPercent: number;
  readonly originatorPercent: number;
  readonly by: Actor;
}

/**
 * Enrols a merchant in co-lending, or changes the split: from now on loans are made under it, those that were made
 * keep theirs. Opens the ledgers. Throws LendingError.split_not_whole, lender_name_invalid or wallet_missing;
 * AccessError.not_permitted of a member who may not manage settings.
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
