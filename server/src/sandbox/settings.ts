/** Settings that an account manager changes for a live merchant, and a sandbox merchant for itself. */
import type { Caller } from "#access";
import { setBeneficiarySettings } from "#beneficiaries";
import type { Context } from "#lib/context";
import { setPhoneSettings } from "#phone";
import { QUEUING_HOURS_DEFAULT, setQueuingTime } from "#transfers";
import { SandboxError } from "./errors.ts";
import { optionalFlag, type Fields } from "./read-fields.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly body: Fields;
}

export const SETTINGS_ROUTES = [
  { method: "PUT", path: "/queuing-time", handle: putQueuingTime },
  { method: "PUT", path: "/phone-settings", handle: putPhoneSettings },
  { method: "PUT", path: "/beneficiary-settings", handle: putBeneficiarySettings },
] as const;

const WAITING_MAX_MINUTES = 1_440;

/** `hours` of waiting for money, or null for none. */
async function putQueuingTime({ ctx, caller, body }: Call): Promise<unknown> {
  const { hours = QUEUING_HOURS_DEFAULT } = body;
  if (hours !== null && typeof hours !== "number") {
    throw SandboxError.bad_request({ field: "hours", why: "it is neither a number nor null" });
  }
  await setQueuingTime(ctx, caller.merchantId, { hours, by: `api-key:${caller.clientId}` });
  return { hours };
}

/** Whether a payment to a phone number needs the name that the bank has. */
async function putPhoneSettings({ ctx, caller, body }: Call): Promise<unknown> {
  const checkName = optionalFlag(body, "checkName");
  if (checkName === undefined) throw SandboxError.bad_request({ field: "checkName", why: "is missing" });
  await setPhoneSettings(ctx, caller.merchantId, { checkName, by: `api-key:${caller.clientId}` });
  return { checkName };
}

/** Changes what is given; answers both settings. What a verification costs is not the merchant's to say. */
async function putBeneficiarySettings({ ctx, caller, body }: Call): Promise<unknown> {
  const accountOnce = optionalFlag(body, "accountOnce");
  const waitingMinutes = optionalMinutes(body, "waitingMinutes");
  const changes = {
    ...(accountOnce === undefined ? {} : { accountOnce }),
    ...(waitingMinutes === undefined ? {} : { waitingMinutes }),
  };
  if (Object.keys(changes).length === 0) {
    throw SandboxError.bad_request({ field: "waitingMinutes", why: "is missing, and accountOnce is too" });
  }
  const by = `api-key:${caller.clientId}` as const;
  const settings = await setBeneficiarySettings(ctx, caller.merchantId, { ...changes, by });
  return { accountOnce: settings.accountOnce, waitingMinutes: settings.waitingMinutes };
}

function optionalMinutes(body: Fields, name: string): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= WAITING_MAX_MINUTES) {
    return value;
  }
  const why = `is no whole number of minutes from 0 to ${WAITING_MAX_MINUTES}`;
  throw SandboxError.bad_request({ field: name, why });
}
