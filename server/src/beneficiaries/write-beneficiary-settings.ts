import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { BeneficiarySettings } from "./read-beneficiary-settings.ts";

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
