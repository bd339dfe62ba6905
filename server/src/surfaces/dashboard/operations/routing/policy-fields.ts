/** The fields of a routing policy as the dashboard sends them, with amounts in rupees. */
import { amount, listOf, object, oneOf, optional, type RefusalShape, text, whole, withDefault } from "#http";
import { RAILS } from "#rails";
import { RoutingError } from "#routing";

const ROWS_MAX = 100;
const BANKS_MAX = 20;

const rail = oneOf(RAILS);
const bankId = text({ max: 64 });

export const policyFields = {
  /** Without `upTo` a row applies to any amount. */
  priorities: listOf(
    object({
      rail,
      upTo: optional(amount({ min: 0n })),
      bankIds: listOf(bankId, { min: 1, max: BANKS_MAX }),
    }),
    { max: ROWS_MAX },
  ),
  shares: listOf(object({ rail, bankId, percent: whole({ min: 1, max: 100 }) }), { max: ROWS_MAX }),
  costs: listOf(object({ rail, bankId, amount: amount({ min: 0n }) }), { max: ROWS_MAX }),
  /** A degraded bank with at least this share of failures, in hundredths of a percent, is put behind the others. */
  demoteFromBp: whole({ min: 1, max: 10_000 }),
  costPerPercent: withDefault(amount({ min: 0n }), 0n),
};

interface Given {
  readonly priorities: readonly {
    readonly rail: string;
    readonly upTo: bigint | undefined;
    readonly bankIds: readonly string[];
  }[];
  readonly shares: readonly { readonly rail: string; readonly bankId: string; readonly percent: number }[];
  readonly costs: readonly { readonly rail: string; readonly bankId: string; readonly amount: bigint }[];
  readonly demoteFromBp: number;
  readonly costPerPercent: bigint;
}

/** Converts the fields to the policy that the routing module takes. */
export function toPolicy({ priorities, shares, costs, demoteFromBp, costPerPercent }: Given) {
  return {
    priorities: priorities.map(({ rail: of, upTo, bankIds }) => ({
      rail: of,
      uptoPaise: upTo === undefined ? null : String(upTo),
      bankIds,
    })),
    shares,
    costs: costs.map(({ amount: paise, ...way }) => ({ ...way, paise: String(paise) })),
    health: { demoteFromBp, paisePerPercent: String(costPerPercent) },
  };
}

const { texts } = RoutingError;

export const policyRefusals = {
  bank_unknown: { status: 422, message: texts.bank_unknown },
  percent_invalid: { status: 422, message: texts.percent_invalid },
  bank_twice: { status: 422, message: texts.bank_twice },
} as const satisfies Record<string, RefusalShape>;
