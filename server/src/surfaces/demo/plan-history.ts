import { isOpen } from "#rails";
import {
  OCCASIONS,
  openEnds,
  type Deed,
  type PlannedHappening,
  type Occasion,
  type PlannedOrder,
} from "./occasions.ts";
import { PAYEES, TERMS, type TradeKind } from "./trade.ts";

/** Dice that give the same sequence for the same seed, so that the plan can be made again. */
interface Dice {
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** A whole number that is small more often than large, as bills are. */
  skewed(from: number, to: number): number;
  chance(of: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32. */
function makeDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (part: number, from: number, to: number): number =>
    from + Math.floor(part * (to - from + 1));
  return {
    whole: (from, to) => between(next(), from, to),
    skewed: (from, to) => between(next() * next(), from, to),
    chance: (of) => next() < of,
    pick: (list) => list[between(next(), 0, list.length - 1)]!,
  };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const IST_MS = 330 * MINUTE_MS;

/** The demo's history begins this many days before it is made. */
const HISTORY_DAYS = 21;

/** The beginning of the history of a demo that is made at `end`: three weeks before, in the morning. */
export function beginningOfHistory(end: Date): Date {
  return new Date(midnightBefore(end, HISTORY_DAYS).getTime() + 8.5 * 60 * MINUTE_MS);
}

/** Midnight in India, `days` before the day of `moment`. */
function midnightBefore(moment: Date, days: number): Date {
  const local = moment.getTime() + IST_MS;
  return new Date(local - (local % DAY_MS) - days * DAY_MS - IST_MS);
}

/**
 * Plans three weeks of an invented business up to `end`, in order of time. The same `end` gives the same plan, so an
 * interrupted history can be continued.
 */
export function planHistory(end: Date): PlannedHappening[] {
  const dice = makeDice(20_260);
  const minute = (day: number, minutes: number): Date =>
    new Date(midnightBefore(end, HISTORY_DAYS - day).getTime() + minutes * MINUTE_MS);
  const daily = Array.from({ length: HISTORY_DAYS + 1 }, (_, day) =>
    planDay(day, minute(day, 0), dice),
  ).flat();
  const momentOf = ({ day, at, deed }: Occasion): Date => {
    const moment = minute(day, minuteOf(at));
    // On a day without withdrawals it would still be waiting at the end of the history.
    const isLater = deed.kind === "withdraw" && !isOpen("withdrawal", moment);
    return isLater ? momentOf({ day: day + 1, at, deed }) : moment;
  };
  const rare = OCCASIONS.map((occasion) => ({ at: momentOf(occasion), deed: occasion.deed }));
  const past = [...daily, ...rare]
    .filter(({ at }) => at.getTime() < end.getTime() - LAST_MINUTES * MINUTE_MS)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const open = openEnds(minute(HISTORY_DAYS + 1, 11 * 60)).map(({ minutesAgo, deed }) => ({
    at: new Date(end.getTime() - minutesAgo * MINUTE_MS),
    deed,
  }));
  return [{ at: minute(0, 9 * 60), deed: { kind: "set-up" } }, ...past, ...open];
}

/** The last minutes of the plan are for what stays open. */
const LAST_MINUTES = 90;

const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));

const orders = (list: readonly PlannedOrder[]): Extract<Deed, { kind: "orders" }> => ({
  kind: "orders",
  orders: list,
});

/** Plans one day, counted from 0; `midnight` is its beginning in India. */
function planDay(nth: number, midnight: Date, dice: Dice): PlannedHappening[] {
  const at = (hours: number, minutes: number, deed: Deed): PlannedHappening => ({
    at: new Date(midnight.getTime() + (hours * 60 + minutes) * MINUTE_MS + dice.whole(0, 50_000)),
    deed,
  });
  const weekday = new Date(midnight.getTime() + IST_MS).getUTCDay();
  const run = (kinds: readonly TradeKind[], count: number): Deed =>
    orders(Array.from({ length: count }, (_, one) => planOrder(`${nth}${one}`, dice.pick(kinds), dice)));
  // Sundays have only refunds and deliveries.
  if (weekday === 0) return [at(18, 20, run(["customer", "wallet", "rider", "rider"], dice.whole(4, 6)))];
  // The plan orders many transfers in a few sets, because each set costs steps of the clock, and a visitor's first
  // change has to wait for them.
  return [
    at(
      10,
      dice.whole(10, 40),
      run(["supplier", "supplier", "service", "rider", "customer", "wallet"], dice.whole(6, 8)),
    ),
    at(16, dice.whole(5, 55), run(["supplier", "service", "customer", "rider", "wallet"], dice.whole(6, 8))),
  ];
}

const RARELY = 0.08;

const RAIL_OF: Readonly<Record<TradeKind, PlannedOrder["mode"]>> = {
  supplier: "banktransfer",
  service: "banktransfer",
  rider: "upi",
  customer: "upi",
  wallet: "paytm",
};

function planOrder(number: string, kind: TradeKind, dice: Dice): PlannedOrder {
  const isRare = dice.chance(RARELY) && PAYEES.some((one) => one.kind === kind && one.rare === true);
  const payee = dice.pick(PAYEES.filter((one) => one.kind === kind && (one.rare ?? false) === isRare));
  const { from, to, remarks } = TERMS[kind];
  const serial = 2_000 + dice.whole(0, 7_999);
  // A supplier is sometimes paid in the next half-hourly NEFT batch, not at once.
  const mode =
    payee.accountNumber === undefined
      ? RAIL_OF[kind]
      : kind === "supplier" && dice.chance(0.4)
        ? "neft"
        : "banktransfer";
  // Most bills are in whole rupees; some have paise.
  const paise = dice.chance(0.3) ? dice.whole(1, 99) : 0;
  return {
    transferKey: `${PREFIX[kind]}-${serial}-${number}`,
    beneId: payee.beneId,
    amountPaise: BigInt(dice.skewed(from, to)) * 100n + BigInt(paise),
    mode,
    remarks: dice.pick(remarks).replace("{n}", String(serial)),
  };
}

const PREFIX: Readonly<Record<TradeKind, string>> = {
  supplier: "INV",
  service: "BILL",
  rider: "TRIP",
  customer: "RFND",
  wallet: "RFND",
};
