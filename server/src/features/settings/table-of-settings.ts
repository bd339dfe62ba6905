/** Settings that protect money, with the direction in which a change of each loosens the protection. */
import assert from "node:assert/strict";
import {
  changeApiClientWithin,
  listsMore,
  readAllowlist,
  readApiClient,
  readMerchant,
  readSecondFactorForAll,
  writeMerchantSettings,
  writeSecondFactorForAll,
  type Permission,
} from "#access";
import type { Actor } from "#audit";
import { readBeneficiarySettings, writeBeneficiarySettings } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { formatRupees, parseRupees } from "#lib/money";
import { readPhoneSettings, writePhoneSettings } from "#phone";
import { readStopLimit, writeStopLimit } from "#reconciliation";
import { readQueuingTime, writeQueuingTime } from "#transfers";

/** The settings and their values, as a request for approval keeps them too. */
export interface Settings {
  /** If false, transfers wait, and new ones are refused. */
  readonly payoutsEnabled: boolean;
  /** The hours for which a transfer waits for money; null if it fails at once. */
  readonly queuingHours: number | null;
  /** True if phone numbers are paid only when the bank has the payee's name. */
  readonly checkPhoneName: boolean;
  /** A bank account belongs to one beneficiary at most. */
  readonly accountOnce: boolean;
  /** Minutes before a new beneficiary may be paid. */
  readonly waitingMinutes: number;
  /** An unknown debit above this amount, in rupees, stops its bank account. */
  readonly stopAbove: string;
  /** Every member of the organization needs a second factor. */
  readonly secondFactorForAll: boolean;
  /** Networks that may use the API keys, as `readAllowlist` writes them, with commas between. */
  readonly ipAllowlist: string;
}

export type SettingName = keyof Settings;

export interface Setting<Value> {
  readonly permission: Permission;
  readonly read: (tx: Tx) => Promise<Value>;
  /** `isGivenBack`: an Owner only gives back what other members took. */
  readonly write: (tx: Tx, value: Value, by: Actor, isGivenBack: boolean) => Promise<unknown>;
  /** Judges whether money is protected less by the second value than by the first. */
  readonly loosens: (before: Value, after: Value) => boolean;
  /** True if an Owner loosens it at once: otherwise a member who tightens it could stop the business. */
  readonly ownersLoosen?: true;
}

const isSwitchedOn = (before: boolean, after: boolean): boolean => after && !before;
const isSwitchedOff = (before: boolean, after: boolean): boolean => before && !after;
const isLess = (before: number, after: number): boolean => after < before;

function paiseOf(rupees: string): bigint {
  const paise = parseRupees(rupees);
  assert(typeof paise === "bigint", "amounts of settings have been read before");
  return paise;
}

const COMMA = ", ";
/** The allowlist of a setting. */
export const readNetworks = (networks: string): string[] => (networks === "" ? [] : networks.split(COMMA));

/** Returns an allowlist in the form of its setting. Throws AccessError.bad_allowlist. */
export const writeNetworks = (networks: readonly string[]): string => readAllowlist(networks).join(COMMA);

export const SETTINGS: { readonly [Name in SettingName]: Setting<Settings[Name]> } = {
  payoutsEnabled: {
    permission: "manage_settings",
    read: async (tx) => (await readMerchant(tx)).settings.payoutsEnabled,
    write: (tx, payoutsEnabled, by) => writeMerchantSettings(tx, { settings: { payoutsEnabled }, by }),
    loosens: isSwitchedOn,
    ownersLoosen: true,
  },
  queuingHours: {
    permission: "manage_settings",
    read: async (tx) => (await readQueuingTime(tx)).hours,
    write: (tx, hours, by) => writeQueuingTime(tx, { hours, by }),
    // The longer an order waits, the more likely it is paid when no one expects it any more.
    loosens: (before, after) => (after ?? 0) > (before ?? 0),
  },
  checkPhoneName: {
    permission: "manage_settings",
    read: async (tx) => (await readPhoneSettings(tx)).checkName,
    write: (tx, checkName, by) => writePhoneSettings(tx, { checkName, by }),
    loosens: isSwitchedOff,
  },
  accountOnce: {
    permission: "manage_settings",
    read: async (tx) => (await readBeneficiarySettings(tx)).accountOnce,
    write: (tx, accountOnce, by) => writeBeneficiarySettings(tx, { accountOnce, by }),
    loosens: isSwitchedOff,
  },
  waitingMinutes: {
    permission: "manage_settings",
    read: async (tx) => (await readBeneficiarySettings(tx)).waitingMinutes,
    write: (tx, waitingMinutes, by) => writeBeneficiarySettings(tx, { waitingMinutes, by }),
    loosens: isLess,
  },
  stopAbove: {
    permission: "manage_settings",
    read: async (tx) => formatRupees(await readStopLimit(tx)),
    write: (tx, stopAbove, by) => writeStopLimit(tx, { stopAbovePaise: paiseOf(stopAbove), by }),
    loosens: (before, after) => paiseOf(after) > paiseOf(before),
  },
  secondFactorForAll: {
    permission: "manage_members",
    read: readSecondFactorForAll,
    write: (tx, forAll, by) => writeSecondFactorForAll(tx, { forAll, by }),
    loosens: isSwitchedOff,
  },
  ipAllowlist: {
    permission: "manage_keys",
    read: async (tx) => writeNetworks((await readApiClient(tx))?.ipAllowlist ?? []),
    write: (tx, networks, by, isGivenBack) =>
      changeApiClientWithin(tx, { ipAllowlist: readNetworks(networks), isGivenBack, by }),
    loosens: (before, after) => listsMore("live", readNetworks(before), readNetworks(after)),
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
