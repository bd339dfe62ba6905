/** A merchant's settings for payments to phone numbers. */
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { writePhoneSettings } from "./write-phone-settings.ts";

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
  change: PhoneSettings & { by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writePhoneSettings(tx, change));
}
