/** The possible faults of one day's statement (F52 to F58), and the reports that each requires. */
import type { StatementLine } from "#banks";

/** A line, and the reference of its payment; null if there is none. */
export interface Item {
  readonly line: StatementLine;
  readonly of: string | null;
}

/** A report that is required once the statement has been read. */
export interface Anomaly {
  readonly fault: FaultName;
  readonly day: string;
  readonly reference: string | null;
  readonly amountPaise: bigint | null;
}

export interface Day {
  readonly day: string;
  readonly openingPaise: bigint;
  /** The items as they happened, in the bank's order. */
  readonly items: readonly Item[];
  readonly before: { readonly openingPaise: bigint; readonly items: readonly Item[] } | undefined;
  readonly pick: <T>(list: readonly T[]) => T;
  /** Makes a line without a payment order. */
  readonly stranger: (side: "debit" | "credit", amountPaise: bigint) => Item;
}

export interface Told {
  readonly items: readonly Item[];
  readonly reports?: readonly Partial<Anomaly>[];
  /** The difference between the closing balance and the sum of the lines. */
  readonly closingErrorPaise?: bigint;
  readonly openingPaise?: bigint;
  /**
   * `contradicted`: it contradicts itself, and a correct one follows; `again`: provided twice; `late`: provided after
   * the next day's; `retracted`: an intraday statement had shown the day as it really was; `skipped`: a number is left
   * out.
   */
  readonly way?: "contradicted" | "again" | "late" | "retracted" | "skipped";
}

interface Lie {
  /** The number in the catalogue of faults. */
  readonly code: `F5${2 | 3 | 4 | 5 | 7 | 8}`;
  readonly about: string;
  readonly tell: (day: Day) => Told;
}

const payments = ({ items }: Day): readonly Item[] =>
  items.filter(({ of, line }, _, all) => line.side === "debit" && of !== null && !isTwin(line, all));

function isTwin(line: StatementLine, all: readonly Item[]): boolean {
  return all.some(
    (other) => other.line !== line && other.line.side === line.side && isAlike(other.line, line),
  );
}

function isAlike(left: StatementLine, right: StatementLine): boolean {
  return left.amountPaise === right.amountPaise;
}

/** Replaces a chosen item by others. */
function replace(items: readonly Item[], chosen: Item, by: readonly Item[]): Item[] {
  return items.flatMap((item) => (item === chosen ? by : [item]));
}

const changed = (item: Item, change: Partial<StatementLine>): Item => ({
  ...item,
  line: { ...item.line, ...change },
});
const nameless = { reference: null, utr: null, narration: "TRANSFER" } as const;
const flipped = ({ line }: Item): "debit" | "credit" => (line.side === "debit" ? "credit" : "debit");

/** Changes the line of one payment so that the balances contradict it. */
const contradicted =
  (change: (item: Item) => readonly Item[]): Lie["tell"] =>
  (day) => {
    const item = day.pick(payments(day));
    return { items: replace(day.items, item, change(item)), reports: [{}], way: "contradicted" };
  };

