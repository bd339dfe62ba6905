/** The settings that apply to all payouts of a merchant. */
import Type from "typebox";
import { readMerchant, requireStoppedByMember } from "#access";
import type { Actor } from "#audit";
import { readBeneficiarySettings } from "#beneficiaries";
import { settingRefusals } from "#dashboard/refusals";
import { resource } from "#dashboard/operation";
import { nullable, undoFields, waitingFields, words } from "#dashboard/schemas";
import { flag, optional, whole } from "#http";
import type { Tx } from "#lib/db";
import { readPhoneSettings } from "#phone";
import { changeSettingsWithin, readFormerSettings, readWaitingSettings } from "#settings";
import { readQueuingTime } from "#transfers";

const operation = resource({ at: "/payout-settings", tag: "Settings", permission: null });

/** The settings that the page of payouts changes. */
const CHANGED_HERE = [
  "payoutsEnabled",
  "queuingHours",
  "checkPhoneName",
  "accountOnce",
  "waitingMinutes",
] as const;

const payoutSettings = Type.Object({
  /** If false, transfers are accepted and wait. */
  payoutsEnabled: Type.Boolean(),
  /** The hours for which transfers wait for money; null if they fail at once. */
  queuingHours: nullable(Type.Number()),
  /** The time that the API waits for the bank before it responds with "pending" (seconds). */
  syncWaitSeconds: Type.Number(),
  /** True if a phone number is paid only if the name at the bank matches the payee's. */
  checkPhoneName: Type.Boolean(),
  /** True if a bank account that another beneficiary has is refused. */
  accountOnce: Type.Boolean(),
  /** The minutes for which a new beneficiary cannot be paid. */
  waitingMinutes: Type.Integer(),
  /** Settings that are loosened once another person approves; `after` is their value from then on. */
  waits: Type.Array(Type.Object({ setting: words(CHANGED_HERE), after: Type.String(), ...waitingFields })),
  /** Settings that other members tightened, and that the current member can set back to `before` at once. */
  undo: Type.Array(Type.Object({ setting: words(CHANGED_HERE), before: Type.String(), ...undoFields })),
});

async function readPayoutSettings(tx: Tx, by: Actor) {
  const [{ settings }, phone, payees, { hours }, waits, former] = await Promise.all([
    readMerchant(tx),
    readPhoneSettings(tx),
    readBeneficiarySettings(tx),
    readQueuingTime(tx),
    readWaitingSettings(tx, CHANGED_HERE),
    readFormerSettings(tx, by, CHANGED_HERE),
  ]);
  return {
    payoutsEnabled: settings.payoutsEnabled,
    queuingHours: hours,
    syncWaitSeconds: settings.syncWaitMs / 1_000,
    checkPhoneName: phone.checkName,
    accountOnce: payees.accountOnce,
    waitingMinutes: payees.waitingMinutes,
    waits,
    undo: former.map(({ setting, before, people, since }) => {
      return { setting, before: String(before ?? ""), people, since };
    }),
  };
}

export const getPayoutSettings = operation({
  name: "getPayoutSettings",
  method: "GET",
  summary: "Read what holds for all payouts",
  output: payoutSettings,
  handle: ({ ctx, merchantId, by }) => ctx.db.inMerchant(merchantId, (tx) => readPayoutSettings(tx, by)),
});

const HOURS_MAX = 240;
const WAITING_MAX_MINUTES = 1_440;

/** Changes the given settings, or requests approval for those that are loosened, and returns all settings. */
export const changePayoutSettings = operation({
  name: "changePayoutSettings",
  method: "PATCH",
  summary: "Change what holds for all payouts",
  permission: "manage_settings",
  stepUp: true,
  body: {
    payoutsEnabled: optional(flag()),
    /** With 0, transfers do not wait for money. */
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
  handle: async ({ ctx, merchantId, by, input }) => {
    const { payoutsEnabled, queuingHours, checkPhoneName, accountOnce, waitingMinutes } = input;
    return ctx.db.inMerchant(merchantId, async (tx) => {
      if (payoutsEnabled === true) await requireStoppedByMember(tx);
      await changeSettingsWithin(tx, {
        by,
        ...(payoutsEnabled === undefined ? {} : { payoutsEnabled }),
        ...(queuingHours === undefined ? {} : { queuingHours: queuingHours === 0 ? null : queuingHours }),
        ...(checkPhoneName === undefined ? {} : { checkPhoneName }),
        ...(accountOnce === undefined ? {} : { accountOnce }),
        ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
      });
      return readPayoutSettings(tx, by);
    });
  },
});
