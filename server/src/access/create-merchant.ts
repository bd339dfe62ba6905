import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { endPracticeApprovers } from "./add-practice-approver.ts";
import { cleanName } from "./clean-name.ts";
import type { Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { withholdAtOpening, type WithheldAtOpening } from "./withhold-at-opening.ts";

export interface NewMerchant {
  readonly organizationId: string;
  readonly name: string;
  readonly mode: Mode;
  readonly by?: Actor;
}

/**
 * Opens an environment of an organization, sandbox or live; which of them it is never changes. Answers too whose powers
 * in live wait for another person since. Throws `organization_not_found`, `bad_name`.
 */
export async function createMerchant(
  ctx: Context,
  input: NewMerchant,
): Promise<{ merchantId: string; withheld: readonly WithheldAtOpening[] }> {
  const merchantId = newId();
  try {
    const withheld = await ctx.db.inMerchant(merchantId, (tx) => insertMerchant(tx, input));
    return { merchantId, withheld };
  } catch (error) {
    if (!violates(error, "merchant_organization_id_fkey")) throw error;
    throw AccessError.organization_not_found({ organizationId: input.organizationId });
  }
}

/** The same within a transaction of the merchant to be. */
export async function insertMerchant(tx: Tx, input: NewMerchant): Promise<WithheldAtOpening[]> {
  const name = cleanName(input.name);
  // One at a time in an organization: rights are given wholly before live opens, or wholly after.
  await tx.query(LOCK_ORGANIZATION, [input.organizationId]);
  await tx.execute(
    `insert into access.merchant (merchant_id, organization_id, name, mode, created_at)
     values ($1, $2, $3, $4, clock_timestamp())`,
    [tx.merchantId, input.organizationId, name, input.mode],
  );
  // Where money is real, everyone who decides is a person.
  if (input.mode === "live") await endPracticeApprovers(tx, input.organizationId);
  await recordAudit(tx, [
    {
      actor: input.by ?? "system",
      action: "access.merchant_created",
      subject: `merchant:${tx.merchantId}`,
      detail: { name, mode: input.mode },
    },
  ]);
  return input.mode === "live" ? withholdAtOpening(tx) : [];
}

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;
