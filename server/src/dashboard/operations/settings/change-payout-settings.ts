import { requireStoppedByMember } from "#access";
import { memberOperation } from "#dashboard/operation";
import { flag, optional, whole } from "#http";
import { changeSettingsWithin } from "#settings";
import { announceSettings, settingRefusals } from "#dashboard/announce-settings";
import { payoutSettings, readPayoutSettings } from "./payout-settings.ts";

const HOURS_MAX = 240;
const WAITING_MAX_MINUTES = 1_440;

/** Changes what is given, or requests approval of what loosens; answers all as it is then, with what waits. */
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
    ...settingRefusals,
    operator_only: {
      status: 403,
      message: "Your account manager switched these live payouts off, and switches them on again.",
    },
  },
  handle: async ({ ctx, session, merchantId, by, input }) => {
    const { payoutsEnabled, queuingHours, checkPhoneName, accountOnce, waitingMinutes } = input;
    const [asked, settings] = await ctx.db.inMerchant(merchantId, async (tx) => {
      if (payoutsEnabled === true) await requireStoppedByMember(tx);
      const made = await changeSettingsWithin(tx, {
        by,
        ...(payoutsEnabled === undefined ? {} : { payoutsEnabled }),
        ...(queuingHours === undefined ? {} : { queuingHours: queuingHours === 0 ? null : queuingHours }),
        ...(checkPhoneName === undefined ? {} : { checkPhoneName }),
        ...(accountOnce === undefined ? {} : { accountOnce }),
        ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
      });
      return [made, await readPayoutSettings(tx)];
    });
    await announceSettings(ctx, session, asked);
    return settings;
  },
});
