/** Operator commands for a merchant's settings, in one table with their functions. Prints JSON. */
import { Option, type Command } from "commander";
import {
  changeApiClientWithin,
  KEY_SCOPES,
  type KeyTermsChange,
  changeMerchant,
  type ApiClientChange,
  readApiClient,
  type MerchantSettings,
  type Permission,
} from "#access";
import { requestKeyScope } from "#approvals";
import type { Actor } from "#audit";
import { setBeneficiarySettings, type BeneficiarySettings } from "#beneficiaries";
import { requireFundSources, setBankEnabled, setOverdraftLimit } from "#fund-sources";
import type { Context } from "#lib/context";
import type { PhoneSettings } from "#phone";
import { setModes } from "#risk";
import { changeSettings, changeSettingsWithin, writeNetworks } from "#settings";
import {
  NONE,
  readAddresses,
  readId,
  readModes,
  readOr,
  readRequestorId,
  readRupees,
  readSwitch,
  readWhole,
  readWord,
} from "./option-values.ts";
import { printBy } from "./print-result.ts";

/** One setting of a command: its option, its help text and its reader. */
type Setting<Value> = readonly [flags: string, says: string, read: (text: string) => Value];

/** The word for every fund source. */
const ALL = "all";
const readIds = (text: string): string[] => text.split(",").map((id) => id.trim());

interface SettingsCommand<Given extends object> {
  readonly name: string;
  readonly description: string;
  /** `all`: every option must be given. `some`: at least one; the other settings remain unchanged. */
  readonly needs: "all" | "some";
  /** The permission that a deciding member must have. */
  readonly asks: Permission;
  readonly settings: { readonly [Name in keyof Given]-?: Setting<Exclude<Given[Name], undefined>> };
  /** Sets the values; returns those in force, or nothing if they are as given. */
  set(ctx: Context, merchantId: string, given: Given & { by: Actor }): Promise<unknown>;
}

/** Adds the operator's commands for a merchant's settings to the command line. */
export function addMerchantSettings(program: Command): void {
  addAccess(program);
  addKeys(program);
  addPayees(program);
}

function addAccess(program: Command): void {
  addSettings<Partial<Omit<MerchantSettings, "allowLoopbackWebhooks">>>(program, {
    name: "set-merchant",
    description: "turn a merchant's payouts or APIs on or off, and change other merchant settings",
    needs: "some",
    asks: "manage_settings",
    settings: {
      payoutsEnabled: [
        "--payouts <on|off>",
        "off: new transfers are refused, and accepted ones wait",
        readSwitch,
      ],
      apisEnabled: ["--apis <on|off>", "off: every call is refused", readSwitch],
      syncWaitMs: [
        "--sync-wait <ms>",
        "how long a synchronous call waits for the bank",
        readWhole(0, 60_000),
      ],
      tokenRequestorId: [
        "--token-requestor <number>",
        `token requestor ID at the card networks; ${NONE}: no card payouts`,
        readOr(NONE, readRequestorId),
      ],
    },
    set: (ctx, merchantId, { by, ...settings }) => changeMerchant(ctx, merchantId, { settings, by }),
  });
}

