/** Operator commands for a merchant's settings, in one table with their functions. Prints JSON. */
import type { Command } from "commander";
import {
  changeApiClientWithin,
  KEY_SCOPES,
  changeMerchant,
  type ApiClientChange,
  readApiClient,
} from "#access";
import { requestKeyScope } from "#approvals";
import type { Actor } from "#audit";
import { setBeneficiarySettings, type BeneficiarySettings } from "#beneficiaries";
import { requireFundSources, setBankEnabled, setOverdraftLimit } from "#fund-sources";
import type { Context } from "#lib/context";
import { setModes } from "#risk";
import { changeSettings, changeSettingsWithin, writeNetworks } from "#settings";
import {
  NONE,
  readAddresses,
  readModes,
  readOr,
  readRequestorId,
  readRupees,
  readSwitch,
  readWhole,
  readWord,
} from "./option-values.ts";
import { DECIDER_IF_ANY, merchantCommand, needed, optional } from "./define-command.ts";

/** The word for every fund source. */
const ALL = "all";
const readIds = (text: string): string[] => text.split(",").map((id) => id.trim());

/** Adds the operator's commands for a merchant's settings to the command line. */
export function addMerchantSettings(program: Command): void {
  addAccess(program);
  addKeys(program);
  addPayees(program);
}

function addAccess(program: Command): void {
  merchantCommand(program, {
    name: "set-merchant",
    says: "turn a merchant's payouts or APIs on or off, and change other merchant settings",
    needsOne: true,
    asks: "manage_settings",
    options: {
      member: DECIDER_IF_ANY,
      payoutsEnabled: optional(
        "--payouts <on|off>",
        "off: new transfers are refused, and accepted ones wait",
        readSwitch,
      ),
      apisEnabled: optional("--apis <on|off>", "off: every call is refused", readSwitch),
      syncWaitMs: optional(
        "--sync-wait <ms>",
        "how long a synchronous call waits for the bank",
        readWhole(0, 60_000),
      ),
      tokenRequestorId: optional(
        "--token-requestor <number>",
        `token requestor ID at the card networks; ${NONE}: no card payouts`,
        readOr(NONE, readRequestorId),
      ),
    },
    run: (ctx, merchantId, { by, ...settings }) => changeMerchant(ctx, merchantId, { settings, by }),
  });
}

function addKeys(program: Command): void {
  merchantCommand(program, {
    name: "set-client",
    says: "set who can call with a key pair, how often, and the HTTP status mode",
    needsOne: true,
    asks: "manage_keys",
    options: {
      member: DECIDER_IF_ANY,
      ipAllowlist: optional(
        "--allow <addresses>",
        `IP addresses or networks that can call, separated by commas; ${NONE}: any in the sandbox, no address if live`,
        readAddresses,
      ),
      statusMode: optional("--status-mode <mode>", "rest or always-200", readWord(["rest", "always-200"])),
      ratePerMinute: optional("--rate <calls>", "calls per minute", readWhole(1, 10_000_000)),
    },
    run: setClient,
  });
  merchantCommand(program, {
    name: "set-key-scope",
    says: "set what can be done with a merchant's API keys, from which fund sources and up to how much a day",
    needsOne: true,
    asks: "manage_keys",
    options: {
      member: DECIDER_IF_ANY,
      scope: optional(
        "--scope <scope>",
        `${KEY_SCOPES.join(", ")}; each includes those before it`,
        readWord(KEY_SCOPES),
      ),
      fundSourceIds: optional(
        "--fund-sources <ids>",
        `fund sources that the keys can pay from, separated by commas; ${ALL}: every one`,
        readOr(ALL, readIds),
      ),
      dayLimitPaise: optional(
        "--day-limit <rupees>",
        `the most that the keys can order in a day of India; ${NONE}: no limit`,
        readOr(NONE, readRupees),
      ),
    },
    run: async (ctx, merchantId, given) => {
      await requireFundSources(ctx, merchantId, given.fundSourceIds ?? []);
      const { terms, requestId, aloneUntil } = await requestKeyScope(ctx, merchantId, given);
      return requestId === null ? terms : { ...terms, waits: [{ requestId, aloneUntil }] };
    },
  });
}

