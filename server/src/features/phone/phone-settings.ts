/** A merchant's settings for payments to phone numbers. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

interface PhoneSettings {
  /** Pay only if the bank's name matches the beneficiary's. Default: true. */
  readonly checkName: boolean;
}

export async function readPhoneSettings(tx: Tx): Promise<PhoneSettings> {
  const [row] = await tx.query<PhoneSettings>(
    `select check_name as "checkName"
     from phone.setting
     where merchant_id = $1`,
    [tx.merchantId],
  );
  return row ?? { checkName: true };
}

/** Changes the settings. Orders that were already accepted do not change. Throws AccessError.not_permitted. */
export async function setPhoneSettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: PhoneSettings & { by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writePhoneSettings(tx, change));
}

/** Does the same as `setPhoneSettings` in the caller's transaction; throws the same. */
export async function writePhoneSettings(
  tx: Tx,
  { checkName, by }: PhoneSettings & { by: Actor },
): Promise<void> {
  await requireOfMember(tx, by, "manage_settings");
  await tx.execute(
    `insert into phone.setting (merchant_id, check_name)
     values ($1, $2)
     on conflict (merchant_id) do update set check_name = excluded.check_name`,
    [tx.merchantId, checkName],
  );
  const subject = `merchant:${tx.merchantId}`;
  await recordAudit(tx, [{ actor: by, action: "phone.settings_changed", subject, detail: { checkName } }]);
}