function addKeys(program: Command): void {
  addSettings<Omit<ApiClientChange, "by">>(program, {
    name: "set-client",
    description: "set who can call with a key pair, how often, and the HTTP status mode",
    needs: "some",
    asks: "manage_keys",
    settings: {
      ipAllowlist: [
        "--allow <addresses>",
        `IP addresses or networks that can call, separated by commas; ${NONE}: any in the sandbox, no address if live`,
        readAddresses,
      ],
      statusMode: ["--status-mode <mode>", "rest or always-200", readWord(["rest", "always-200"])],
      ratePerMinute: ["--rate <calls>", "calls per minute", readWhole(1, 10_000_000)],
    },
    set: setClient,
  });
  addSettings<KeyTermsChange>(program, {
    name: "set-key-scope",
    description:
      "set what can be done with a merchant's API keys, from which fund sources and up to how much a day",
    needs: "some",
    asks: "manage_keys",
    settings: {
      scope: [
        "--scope <scope>",
        `${KEY_SCOPES.join(", ")}; each includes those before it`,
        readWord(KEY_SCOPES),
      ],
      fundSourceIds: [
        "--fund-sources <ids>",
        `fund sources that the keys can pay from, separated by commas; ${ALL}: every one`,
        readOr(ALL, readIds),
      ],
      dayLimitPaise: [
        "--day-limit <rupees>",
        `the most that the keys can order in a day of India; ${NONE}: no limit`,
        readOr(NONE, readRupees),
      ],
    },
    set: async (ctx, merchantId, given) => {
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
  addSettings<Partial<BeneficiarySettings>>(program, {
    name: "set-beneficiary-settings",
    description: "set how beneficiaries are added, when they can be paid, and what a verification costs",
    needs: "some",
    asks: "manage_settings",
    settings: {
      accountOnce: [
        "--account-once <on|off>",
        "on: an account can belong to only one beneficiary",
        readSwitch,
      ],
      waitingMinutes: [
        "--waiting <minutes>",
        "waiting time before a new beneficiary can be paid",
        readWhole(0, 1_440),
      ],
      verificationFeePaise: [
        "--verification-fee <rupees>",
        `fee before tax; ${NONE}: the fee of the price list`,
        readOr(NONE, readRupees),
      ],
    },
    set: setForBeneficiaries,
  });
  addSettings<PhoneSettings>(program, {
    name: "set-phone-settings",
    description: "set whether payments to a phone number require a name match",
    needs: "all",
    asks: "manage_settings",
    settings: {
      checkName: [
        "--check-name <on|off>",
        "off: the owner of the number is paid, whatever the name",
        readSwitch,
      ],
    },
    set: async (ctx, merchantId, { checkName, by }) => {
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

/** Adds the operator's commands for a merchant's banks, modes and overdraft to the command line. */
export function addMoneySettings(program: Command): void {
  addSettings<{ bankId: string; enabled: boolean }>(program, {
    name: "switch-bank",
    description: "turn a connected bank on or off for new payments; payments it already has continue",
    needs: "all",
    asks: "manage_settings",
    settings: {
      bankId: ["--bank <id>", "one of the merchant's banks", String],
      enabled: ["--to <on|off>", "off: payments that need this bank wait", readSwitch],
    },
    set: setBankEnabled,
  });
  addSettings<{ unavailableModes: string[]; disabledModes: string[] }>(program, {
    name: "set-modes",
    description: "set the modes that a merchant cannot use, replacing earlier settings",
    needs: "all",
    asks: "manage_limits",
    settings: {
      unavailableModes: ["--unavailable <modes>", `modes not offered to the merchant, or ${NONE}`, readModes],
      disabledModes: ["--disabled <modes>", `modes the merchant has disabled, or ${NONE}`, readModes],
    },
    set: setModes,
  });
  addSettings<{ fundSourceId: string; limitPaise: bigint }>(program, {
    name: "set-overdraft",
    description:
      "set how far below zero a fund source can go; a lower limit leaves an existing overdraft as it is",
    needs: "all",
    asks: "manage_limits",
    settings: {
      fundSourceId: ["--fund-source <id>", "the wallet is WALLET_1", String],
      limitPaise: ["--limit <rupees>", "limit; 0: no overdraft", readRupees],
    },
    set: setOverdraftLimit,
  });
}

type Values = Readonly<Record<string, unknown>>;

function addSettings<Given extends object>(program: Command, settings: SettingsCommand<Given>): void {
  const { name, description, needs, asks } = settings;
  const fields = Object.entries<Setting<unknown>>(settings.settings).map(([field, [flags, says, read]]) => ({
    field,
    flags,
    // The value is wrapped in an object: commander reads null as an option without a value.
    option: new Option(flags, says)
      .argParser((text) => ({ value: read(text) }))
      .makeOptionMandatory(needs === "all"),
  }));
  const command = program
    .command(name)
    .description(description)
    .requiredOption("--merchant <id>", "", readId)
    .option("--member <id>", "the member who decides; default: the operator", readId);
  for (const { option } of fields) command.addOption(option);
  command.action(async (values: Values) => {
    const given = Object.fromEntries(
      fields.flatMap(({ field, option }) => {
        const read = values[option.attributeName()] as { value: unknown } | undefined;
        return read === undefined ? [] : [[field, read.value]];
      }),
    );
    if (Object.keys(given).length === 0) {
      command.error(`error: use at least one of ${fields.map(({ flags }) => flags).join(", ")}`);
    }
    const { merchant, member } = values as { merchant: string; member?: string };
    await printBy({ merchant, member, asks }, async (ctx, by) => {
      const inForce = await settings.set(ctx, merchant, { ...(given as Given), by });
      return inForce ?? given;
    });
  });
}
