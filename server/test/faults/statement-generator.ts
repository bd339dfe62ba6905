/**
 * Statements of one bank account over some days, with every fault of F52 to F58 that a statement can have: pure data,
 * the same for the same seed. Each comes with the truth, with which a test compares the result.
 */
import type { AccountStatement, BankStatementKind, StatementLine } from "#banks";
import { makeDice } from "./dice.ts";
import {
  type Anomaly,
  type Day,
  FAULT_NAMES,
  type FaultName,
  type Item,
  lieOf,
  type Told,
} from "./statement-lies.ts";
import { dayAfter, type MadePayment, startOf } from "./statement-plan.ts";

/** The data that the bank gives about a line. Payments are identified by their reference, their UTR, or both. */
export interface Style {
  readonly lineIds: boolean;
  readonly kinds: boolean;
  readonly references: boolean;
  readonly utrs: boolean;
}

export const STYLES: readonly Style[] = [
  { lineIds: true, kinds: true, references: true, utrs: true },
  { lineIds: true, kinds: true, references: false, utrs: true },
  { lineIds: false, kinds: true, references: true, utrs: false },
  { lineIds: true, kinds: false, references: false, utrs: true },
];

export interface PlantedStatement {
  readonly statement: AccountStatement;
  /** For each line, the reference of its payment; null if the payment is not ours. */
  readonly truth: readonly (string | null)[];
  /** True if the statement contradicts itself, so that its lines must be ignored. */
  readonly contradictsItself: boolean;
  /** The reports that are required once it has been read. */
  readonly reports: readonly Anomaly[];
}

export interface Chain {
  readonly debitAccount: string;
  readonly firstDay: string;
  readonly days: number;
  readonly openingPaise: bigint;
  readonly style: Style;
  /** The payments in the order in which the bank booked them. */
  readonly payments: readonly MadePayment[];
}

const HALF_HOUR_MS = 30 * 60_000;

/**
 * Returns the statements in the order in which the bank provides them. Every day except the first and the last has one
 * fault, and the days of a longer chain have each fault in turn.
 */
export function generateStatements(seed: string, chain: Chain): PlantedStatement[] {
  const dice = makeDice(`statements ${seed}`);
  const faults = shuffle(FAULT_NAMES, dice);
  const given: PlantedStatement[] = [];
  let late: PlantedStatement | undefined;
  let last: { openingPaise: bigint; closingPaise: bigint; items: readonly Item[] } | undefined;
  let sequenceNo = 100;
  let turn = 0;
  for (let nth = 0; nth < chain.days; nth += 1) {
    // The day after a late one has no fault, so that a report about it belongs to the late one.
    const isInner = nth > 0 && nth < chain.days - 1 && late === undefined;
    const fault = isInner ? faults[turn++ % faults.length] : undefined;
    const day = makeDay(chain, { nth, last, dice });
    const told: Told = fault === undefined ? { items: day.items } : lieOf(fault).tell(day);
    sequenceNo += told.way === "skipped" ? 2 : 1;
    const made = giveDay(chain, day, { told, fault, sequenceNo });
    const missed = late === undefined ? [] : [anomaly("missing-day", dayAfter(day.day, -1))];
    given.push(
      ...(told.way === "late"
        ? []
        : [{ ...made[0]!, reports: [...made[0]!.reports, ...missed] }, ...made.slice(1)]),
    );
    if (late !== undefined) given.push(late);
    late = told.way === "late" ? made[0] : undefined;
    const { closingPaise } = made.at(-1)!.statement;
    last = {
      openingPaise: day.openingPaise,
      closingPaise,
      items: told.way === "contradicted" ? day.items : told.items,
    };
  }
  return given;
}

function makeDay(
  chain: Chain,
  at: {
    nth: number;
    last: { openingPaise: bigint; closingPaise: bigint; items: readonly Item[] } | undefined;
    dice: () => number;
  },
): Day {
  const { nth, last, dice } = at;
  const day = dayAfter(chain.firstDay, nth);
  const items = chain.payments
    .filter((payment) => payment.day === day)
    .flatMap((one) => itemsOf(chain.style, one));
  const { debitAccount } = chain;
  let strangers = 0;
  return {
    day,
    openingPaise: last?.closingPaise ?? chain.openingPaise,
    items: items.toSorted((left, right) => left.line.bookedAt.getTime() - right.line.bookedAt.getTime()),
    before: last,
    pick: (list) => list[Math.floor(dice() * list.length)]!,
    stranger: (side, amountPaise) => {
      strangers += 1;
      return {
        line: strangerLine(chain.style, { side, amountPaise, day, debitAccount, nth: strangers }),
        of: null,
      };
    },
  };
}

