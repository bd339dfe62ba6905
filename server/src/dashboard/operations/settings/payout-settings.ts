/** What holds for all payouts of a merchant, as it is read and answered. */
import Type from "typebox";
import { readMerchant } from "#access";
import { readBeneficiarySettings } from "#beneficiaries";
import { nullable, waitingFields, words } from "#dashboard/schemas";
import type { Tx } from "#lib/db";
import { readPhoneSettings } from "#phone";
import { readWaitingSettings } from "#settings";
import { readQueuingTime } from "#transfers";

/** The settings that the page of payouts changes. */
const CHANGED_HERE = [
  "payoutsEnabled",
  "queuingHours",
  "checkPhoneName",
  "accountOnce",
  "waitingMinutes",
] as const;

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
  /** Settings that are loosened when another person agrees; `after` is the value that they have then. */
  waits: Type.Array(Type.Object({ setting: words(CHANGED_HERE), after: Type.String(), ...waitingFields })),
});

export async function readPayoutSettings(tx: Tx) {
  const [{ settings }, phone, payees, { hours }, waits] = await Promise.all([
    readMerchant(tx),
    readPhoneSettings(tx),
    readBeneficiarySettings(tx),
    readQueuingTime(tx),
    readWaitingSettings(tx, CHANGED_HERE),
  ]);
  return {
    payoutsEnabled: settings.payoutsEnabled,
    queuingHours: hours,
    syncWaitSeconds: settings.syncWaitMs / 1_000,
    checkPhoneName: phone.checkName,
    accountOnce: payees.accountOnce,
    waitingMinutes: payees.waitingMinutes,
    waits,
  };
}
