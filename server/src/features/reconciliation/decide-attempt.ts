/**
 * Decides what the lines of one attempt are, and what its bank reports by them: pure. A debit and its
 * reversal cancel out; a debit that stays is a payment; a credit after it is a return. Others are suspense.
 */
import type { Outcome } from "#banks";
import type { Besides } from "#fund-sources";
import { formatRupeesIndian } from "#lib/money";
import type { BreakKind } from "./break.ts";
import { isPlain } from "./decide-untied.ts";
import type { Line } from "./line.ts";

/** An attempt as it is booked now. */
export interface BookedAttempt {
  readonly transferId: string;
  readonly attempt: number;
  readonly amountPaise: bigint;
  /** `open`: sent, no outcome. `refused`: the bank refused. `paid`: posted, or booked as a late success. */
  readonly standing: "open" | "refused" | "paid";
  /** True if its money came back, and that is booked. */
  readonly returned: boolean;
  /** True if no UTR of its transfer is known. */
  readonly lacksUtr: boolean;
  /** The time when the bank refused. */
  readonly refusedAt: Date | null;
}

export interface Mark {
  readonly line: Line;
  readonly state: "matched" | "paired" | "suspense";
  readonly heldUntil: Date | null;
  /** True if its tie by hand or likeness ends: the line goes back to where it was before. */
  readonly givesWay?: true;
  /** The reason why it is in suspense, and the unexplained amount. */
  readonly fault: {
    readonly kind: BreakKind;
    readonly detail: string;
    readonly unexplainedPaise: bigint;
  } | null;
}

export interface AttemptDecision {
  /** Outcomes to record; the lines that prove them wait for that. */
  readonly news: readonly { readonly line: Line; readonly outcome: Outcome; readonly besides?: Besides }[];
  readonly marks: readonly Mark[];
}

/** Returns the time until which a debit of a refused attempt waits for its reversal; null if it need not wait. */
export type HoldUntil = (debit: Line, attempt: BookedAttempt) => Date | null;

/** Decides about all lines of an attempt together, including those that were decided before. */
export function decideAttempt(
  attempt: BookedAttempt,
  lines: readonly Line[],
  holdUntil: HoldUntil,
): AttemptDecision {
  const givingWay = findGivingWay(attempt, lines);
  const ordered = lines
    .filter((line) => !givingWay.includes(line))
    .toSorted(
      (a, b) =>
        Number(isLikened(a)) - Number(isLikened(b)) ||
        a.bookedAt.getTime() - b.bookedAt.getTime() ||
        (a.lineId < b.lineId ? -1 : 1),
    );
  const open = ordered.filter(({ state }) => state === "new" || state === "suspense");
  const wrong = open.filter(({ amountPaise }) => amountPaise !== attempt.amountPaise);
  const right = open.filter(({ amountPaise }) => amountPaise === attempt.amountPaise);
  const debits = right.filter(({ side }) => side === "debit");
  const credits = right.filter(({ side }) => side === "credit");
  const isStated = (side: Line["side"]): boolean =>
    ordered.some((line) => line.state === "matched" && line.side === side);
  const uncertain = attempt.standing === "open" ? pairByNumber(debits, credits) : [];
  const about: About = {
    attempt,
    payment: attempt.standing === "paid" && !isStated("debit") ? (debits.shift() ?? null) : null,
    pairs: pairOff(debits, credits, UNDOES[attempt.standing]),
    debits,
    credits,
    mayReturn: !isStated("credit"),
  };
  const differing = wrong.map((line) => suspendDiffering(line, attempt));
  const decided =
    attempt.standing === "paid" ? decidePaid(about) : decideUnpaid(about, holdUntil, isStated("debit"));
  const marks = [...givingWay.map(giveWay), ...differing, ...uncertain, ...about.pairs, ...decided.marks];
  return { news: decided.news, marks };
}

/**
 * Finds debits that likeness tied or a person matched to the payment although another one is the bank's for it. A
 * debit that a person matched and the bank's with one name are not such, because the bank debited the payment twice;
 * but a charge has the name of its payment. Members can make a likeness, so that never says that it was debited twice.
 */
