/** A merchant's settings for beneficiaries. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

export interface BeneficiarySettings {
  /** If true, refuses a bank account (number and IFSC) that another listed beneficiary has. Default: true. */
  readonly accountOnce: boolean;
  /** The waiting time before a new beneficiary may be paid, in minutes, at most a day. Default: 0. */
  readonly waitingMinutes: number;
  /** The price of one verification before tax, in paise. Null means the price list's. Default: null. */
  readonly verificationFeePaise: bigint | null;
}

export async function readBeneficiarySettings(tx: Tx): Promise<BeneficiarySettings> {
  const [row] = await tx.query<{
    account_once: boolean;
    waiting_minutes: number;
    verification_fee_paise: bigint | null;
  }>(
    `select account_once, waiting_minutes, verification_fee_paise
     from beneficiaries.setting
     where merchant_id = $1`,
    [tx.merchantId],
  );
  return {
    accountOnce: row?.account_once ?? true,
    waitingMinutes: row?.waiting_minutes ?? 0,
    verificationFeePaise: row?.verification_fee_paise ?? null,
  };
}

/** `setBeneficiarySettings` within the caller's transaction; throws the same. */
export async function writeBeneficiarySettings(
  tx: Tx,
  { by, ...changes }: Partial<BeneficiarySettings> & { by: Actor },
): Promise<BeneficiarySettings> {
  await requireOfMember(tx, by, "manage_settings");
  const [before] = await tx.query<BeneficiarySettings>(LOCK, [tx.merchantId]);
  const settings = { ...before!, ...changes };
  const { accountOnce, waitingMinutes, verificationFeePaise } = settings;
  await tx.execute(WRITE, [tx.merchantId, accountOnce, waitingMinutes, verificationFeePaise]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "beneficiaries.settings_changed",
      subject: `merchant:${tx.merchantId}`,
      detail: { ...settings, verificationFeePaise: verificationFeePaise?.toString() ?? null },
    },
  ]);
  return settings;
}

// Changes are made one after another, so that none undoes another. Unset values are the table's defaults.
const LOCK = `
  insert into beneficiaries.setting (merchant_id)
  values ($1)
  on conflict (merchant_id) do update set account_once = setting.account_once
  returning account_once as "accountOnce", waiting_minutes as "waitingMinutes",
    verification_fee_paise as "verificationFeePaise"`;

const WRITE = `
  update beneficiaries.setting
  set account_once = $2, waiting_minutes = $3, verification_fee_paise = $4
  where merchant_id = $1`;

/**
 * Changes a merchant's settings for beneficiaries; settings that are not given stay, and so do beneficiaries
 * added before. Throws AccessError.not_permitted for a member who may not manage settings.
 */
export async function setBeneficiarySettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: Partial<BeneficiarySettings> & { by: Actor },
): Promise<BeneficiarySettings> {
  return ctx.db.inMerchant(merchantId, (tx) => writeBeneficiarySettings(tx, change));
}
