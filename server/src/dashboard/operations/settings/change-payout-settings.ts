import { changeMerchant } from "#access";
import { setBeneficiarySettings } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { flag, optional, whole } from "#http";
import { setPhoneSettings } from "#phone";
import { setQueuingTime } from "#transfers";
import { payoutSettings, readPayoutSettings } from "./payout-settings.ts";

const HOURS_MAX = 240;
const WAITING_MAX_MINUTES = 1_440;

/** Changes what is given; answers all as it is then. */
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
  handle: async ({ ctx, merchantId, by, input }) => {
    const { payoutsEnabled, queuingHours, checkPhoneName: checkName, accountOnce, waitingMinutes } = input;
    if (payoutsEnabled !== undefined)
      await changeMerchant(ctx, merchantId, { settings: { payoutsEnabled }, by });
    if (queuingHours !== undefined)
      await setQueuingTime(ctx, merchantId, { hours: queuingHours === 0 ? null : queuingHours, by });
    if (checkName !== undefined) await setPhoneSettings(ctx, merchantId, { checkName, by });
    const payees = {
      ...(accountOnce === undefined ? {} : { accountOnce }),
      ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
    };
    if (Object.keys(payees).length > 0) await setBeneficiarySettings(ctx, merchantId, { ...payees, by });
    return ctx.db.inMerchant(merchantId, readPayoutSettings);
  },
});
