/** What holds for all payouts of a merchant, as it is read and answered. */
import Type from "typebox";
import { readMerchant } from "#access";
import { readBeneficiarySettings } from "#beneficiaries";
import { nullable } from "#dashboard/schemas";
import type { Tx } from "#lib/db";
import { readPhoneSettings } from "#phone";
import { readQueuingTime } from "#transfers";

export const payoutSettings = Type.Object({
  /** Off: transfers are accepted and wait. */
  payoutsEnabled: Type.Boolean(),
  /** Hours for which transfers wait for money; null: they fail at once. */
  queuingHours: nullable(Type.Number()),
  /** How long the API waits for the bank before it answers "pending", in seconds. */
  syncWaitSeconds: Type.Number(),
  /** Pay phone numbers only when the bank has the payee's name. */
  checkPhoneName: Type.Boolean(),
  /** Refuse a bank account that another beneficiary has. */
  accountOnce: Type.Boolean(),
  /** Minutes for which a new beneficiary may not be paid. */
  waitingMinutes: Type.Integer(),
});

export async function readPayoutSettings(tx: Tx) {
  const [{ settings }, phone, payees, { hours }] = await Promise.all([
    readMerchant(tx),
    readPhoneSettings(tx),
    readBeneficiarySettings(tx),
    readQueuingTime(tx),
  ]);
  return {
    payoutsEnabled: settings.payoutsEnabled,
    queuingHours: hours,
    syncWaitSeconds: settings.syncWaitMs / 1_000,
    checkPhoneName: phone.checkName,
    accountOnce: payees.accountOnce,
    waitingMinutes: payees.waitingMinutes,
  };
}
