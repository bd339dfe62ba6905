import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { PhoneSettings } from "./phone-settings.ts";

/** Within a transaction what `setPhoneSettings` does in one of its own; throws the same. */
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