/** In a member's name, a longer allowlist waits for another member. */
async function setClient(
  ctx: Context,
  merchantId: string,
  { by, ipAllowlist, ...settings }: Omit<ApiClientChange, "by"> & { by: Actor },
): Promise<unknown> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const change = ipAllowlist === undefined ? {} : { ipAllowlist: writeNetworks(ipAllowlist) };
    const waits = await changeSettingsWithin(tx, { ...change, by });
    const isMore = Object.keys(settings).length > 0;
    const inForce = await (isMore ? changeApiClientWithin(tx, { ...settings, by }) : readApiClient(tx));
    return waits.length === 0 ? inForce : { ...inForce, waits };
  });
}

function addPayees(program: Command): void {
  merchantCommand(program, {
    name: "set-beneficiary-settings",
    says: "set how beneficiaries are added, when they can be paid, and what a verification costs",
    needsOne: true,
    asks: "manage_settings",
    options: {
      member: DECIDER_IF_ANY,
      accountOnce: optional(
        "--account-once <on|off>",
        "on: an account can belong to only one beneficiary",
        readSwitch,
      ),
      waitingMinutes: optional(
        "--waiting <minutes>",
        "waiting time before a new beneficiary can be paid",
        readWhole(0, 1_440),
      ),
      verificationFeePaise: optional(
        "--verification-fee <rupees>",
        `fee before tax; ${NONE}: the fee of the price list`,
        readOr(NONE, readRupees),
      ),
    },
    run: setForBeneficiaries,
  });
  merchantCommand(program, {
    name: "set-phone-settings",
    says: "set whether payments to a phone number require a name match",
    asks: "manage_settings",
    options: {
      member: DECIDER_IF_ANY,
      checkName: needed(
        "--check-name <on|off>",
        "off: the owner of the number is paid, whatever the name",
        readSwitch,
      ),
    },
    run: async (ctx, merchantId, { checkName, by }) => {
      const waits = await changeSettings(ctx, merchantId, { checkPhoneName: checkName, by });
      return waits.length === 0 ? undefined : { waits };
    },
  });
}

/**
 * Under a member's name, a change that loosens a setting waits for another member; only the operator sets the price.
 */
async function setForBeneficiaries(
  ctx: Context,
  merchantId: string,
  { verificationFeePaise, by, ...settings }: Partial<BeneficiarySettings> & { by: Actor },
): Promise<unknown> {
  const waits = await changeSettings(ctx, merchantId, { ...settings, by });
  const fee = verificationFeePaise === undefined ? {} : { verificationFeePaise };
  const inForce = await setBeneficiarySettings(ctx, merchantId, { ...fee, by });
  return waits.length === 0 ? inForce : { ...inForce, waits };
}

const OFF_MEANS =
  "off: new payments that only this bank could carry are refused; those accepted before wait until it is on " +
  "again, or go through another bank";

/** Adds the operator's commands for a merchant's banks, modes and overdraft to the command line. */
export function addMoneySettings(program: Command): void {
  merchantCommand(program, {
    name: "switch-bank",
    says:
      "turn a connected bank on or off for new payments; payments it already has continue, and turning it on also " +
      "ends a stop",
    asks: "manage_settings",
    options: {
      member: DECIDER_IF_ANY,
      bankId: needed("--bank <id>", "one of the merchant's banks"),
      enabled: needed("--to <on|off>", OFF_MEANS, readSwitch),
    },
    run: setBankEnabled,
  });
  merchantCommand(program, {
    name: "set-modes",
    says: "set the modes that a merchant cannot use, replacing earlier settings",
    asks: "manage_limits",
    options: {
      member: DECIDER_IF_ANY,
      unavailableModes: needed(
        "--unavailable <modes>",
        `modes not offered to the merchant, or ${NONE}`,
        readModes,
      ),
      disabledModes: needed("--disabled <modes>", `modes the merchant has disabled, or ${NONE}`, readModes),
    },
    run: setModes,
  });
  merchantCommand(program, {
    name: "set-overdraft",
    says: "set how far below zero a fund source can go; a lower limit leaves an existing overdraft as it is",
    asks: "manage_limits",
    options: {
      member: DECIDER_IF_ANY,
      fundSourceId: needed("--fund-source <id>", "the wallet is WALLET_1"),
      limitPaise: needed("--limit <rupees>", "limit; 0: no overdraft", readRupees),
    },
    run: setOverdraftLimit,
  });
}
