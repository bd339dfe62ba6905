/** Settings that an account manager changes for a live merchant, and a sandbox merchant for itself. */
import Type from "typebox";
import { setBeneficiarySettings } from "#beneficiaries";
import { flag, optional, type FieldRule, whole, withDefault } from "#http";
import { setPhoneSettings } from "#phone";
import { QUEUING_HOURS_DEFAULT, setQueuingTime } from "#transfers";
import { SandboxError } from "./errors.ts";
import { sandboxOperation, WORD_MAX } from "./operation.ts";

/** A number of hours, or null if transfers do not wait. `setQueuingTime` checks which numbers are allowed. */
const hoursOrNone: FieldRule<number | null> = {
  schema: Type.Union([Type.Number(), Type.Null()]),
  says: "it is neither a number nor null",
  lengthMax: WORD_MAX,
  takesNull: true,
  read: (value) => (value === null || typeof value === "number" ? { value } : { problem: "wrong" }),
};

const WAITING_MAX_MINUTES = 1_440;

export const settingsControls = [
  sandboxOperation({
    name: "setQueuingTime",
    method: "PUT",
    path: "/queuing-time",
    summary: "Set how many hours transfers wait for funds; null turns queuing off",
    body: { hours: withDefault(hoursOrNone, QUEUING_HOURS_DEFAULT) },
    handle: async ({ ctx, merchantId, by, input: { hours } }) => {
      await setQueuingTime(ctx, merchantId, { hours, by });
      return { hours };
    },
  }),
  sandboxOperation({
    name: "setPhoneSettings",
    method: "PUT",
    path: "/phone-settings",
    summary: "Set whether a payment to a phone number requires a name match",
    body: { checkName: flag() },
    handle: async ({ ctx, merchantId, by, input: { checkName } }) => {
      await setPhoneSettings(ctx, merchantId, { checkName, by });
      return { checkName };
    },
  }),
  sandboxOperation({
    name: "setBeneficiarySettings",
    method: "PUT",
    path: "/beneficiary-settings",
    summary: "Set how long new beneficiaries wait, and whether an account can be added only once",
    body: {
      accountOnce: optional(flag()),
      waitingMinutes: optional(whole({ min: 0, max: WAITING_MAX_MINUTES })),
    },
    // A merchant cannot set the price of a verification.
    handle: async ({ ctx, merchantId, by, input: { accountOnce, waitingMinutes } }) => {
      if (accountOnce === undefined && waitingMinutes === undefined)
        throw SandboxError.bad_request({
          field: "waitingMinutes",
          why: "is missing, and accountOnce is too",
        });
      const settings = await setBeneficiarySettings(ctx, merchantId, {
        ...(accountOnce === undefined ? {} : { accountOnce }),
        ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
        by,
      });
      return { accountOnce: settings.accountOnce, waitingMinutes: settings.waitingMinutes };
    },
  }),
] as const;
