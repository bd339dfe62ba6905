/** Reads and checks a policy. */
import { RAILS, type Rail } from "#rails";
import { RoutingError } from "./errors.ts";
import { DEFAULT_POLICY, type Policy } from "./policy.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a policy from a JSON value; missing parts are those of the default policy. Amounts are whole paise,
 * as a number or decimal text. Throws a RoutingError that names the field.
 */
export function readPolicy(given: unknown, bankIds: readonly string[]): Policy {
  const { priorities = [], shares = [], costs = [], health = {}, ...rest } = fieldsOf(given, "policy");
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw RoutingError.policy_unreadable({ field: unknown });
  const policy: Policy = {
    priorities: rowsOf(priorities, "priorities").map((row, index) => {
      const field = `priorities[${index}]`;
      const { rail, uptoPaise = null, bankIds: banks } = row;
      return {
        rail: railOf(rail, field),
        uptoPaise: uptoPaise === null ? null : paiseOf(uptoPaise, `${field}.uptoPaise`),
        bankIds: listOf(banks, `${field}.bankIds`).map((one) => bankOf(one, bankIds, field)),
      };
    }),
    shares: rowsOf(shares, "shares").map(({ rail, bankId, percent }, index) => {
      const field = `shares[${index}]`;
      const bank = { rail: railOf(rail, field), bankId: bankOf(bankId, bankIds, field) };
      return { ...bank, percent: wholeOf(percent, 100, () => RoutingError.percent_invalid({ field })) };
    }),
    costs: rowsOf(costs, "costs").map(({ rail, bankId, paise }, index) => {
      const field = `costs[${index}]`;
      const bank = { rail: railOf(rail, field), bankId: bankOf(bankId, bankIds, field) };
      return { ...bank, paise: paiseOf(paise, `${field}.paise`) };
    }),
    health: healthOf(fieldsOf(health, "health")),
  };
  refuseTwice(policy);
  for (const rail of RAILS) {
    const percent = policy.shares.reduce(
      (sum, share) => (share.rail === rail ? sum + share.percent : sum),
      0,
    );
    if (percent > 100) throw RoutingError.percent_invalid({ field: "shares", rail, percent });
  }
  return policy;
}

/** Refuses a bank that occurs twice in a list, because only one of the two could apply. */
function refuseTwice({ priorities, shares, costs }: Policy): void {
  const waysOf = (rows: readonly { rail: Rail; bankId: string }[]): string[] =>
    rows.map(({ rail, bankId }) => `${rail} ${bankId}`);
  const lists = [
    ...priorities.map(({ bankIds }, index) => ({ field: `priorities[${index}].bankIds`, named: bankIds })),
    { field: "shares", named: waysOf(shares) },
    { field: "costs", named: waysOf(costs) },
  ];
  const found = lists.find(({ named }) => new Set(named).size < named.length);
  if (found !== undefined) throw RoutingError.bank_twice({ field: found.field });
}

function healthOf({ demoteFromBp, paisePerPercent }: Fields): Policy["health"] {
  const usual = DEFAULT_POLICY.health;
  const invalid = () => RoutingError.health_invalid({ field: "health.demoteFromBp" });
  return {
    demoteFromBp: demoteFromBp === undefined ? usual.demoteFromBp : wholeOf(demoteFromBp, 10_000, invalid),
    paisePerPercent:
      paisePerPercent === undefined
        ? usual.paisePerPercent
        : paiseOf(paisePerPercent, "health.paisePerPercent"),
  };
}

function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw RoutingError.policy_unreadable({ field });
  return value as Fields;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw RoutingError.policy_unreadable({ field });
  return value;
}

function rowsOf(value: unknown, field: string): Fields[] {
  return listOf(value, field).map((row, index) => fieldsOf(row, `${field}[${index}]`));
}

function railOf(value: unknown, field: string): Rail {
  const found = RAILS.find((rail) => rail === value);
  if (found === undefined) throw RoutingError.rail_unknown({ field: `${field}.rail`, rail: String(value) });
  return found;
}

function bankOf(value: unknown, bankIds: readonly string[], field: string): string {
  if (typeof value !== "string" || !bankIds.includes(value))
    throw RoutingError.bank_unknown({ field: `${field}.bankId`, bankId: String(value) });
  return value;
}

function wholeOf(value: unknown, max: number, invalid: () => Error): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > max) throw invalid();
  return value;
}

function paiseOf(value: unknown, field: string): bigint {
  const isWhole = typeof value === "number" ? Number.isSafeInteger(value) : /^\d{1,15}$/.test(String(value));
  if (!isWhole || Number(value) < 0) throw RoutingError.amount_invalid({ field });
  return BigInt(value as string | number);
}