const LIES = {
  "unknown-debit": {
    code: "F52",
    about: "money left that no payment ordered",
    tell: ({ items, stranger }) => {
      const item = stranger("debit", 77_77n);
      return { items: [...items, item], reports: [{ amountPaise: item.line.amountPaise }] };
    },
  },
  "unannounced-credit": {
    code: "F52",
    about: "money arrived of which no callback told",
    tell: ({ items, stranger }) => {
      const item = stranger("credit", 88_88n);
      return { items: [...items, item], reports: [{ amountPaise: item.line.amountPaise }] };
    },
  },
  "given-twice": {
    code: "F53",
    about: "the same statement twice",
    tell: ({ items }) => ({ items, way: "again" }),
  },
  overlap: {
    code: "F53",
    about: "the day before stands on it too, with its opening balance",
    tell: ({ items, before, openingPaise }) =>
      before === undefined
        ? { items }
        : {
            items: [...before.items, ...items],
            openingPaise: before.openingPaise,
            reports: before.openingPaise === openingPaise ? [] : [{}],
          },
  },
  "identical-lines": {
    code: "F54",
    about: "two movements that are the same in everything that is told",
    tell: ({ items, stranger }) => {
      const item = stranger("debit", 5_90n);
      const { line } = item;
      const twin = line.lineId === null ? item : changed(item, { lineId: `${line.lineId}B` });
      return { items: [...items, item, twin], reports: [{ amountPaise: 5_90n }, { amountPaise: 5_90n }] };
    },
  },
  truncated: {
    code: "F55",
    about: "a payment whose narration ends before the reference",
    tell: (day) => {
      const item = day.pick(payments(day));
      const cut = changed(item, { reference: null, narration: item.line.narration.slice(0, 12) });
      return { items: replace(day.items, item, [cut]) };
    },
  },
  nameless: {
    code: "F55",
    about: "a payment without reference and UTR; amount, day and account are those of no other",
    tell: (day) => {
      const item = day.pick(
        payments(day).filter(({ of }) => day.items.filter((one) => one.of === of).length === 1),
      );
      return { items: replace(day.items, item, [changed(item, nameless)]) };
    },
  },
  "nameless-twins": {
    code: "F55",
    about: "two payments of one amount to one account, both without reference and UTR",
    tell: ({ items }) => {
      const twins = items.filter(
        ({ line, of }) => of !== null && line.side === "debit" && isTwin(line, items),
      );
      const reports = twins.map(({ of, line }) => ({ reference: of, amountPaise: line.amountPaise }));
      return { items: items.map((item) => (twins.includes(item) ? changed(item, nameless) : item)), reports };
    },
  },
  "wrong-closing": {
    code: "F57",
    about: "the closing balance is one rupee more",
    tell: ({ items }) => ({ items, closingErrorPaise: 1_00n, reports: [{}], way: "contradicted" }),
  },
  "missing-line": { code: "F57", about: "a payment is left out", tell: contradicted(() => []) },
  "repeated-line": { code: "F57", about: "a line stands twice", tell: contradicted((item) => [item, item]) },
  "wrong-amount": {
    code: "F57",
    about: "one rupee more than the balances say",
    tell: contradicted((item) => [changed(item, { amountPaise: item.line.amountPaise + 1_00n })]),
  },
  "wrong-sign": {
    code: "F57",
    about: "a debit stands as a credit",
    tell: contradicted((item) => [changed(item, { side: flipped(item) })]),
  },
  "other-amount": {
    code: "F57",
    about: "the bank debited one rupee more than it was told to",
    tell: (day) => {
      const item = day.pick(payments(day));
      const amountPaise = item.line.amountPaise + 1_00n;
      const items = replace(day.items, item, [changed(item, { amountPaise })]);
      return { items, reports: [{ reference: item.of, amountPaise }] };
    },
  },
  "debited-twice": {
    code: "F57",
    about: "the bank debited one payment twice",
    tell: (day) => {
      const item = day.pick(payments(day));
      const { lineId } = item.line;
      const twice = [item, changed(item, { lineId: lineId === null ? null : `${lineId}B` })];
      const report = { reference: item.of, amountPaise: item.line.amountPaise };
      return { items: replace(day.items, item, twice), reports: [report] };
    },
  },
  retracted: {
    code: "F57",
    about: "a line of the intraday statement is gone at the end of the day",
    tell: (day) => {
      const item = day.pick(
        payments(day).filter(({ of }) => day.items.filter((one) => one.of === of).length === 1),
      );
      const report = { reference: item.of, amountPaise: item.line.amountPaise };
      return { items: replace(day.items, item, []), reports: [report], way: "retracted" };
    },
  },
  "missing-day": {
    code: "F58",
    about: "comes after the next day's",
    tell: ({ items }) => ({ items, way: "late" }),
  },
  "skipped-number": {
    code: "F58",
    about: "a number of statements is left out",
    tell: ({ items }) => ({ items, reports: [{}], way: "skipped" }),
  },
} as const satisfies Record<string, Lie>;

export type FaultName = keyof typeof LIES;
export const FAULT_NAMES = Object.keys(LIES) as readonly FaultName[];

export function lieOf(fault: FaultName): Lie {
  return LIES[fault];
}