function findGivingWay({ amountPaise }: BookedAttempt, lines: readonly Line[]): Line[] {
  const debits = lines.filter(
    (line) => line.side === "debit" && line.amountPaise === amountPaise && line.state !== "paired",
  );
  const byHand = debits.filter(({ rule }) => rule === "by_hand");
  const alike = debits.filter(({ rule }) => rule === "likeness");
  const own = debits.filter(({ rule }) => rule !== "by_hand" && rule !== "likeness");
  if (own.length > 0)
    return [...alike, ...byHand.filter((line) => !own.some((one) => haveOneName(line, one)))];
  const weak = alike.length > 0 ? alike : byHand;
  const only = weak.find(({ state }) => state === "matched") ?? weak[0];
  return [...alike, ...byHand].filter((line) => line !== only);
}

function haveOneName(a: Line, b: Line): boolean {
  if (a.kind === "charge" || b.kind === "charge") return false;
  return a.reference !== null && b.reference !== null
    ? a.reference === b.reference
    : a.utr !== null && a.utr === b.utr;
}

/** A person matched a line that was in suspense before, and a likeness may be made: neither stops the bank. */
function giveWay(line: Line): Mark {
  const by = line.rule === "by_hand" ? "a person had matched it to" : "it was only like";
  const suspended = suspend(line, "unknown_debit", `${by} a payment, whose own line has come`);
  return { ...suspended, givesWay: true, fault: { ...suspended.fault!, unexplainedPaise: 0n } };
}

interface About {
  readonly attempt: BookedAttempt;
  /** The debit of the booked payment. */
  readonly payment: Line | null;
  readonly pairs: readonly Mark[];
  /** The remaining debits, and below the remaining credits. */
  readonly debits: readonly Line[];
  readonly credits: readonly Line[];
  readonly mayReturn: boolean;
}

/**
 * Removes debits and the credits that undo them from both lists, in pairs. For a refused payment any credit
 * undoes the debit, even if the bank does not call it a reversal.
 */
function pairOff(debits: Line[], credits: Line[], undoes: (credit: Line) => boolean): Mark[] {
  const pairs: Mark[] = [];
  for (let at = credits.findIndex(undoes); at >= 0 && debits.length > 0; at = credits.findIndex(undoes)) {
    const [reversal] = credits.splice(at, 1);
    pairs.push(mark(debits.pop()!, "paired"), mark(reversal!, "paired"));
  }
  return pairs;
}

/**
 * Removes debits and their reversals under the same number from both lists, if likeness tied both of them. They cancel
 * out, whatever they are of, and say neither that the payment was made nor that it was refused.
 */
function pairByNumber(debits: Line[], credits: Line[]): Mark[] {
  const pairs: Mark[] = [];
  for (const reversal of credits.filter((credit) => isReversal(credit) && isLikened(credit))) {
    const at = debits.findIndex(
      ({ rule, utr }) => rule === "likeness" && utr !== null && utr === reversal.utr,
    );
    if (at < 0) continue;
    credits.splice(credits.indexOf(reversal), 1);
    pairs.push(mark(debits.splice(at, 1)[0]!, "paired"), mark(reversal, "paired"));
  }
  return pairs;
}

const isReversal = ({ kind }: Line): boolean => kind === "reversal";

/** An account's end or a word of a narration says too little for booking: the credit may be of something else. */
const isLikened = ({ side, rule }: Line): boolean => side === "credit" && rule === "likeness";

/** The credits that undo a debit. With one that is likened, a payment without an outcome would be refused. */
const UNDOES: Readonly<Record<BookedAttempt["standing"], (credit: Line) => boolean>> = {
  open: (credit) => isReversal(credit) && !isLikened(credit),
  refused: () => true,
  paid: isReversal,
};

function decidePaid({ attempt, payment, debits, credits, mayReturn }: About): AttemptDecision {
  // The bank reported it as paid without a UTR, so the statement supplies it.
  if (payment !== null && ownUtrOf(payment) !== "" && attempt.lacksUtr)
    return { news: [{ line: payment, outcome: paymentOf(payment) }], marks: [mark(payment, "matched")] };
  const back = mayReturn ? credits[0] : undefined;
  const marks = [
    ...(payment === null ? [] : [mark(payment, "matched")]),
    ...debits.map((line) => suspend(line, "double_debit", TWICE)),
    ...credits.filter((line) => line !== back).map((line) => suspend(line, "unknown_credit", BACK_BEFORE)),
  ];
  if (back === undefined) return { news: [], marks };
  if (attempt.returned) return { news: [], marks: [...marks, mark(back, "matched")] };
  if (isLikened(back)) return { news: [], marks: [...marks, suspend(back, "ambiguous", LIKENED)] };
  if (isPlain(back) && back.utr === null && back.rule !== "by_hand")
    return { news: [], marks: [...marks, suspend(back, "ambiguous", NAMELESS)] };
  return { news: [{ line: back, outcome: returnOf(back) }], marks };
}

