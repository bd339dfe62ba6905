/** A merchant's settings for payments to phone numbers. */
import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

export interface PhoneSettings {
  /** Pay only when the bank has the beneficiary's name. Default: true. */
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

/** Changes the settings; orders that were taken before stay. Throws AccessError.not_permitted. */
export async function setPhoneSettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { checkName, by }: PhoneSettings & { by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    await tx.execute(
      `insert into phone.setting (merchant_id, check_name)
       values ($1, $2)
       on conflict (merchant_id) do update set check_name = excluded.check_name`,
      [merchantId, checkName],
    );
    await recordAudit(tx, [
      {
        actor: by,
        action: "phone.settings_changed",
        subject: `merchant:${merchantId}`,
        detail: { checkName },
      },
    ]);
  });
}
