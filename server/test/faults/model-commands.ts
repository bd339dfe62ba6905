/**
 * The possible actions of a merchant, its banks and time in a model test, as data that fast-check draws and shrinks.
 */
import fc from "fast-check";
import { FATE_NAMES } from "./fates.ts";
import type { ModelOrder } from "./payout-model.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Command =
  | { kind: "nothing" }
  /**
   * `held`: the engine is busy and leaves it to a worker. `copies`: the number of callers that send it at the same
   * time.
   */
  | { kind: "order"; order: ModelOrder; held: boolean; copies: number }
  | { kind: "advance"; ms: number }
  /** A bank changes its mind about the nth transfer. */
  | { kind: "force"; nth: number; outcome: "return" | "succeed" | "fail" }
  | { kind: "cancel"; nth: number }
  | { kind: "again"; nth: number; altered: boolean }
  | { kind: "topUp"; amountPaise: bigint; twice: boolean }
  | { kind: "restart" };

export type CommandOf<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

const amountPaise = fc.bigInt({ min: 1_00n, max: 3_000_00n });
const nth = fc.nat({ max: 99 });
const orderWith = (
  fates: readonly ModelOrder["fate"][],
  modes: readonly ModelOrder["mode"][],
): fc.Arbitrary<ModelOrder> =>
  fc.record({ fate: fc.constantFrom(...fates), mode: fc.constantFrom(...modes), amountPaise });

const kinds: { weight: number; arbitrary: fc.Arbitrary<Command> }[] = [
  // This is the first one, so that commands without influence on a failure shrink to it.
  { weight: 1, arbitrary: fc.constant({ kind: "nothing" }) },
  {
    weight: 24,
    arbitrary: fc.record({
      kind: fc.constant("order"),
      order: fc.oneof(
        { weight: 6, arbitrary: orderWith(FATE_NAMES, ["upi", "imps"]) },
        { weight: 1, arbitrary: orderWith(["success"], ["neft"]) },
      ),
      held: fc.constantFrom(false, false, false, false, true),
      copies: fc.constantFrom(1, 1, 1, 3),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant("advance"),
      // No sum of these is a time at which NEFT opens or closes.
      ms: fc.constantFrom(3 * MINUTE_MS, 2 * HOUR_MS, 7 * HOUR_MS, 26 * HOUR_MS, 4 * DAY_MS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("force"),
      nth,
      outcome: fc.constantFrom("return", "succeed", "fail"),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("cancel"), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("again"), nth, altered: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("topUp"), amountPaise, twice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ kind: "restart" }) },
];

/** Draws a sequence of this many commands. */
export function someCommands(length: number): fc.Arbitrary<Command[]> {
  return fc.array(fc.oneof({ withCrossShrink: true }, ...kinds), { minLength: length, maxLength: length });
}

/** The banks of a merchant, the preferred one first. */
export const someBanks = fc.constantFrom(
  ["meghdoot", "himshikhar"],
  ["himshikhar", "jugnu"],
  ["jugnu", "meghdoot"],
);

/** Times at the end of a sequence, so that every later event happens. */
export const LAST: readonly Command[] = [
  { kind: "advance", ms: 4 * DAY_MS },
  { kind: "advance", ms: 26 * HOUR_MS },
];