const TWICE = "the bank debited one reference more than once";
const LIKENED =
  "only the account's end or a word of the narration says that this may be the return of this payment, and the bank " +
  "has not said that the payment came back: match it by hand if the bank says so";
const NAMELESS =
  "the bank does not call this a return, and without a UTR the same money may be booked as a recharge";
const BACK_BEFORE = "the money of this payment had come back already";

function decideUnpaid(about: About, holdUntil: HoldUntil, wasStated: boolean): AttemptDecision {
  const { attempt, pairs, debits, credits } = about;
  const stray = credits.map((line) =>
    suspend(
      line,
      "return_without_payment",
      "money came back of a payment that is not known to have been made",
    ),
  );
  const [paid, ...more] = debits;
  if (paid === undefined) {
    const reversal = pairs.find(({ line }) => isReversal(line))?.line;
    const isRefusal = attempt.standing === "open" && reversal !== undefined && !wasStated;
    // The pair waits until the refusal is recorded.
    if (isRefusal) return { news: [{ line: reversal, outcome: refusalOf(reversal) }], marks: stray };
    return { news: [], marks: stray };
  }
  const twice = more.map((line) => suspend(line, "double_debit", TWICE));
  const until = attempt.standing === "refused" && paid.rule !== "by_hand" ? holdUntil(paid, attempt) : null;
  if (until !== null) {
    const detail = "the bank had refused this payment; a reversal is waited for";
    return {
      news: [],
      marks: [...twice, ...stray, { ...suspend(paid, "awaits_reversal", detail), heldUntil: until }],
    };
  }
  return { news: [{ line: paid, outcome: paymentOf(paid) }], marks: twice };
}

function mark(line: Line, state: "matched" | "paired"): Mark {
  return { line, state, heldUntil: null, fault: null };
}

/** Puts a line in suspense, with the reason. */
export function suspend(line: Line, kind: BreakKind, detail: string): Mark {
  return {
    line,
    state: "suspense",
    heldUntil: null,
    fault: { kind, detail, unexplainedPaise: line.amountPaise },
  };
}

/** Marks a payment of another amount than ordered, of which only the difference is unexplained. */
function suspendDiffering(line: Line, attempt: BookedAttempt): Mark {
  const mark = suspend(line, "amount_differs", differs(line, attempt));
  const difference = line.amountPaise - attempt.amountPaise;
  return { ...mark, fault: { ...mark.fault!, unexplainedPaise: difference < 0n ? -difference : difference } };
}

function differs(line: Line, { amountPaise }: BookedAttempt): string {
  return `the line says ${formatRupeesIndian(line.amountPaise)}, the order ${formatRupeesIndian(amountPaise)}`;
}

const wordsOf = ({ code, day, narration }: Line) => ({
  code,
  text: `statement of ${day}: ${narration}`.slice(0, 500),
});

/** The UTR of a debit that names the payment. By another one, lines of something else could be tied to the payment. */
const ownUtrOf = ({ rule, utr }: Line): string =>
  rule === "by_hand" || rule === "likeness" ? "" : (utr ?? "");

function paymentOf(line: Line): Outcome {
  return { kind: "succeeded", ...wordsOf(line), utr: ownUtrOf(line), credited: false };
}

/** The reference of a return differs from the payment's, and is on the line. */
function returnOf(line: Line): Outcome {
  return { kind: "returned", ...wordsOf(line), utr: "", reason: line.reason ?? "RETURNED_FROM_BENEFICIARY" };
}

function refusalOf(line: Line): Outcome {
  return { kind: "failed", ...wordsOf(line), reason: line.reason ?? "BANK_GATEWAY_ERROR", otherBank: false };
}
