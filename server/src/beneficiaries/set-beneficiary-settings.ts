import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { readBeneficiarySettings, type BeneficiarySettings } from "./read-beneficiary-settings.ts";

/**
 * Changes a merchant's settings for beneficiaries; those not given stay. Beneficiaries added before stay too.
 */
export async function setBeneficiarySettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, ...changes }: Partial<BeneficiarySettings> & { by: Actor },
): Promise<BeneficiarySettings> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const settings = { ...(await readBeneficiarySettings(tx)), ...changes };
    await tx.execute(
      `insert into beneficiaries.setting (merchant_id, account_once, waiting_minutes, verification_fee_paise)
       values ($1, $2, $3, $4)
       on conflict (merchant_id) do update
       set account_once = excluded.account_once,
         waiting_minutes = excluded.waiting_minutes,
         verification_fee_paise = excluded.verification_fee_paise`,
      [merchantId, settings.accountOnce, settings.waitingMinutes, settings.verificationFeePaise],
    );
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