/** Returns the statements of one day: one, or what its fault turns it into. */
function giveDay(
  chain: Chain,
  day: Day,
  { told, fault, sequenceNo }: { told: Told; fault: FaultName | undefined; sequenceNo: number },
): PlantedStatement[] {
  const { way, closingErrorPaise = 0n } = told;
  const contradictsItself = way === "contradicted";
  const head = { chain, day, sequenceNo };
  const openingPaise = told.openingPaise ?? day.openingPaise;
  // A bank that contradicts itself has the true closing balance; any other closes with the sum of its lines.
  const closingPaise = contradictsItself
    ? day.openingPaise + sumOf(day.items) + closingErrorPaise
    : openingPaise + sumOf(told.items);
  const reports = (told.reports ?? []).map((report) => ({ ...anomaly(fault!, day.day), ...report }));
  const first = state(head, { kind: "end_of_day", items: told.items, openingPaise, closingPaise });
  const planted = { ...first, contradictsItself, reports };
  const plain = (kind: BankStatementKind): PlantedStatement => ({
    ...state(head, {
      kind,
      items: day.items,
      openingPaise: day.openingPaise,
      closingPaise: day.openingPaise + sumOf(day.items),
    }),
    contradictsItself: false,
    reports: [],
  });
  if (contradictsItself) return [planted, plain("end_of_day")];
  if (way === "again") return [planted, planted];
  return way === "retracted" ? [plain("intraday"), planted] : [planted];
}

function state(
  { chain, day, sequenceNo }: { chain: Chain; day: Day; sequenceNo: number },
  told: { kind: BankStatementKind; items: readonly Item[]; openingPaise: bigint; closingPaise: bigint },
): Pick<PlantedStatement, "statement" | "truth"> {
  const { kind, items, openingPaise, closingPaise } = told;
  const statement: AccountStatement = {
    statementId: `${chain.debitAccount}-${day.day}-${kind}`,
    kind,
    sequenceNo: kind === "end_of_day" ? sequenceNo : null,
    debitAccount: chain.debitAccount,
    day: day.day,
    openingPaise,
    closingPaise,
    lines: items.map(({ line }) => line),
  };
  return { statement, truth: items.map(({ of }) => of) };
}

/** Returns the debit of a payment, and the credit if it came back. */
function itemsOf(style: Style, payment: MadePayment): Item[] {
  const { reference, utr, amountPaise, at, name, accountNumber, returns } = payment;
  const line: StatementLine = {
    lineId: style.lineIds ? `L${reference}` : null,
    side: "debit",
    amountPaise,
    bookedAt: at,
    kind: style.kinds ? "payment" : "other",
    reference: style.references ? reference : null,
    utr: style.utrs ? utr : null,
    narration: ["IMPS", utr, ...(style.references ? [reference] : []), name.toUpperCase()].join("/"),
    code: "",
    reason: null,
    counterparty: { name, accountNumber: `XXXX${accountNumber.slice(-4)}`, ifsc: null },
  };
  const debit = { line, of: reference };
  if (!returns) return [debit];
  const back: StatementLine = {
    ...line,
    lineId: style.lineIds ? `R${reference}` : null,
    side: "credit",
    bookedAt: new Date(at.getTime() + HALF_HOUR_MS),
    kind: style.kinds ? "return" : "other",
    narration: `RTN-${line.narration}`,
    code: "EREV",
    reason: "RETURNED_FROM_BENEFICIARY",
  };
  return [debit, { line: back, of: reference }];
}

function strangerLine(
  style: Style,
  told: { side: "debit" | "credit"; amountPaise: bigint; day: string; debitAccount: string; nth: number },
): StatementLine {
  const { side, amountPaise, day, debitAccount, nth } = told;
  const utr = `9${day.replaceAll("-", "").slice(2)}${debitAccount.slice(-4)}${nth}`;
  return {
    lineId: style.lineIds ? `X${utr}` : null,
    side,
    amountPaise,
    bookedAt: new Date(startOf(day) + 44 * HALF_HOUR_MS),
    kind: style.kinds && side === "credit" ? "credit" : "other",
    reference: null,
    utr,
    narration: `TRF/${utr}`,
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  };
}

function anomaly(fault: FaultName, day: string): Anomaly {
  return { fault, day, reference: null, amountPaise: null };
}

function sumOf(items: readonly Item[]): bigint {
  return items.reduce(
    (sum, { line }) => sum + (line.side === "debit" ? -line.amountPaise : line.amountPaise),
    0n,
  );
}

function shuffle<T>(list: readonly T[], dice: () => number): readonly T[] {
  const ranked = list.map((item) => ({ item, rank: dice() }));
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ item }) => item);
}
