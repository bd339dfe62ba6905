import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { BeneficiarySettings } from "./read-beneficiary-settings.ts";

/**
 * Changes a merchant's settings for beneficiaries; those not given stay. Beneficiaries added before stay too.
 * Throws AccessError.not_permitted of a member who may not manage settings.
 */
export async function setBeneficiarySettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, ...changes }: Partial<BeneficiarySettings> & { by: Actor },
): Promise<BeneficiarySettings> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    const [before] = await tx.query<BeneficiarySettings>(LOCK, [merchantId]);
    const settings = { ...before!, ...changes };
    await tx.execute(WRITE, [
      merchantId,
      settings.accountOnce,
      settings.waitingMinutes,
      settings.verificationFeePaise,
    ]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "beneficiaries.settings_changed",
        subject: `merchant:${merchantId}`,
        detail: { ...settings, verificationFeePaise: settings.verificationFeePaise?.toString() ?? null },
      },
    ]);
    return settings;
  });
}

// Two changes come one after the other, so that neither undoes the other's. What was never set is the table's default.
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
