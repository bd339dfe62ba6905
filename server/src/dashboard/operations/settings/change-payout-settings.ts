import { readMerchant, writeMerchantSettings } from "#access";
import { writeBeneficiarySettings } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { flag, optional, Refusal, whole } from "#http";
import type { Tx } from "#lib/db";
import { writePhoneSettings } from "#phone";
import { writeQueuingTime } from "#transfers";
import { payoutSettings, readPayoutSettings } from "./payout-settings.ts";

const HOURS_MAX = 240;
const WAITING_MAX_MINUTES = 1_440;

/** Changes what is given, all of it or nothing; answers all as it is then. */
export const changePayoutSettings = memberOperation({
  name: "changePayoutSettings",
  method: "PATCH",
  path: "/merchants/{merchantId}/payout-settings",
  tag: "Settings",
  summary: "Change what holds for all payouts",
  permission: "manage_settings",
  stepUp: true,
  body: {
    payoutsEnabled: optional(flag()),
    /** 0: transfers do not wait for money. */
    queuingHours: optional(whole({ min: 0, max: HOURS_MAX })),
    checkPhoneName: optional(flag()),
    accountOnce: optional(flag()),
    waitingMinutes: optional(whole({ min: 0, max: WAITING_MAX_MINUTES })),
  },
  output: payoutSettings,
  refusals: {
    operator_only: {
      status: 403,
      message: "Live payouts that were switched off are switched on again by your account manager.",
    },
  },
  handle: ({ ctx, merchantId, by, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { payoutsEnabled, queuingHours, checkPhoneName: checkName, accountOnce, waitingMinutes } = input;
      if (payoutsEnabled === true) await requireMaySwitchOn(tx);
      if (payoutsEnabled !== undefined) await writeMerchantSettings(tx, { settings: { payoutsEnabled }, by });
      if (queuingHours !== undefined)
        await writeQueuingTime(tx, { hours: queuingHours === 0 ? null : queuingHours, by });
      if (checkName !== undefined) await writePhoneSettings(tx, { checkName, by });
      const payees = {
        ...(accountOnce === undefined ? {} : { accountOnce }),
        ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
      };
      if (Object.keys(payees).length > 0) await writeBeneficiarySettings(tx, { ...payees, by });
      return readPayoutSettings(tx);
    }),
});

/** Members may stop live payouts; that the operator has stopped them, they cannot undo. */
async function requireMaySwitchOn(tx: Tx): Promise<void> {
  const { mode, settings } = await readMerchant(tx);
  if (mode === "live" && !settings.payoutsEnabled)
    throw new Refusal("operator_only", { field: "payoutsEnabled" });
}
