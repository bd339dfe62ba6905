/** What a line is that no rule has tied to an attempt: pure. */
import type { BreakKind } from "./break.ts";
import type { Line } from "./line.ts";

/** More attempts than so many that a line could be of are not counted: it is of none for certain. */
export const ALIKE_MAX = 20;

export interface Untied extends Line {
  /** How many attempts it could be of by amount, time and account, at most ALIKE_MAX. */
  readonly alike: number;
  /** Attempts have its UTR, and the amount singles none of them out. */
  readonly utrKnown: boolean;
  /** The statement of the whole day is here, or was given up. */
  readonly dayKnown: boolean;
  /**
   * How a line of the other side stands that undoes it or that it undoes, which is of no attempt either; null: there
   * is none.
   */
  readonly otherHalf: "new" | "suspense" | null;
}

/** `wait`: only the statement of the whole day can tell. `pair`: it and its other half are nothing. */
export type UntiedDecision =
  | "wait"
  | "top_up"
  | "pair"
  | { readonly kind: BreakKind; readonly detail: string };

const UTR = /^[0-9A-Z/_-]{1,35}$/;

/** Only then do attempts count that it could be of. One with a reference of the payer that is not known is of none. */
export function mayBeAlike({ utrKnown, otherHalf, reference, kind }: Omit<Untied, "alike">): boolean {
  return (
    !utrKnown && otherHalf === null && reference === null && !["charge", "credit", "batch"].includes(kind)
  );
}

/** A tie is a break, never a guess. */
export function decideUntied(line: Untied): UntiedDecision {
  const { side, kind, alike, utrKnown, dayKnown, otherHalf, reference } = line;
  if (utrKnown) return { kind: "ambiguous", detail: "several payments have this UTR" };
  if (kind === "charge") return { kind: "bank_charge", detail: "the bank has charged this" };
  if (kind === "batch") return { kind: "unknown_debit", detail: BATCH };
  // What came back of what went is no money from elsewhere, whatever payment it was.
  if (otherHalf !== null) return "pair";
  if (alike > 0 && !dayKnown) return "wait";
  if (alike > 0) return { kind: "ambiguous", detail: couldBe(alike) };
  if (side === "debit")
    return { kind: "unknown_debit", detail: "no payment is known that this line could be of" };
  const isArrival = kind === "credit" || (kind === "other" && reference === null);
  if (!isArrival)
    return { kind: "unknown_credit", detail: "no payment is known that this could be the return of" };
  if (line.utr === null || !UTR.test(line.utr))
    return { kind: "unknown_credit", detail: "money arrived without a UTR by which it is known again" };
  return "top_up";
}

const BATCH =
  "the bank booked several payments as one sum, and nothing that was sent together has its name, number and sum";

function couldBe(alike: number): string {
  return alike === 1
    ? "one payment could be this one; it is not certain"
    : `${alike === ALIKE_MAX ? "many" : alike} payments could be this one; none is it for certain`;
}
