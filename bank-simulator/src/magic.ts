/**
 * Payees and amounts that always have the same outcome, for people who try the sandbox by hand. All others succeed. The
 * number of a scenario determines its account number, phone and amounts; its ID determines its VPA.
 */
import type { RailFamily } from "./codes.ts";
import type { Mishap } from "./mishap.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";

/** Payees from published test data of the classic contract. */
const CLASSIC: Readonly<Record<string, string>> = {
  "026291800001190": "no-account",
  "incorrect@upi": "no-account",
  "invalid@upi": "bad-vpa",
  "failure@upi": "declined",
};

/** Well-known good payees. They succeed like all others, and are listed for the documentation. */
export const GOOD_PAYEES: readonly string[] = [
  "success@upi",
  "026291800001191",
  "000890289871772",
  "000100289877623",
  "1233943142",
  "388108022658",
  "00011020001772",
];

interface MagicValues {
  readonly accounts: readonly string[];
  readonly vpas: readonly string[];
  readonly phone: string;
  readonly amounts: readonly string[];
}

/** Returns the values that trigger a scenario. The larger amount is for rails that start at two lakh. */
export function magicValuesOf(scenario: Scenario): MagicValues {
  const digits = String(scenario.number).padStart(2, "0");
  const classic = Object.keys(CLASSIC).filter((payee) => CLASSIC[payee] === scenario.id);
  return {
    accounts: [`9090909090${digits}`, ...classic.filter((payee) => !payee.includes("@"))],
    vpas: [`${scenario.id}@upi`, ...classic.filter((payee) => payee.includes("@"))],
    phone: `70700000${digits}`,
    amounts: [`9001.${digits}`, `209001.${digits}`],
  };
}

const BY_PAYEE = new Map<string, Scenario>();
const BY_AMOUNT = new Map<bigint, Scenario>();
for (const scenario of SCENARIOS) {
  const values = magicValuesOf(scenario);
  for (const payee of [...values.accounts, ...values.vpas, values.phone]) BY_PAYEE.set(payee, scenario);
  for (const amount of values.amounts) BY_AMOUNT.set(BigInt(amount.replace(".", "")), scenario);
}

/** Returns the scenario of a payee; undefined for all others. */
export function scenarioOf(payee: string): Scenario | undefined {
  return BY_PAYEE.get(payee);
}

/**
 * Returns the mishaps that a magic payee or amount causes on this rail; empty for all others. The payee takes
 * precedence over the amount.
 */
export function magicMishaps(payee: string, amountPaise: bigint, family: RailFamily): readonly Mishap[] {
  const scenario = BY_PAYEE.get(payee) ?? BY_AMOUNT.get(amountPaise);
  if (scenario === undefined) return NONE;
  if (scenario.mishaps !== undefined) return scenario.mishaps;
  const code = scenario.fails?.[family];
  return code === undefined ? NONE : [{ kind: "fail", code }];
}

const NONE: readonly Mishap[] = [];
