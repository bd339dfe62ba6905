/**
 * Faults that a tester adds to the statements of one debit account and day. The statements are then wrong, but the
 * books are not.
 */
import type { StatementKind } from "./banks.ts";
import { signedPaise } from "./books.ts";
import type { Line } from "./statement-lines.ts";

/** A statement before it is put into words. */
export interface Statement {
  readonly sequence: number;
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly lines: readonly Line[];
}

export interface PlantedFault {
  readonly fault: FaultName;
  readonly day: string;
  /** Undefined for every kind. */
  readonly kind: StatementKind | undefined;
  /** The affected lines, by their position in the books. */
  readonly seqs: readonly number[];
  /** The closing balance is adjusted to the lines, right or wrong. */
  readonly balanced: boolean;
}

interface Fault {
  readonly about: string;
  /** The fault affects lines of the day, which must exist when it is added. */
  readonly ofLines: boolean;
  readonly apply: (
    statement: Statement,
    chosen: (line: Line) => boolean,
    earlier: readonly Line[],
  ) => Statement;
}

const NAMELESS = { reference: undefined, utr: undefined, originalUtr: undefined } as const;

const lines =
  (change: (line: Line) => readonly Line[]): Fault["apply"] =>
  (statement, chosen) => ({
    ...statement,
    lines: statement.lines.flatMap((line) => (chosen(line) ? change(line) : [line])),
  });

export const STATEMENT_FAULTS = {
  "truncated-narration": {
    about: "the narration ends after 12 characters, and the reference is missing",
    ofLines: true,
    apply: lines((line) => [{ ...line, reference: undefined, narration: line.narration.slice(0, 12) }]),
  },
  "missing-reference": {
    about: "neither reference nor UTR, and a narration that says nothing",
    ofLines: true,
    apply: lines((line) => [{ ...line, ...NAMELESS, narration: "TRANSFER" }]),
  },
  "missing-line": { about: "a line is left out", ofLines: true, apply: lines(() => []) },
  "duplicated-line": { about: "a line stands twice", ofLines: true, apply: lines((line) => [line, line]) },
  "wrong-amount": {
    about: "one rupee more",
    ofLines: true,
    apply: lines((line) => [{ ...line, amountPaise: line.amountPaise + 100n }]),
  },
  "wrong-sign": {
    about: "a debit stands as a credit, a credit as a debit",
    ofLines: true,
    apply: lines((line) => [{ ...line, side: line.side === "DEBIT" ? "CREDIT" : "DEBIT" }]),
  },
  "wrong-closing": {
    about: "the closing balance is one rupee more",
    ofLines: false,
    apply: (statement) => ({ ...statement, closingPaise: statement.closingPaise + 100n }),
  },
  "missing-day": { about: "the statement is never given", ofLines: false, apply: (statement) => statement },
  "sequence-gap": {
    about: "from this day on the numbers of the statements are one further",
    ofLines: false,
    apply: (statement) => ({ ...statement, sequence: statement.sequence + 1 }),
  },
  overlap: {
    about: "the lines of the day before stand on this one too",
    ofLines: false,
    apply: (statement, _, earlier) => ({ ...statement, lines: [...earlier, ...statement.lines] }),
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof STATEMENT_FAULTS;

interface Owner {
  readonly bankId: string;
  readonly debitAccount: string;
}

export interface StatementFaults {
  /** Replaces the faults of this account. */
  plant(owner: Owner, faults: readonly PlantedFault[]): void;
  of(owner: Owner): readonly PlantedFault[];
  forget(debitAccount?: string): void;
}

/** Makes an empty list of faults. */
export function makeStatementFaults(): StatementFaults {
  const planted = new Map<string, readonly PlantedFault[]>();
  const keyOf = ({ bankId, debitAccount }: Owner): string => `${bankId}/${debitAccount}`;
  return {
    plant: (owner, faults) => void planted.set(keyOf(owner), faults),
    of: (owner) => planted.get(keyOf(owner)) ?? [],
    forget(debitAccount) {
      for (const key of planted.keys()) {
        if (debitAccount === undefined || key.endsWith(`/${debitAccount}`)) planted.delete(key);
      }
    },
  };
}

/** Returns the faults that apply to a statement of this day and kind. */
export function faultsMet(
  faults: readonly PlantedFault[],
  { day, kind }: { day: string; kind: StatementKind },
): readonly PlantedFault[] {
  return faults.filter(
    (one) =>
      (one.kind === undefined || one.kind === kind) &&
      (one.day === day || (one.fault === "sequence-gap" && one.day < day)),
  );
}

/** Applies the faults to the statement. `earlier`: the lines of the day before. */
export function spoil(
  statement: Statement,
  faults: readonly PlantedFault[],
  earlier: () => readonly Line[],
): Statement {
  return faults.reduce((spoilt, { fault, seqs, balanced }) => {
    const { apply }: Fault = STATEMENT_FAULTS[fault];
    const before = fault === "overlap" ? earlier() : [];
    const applied = apply(spoilt, ({ seq }) => seqs.includes(seq), before);
    return balanced ? { ...applied, closingPaise: applied.openingPaise + sumOf(applied.lines) } : applied;
  }, statement);
}

export function sumOf(all: readonly Pick<Line, "side" | "amountPaise">[]): bigint {
  return all.reduce(
    (sum, { side, amountPaise }) =>
      sum + signedPaise({ kind: side === "DEBIT" ? "debit" : "credit", amountPaise }),
    0n,
  );
}
