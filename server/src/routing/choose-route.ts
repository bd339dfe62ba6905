/**
 * Chooses rail and bank of one transfer from facts alone: the same facts give the same route and explanation.
 */
import {
  CALENDARS,
  type FailureReason,
  type Instrument,
  instrumentOf,
  isOpen,
  limits,
  nextOpening,
  type Rail,
  railsOf,
} from "#rails";
import type {
  BankFacts,
  Candidate,
  Explanation,
  NoRoute,
  PayeeFacts,
  Route,
  RouteFacts,
  SkipReason,
} from "./facts.ts";

/** Raise it whenever the same facts would be decided differently, so that old explanations stay true. */
const RULES_VERSION = 1;

/**
 * The first rail in the mode's order, and on it the first bank in the declared order, that may carry the
 * transfer now; or why none may. Never a bank that was tried, never outside the limits of rail or bank.
 */
export function chooseRoute(facts: RouteFacts): Route | NoRoute {
  const rails = railsOf(facts.mode, facts.amountPaise);
  const rule = `${facts.mode}:${rails.join(">")}@${RULES_VERSION}`;
  const candidates: Candidate[] = [];
  for (const rail of rails) {
    const railSkip = skipOfRail(rail, facts);
    for (const bank of banksInOrder(rail, facts)) {
      const skipped = railSkip ?? skipOfBank(bank, rail, facts) ?? skipOfMoment(bank, rail, facts);
      candidates.push({ rail, bankId: bank.bankId, skipped });
      if (skipped !== null) continue;
      const chosen = { rail, bankId: bank.bankId };
      return { kind: "route", ...chosen, explanation: { rule, candidates, chosen } };
    }
  }
  return noRoute(facts, { rule, candidates, chosen: null });
}

/** Banks of a rail: those the first fitting row of the order table names, then the others as listed. */
function banksInOrder(rail: Rail, { banks, order = [], amountPaise }: RouteFacts): BankFacts[] {
  const row = order.find(
    (entry) => entry.rail === rail && (entry.uptoPaise === null || amountPaise <= entry.uptoPaise),
  );
  const place = ({ bankId }: BankFacts): number => {
    const index = row?.bankIds.indexOf(bankId) ?? -1;
    return index === -1 ? Number.MAX_SAFE_INTEGER : index;
  };
  return banks.toSorted((a, b) => place(a) - place(b));
}

/** What forbids a rail for this transfer whatever the bank. */
function skipOfRail(rail: Rail, { amountPaise, now, payee }: RouteFacts): SkipReason | null {
  const { minPaise, maxPaise } = limits(rail, now);
  if (amountPaise < minPaise) return "amount_below_rail_minimum";
  if (amountPaise > maxPaise) return "amount_above_rail_maximum";
  if (!hasInstrument(payee, instrumentOf(rail))) return "payee_lacks_instrument";
  return payee.railsRefused?.includes(rail) === true ? "payee_bank_lacks_rail" : null;
}

function hasInstrument(payee: PayeeFacts, instrument: Instrument): boolean {
  switch (instrument) {
    case "account":
      return payee.hasAccount;
    case "vpa":
      return payee.hasVpa;
    case "phone":
      return payee.hasPhone;
    case "card":
      return payee.hasCard;
    default: {
      const never: never = instrument;
      return never;
    }
  }
}

/** What forbids a bank for this transfer at any hour. */
function skipOfBank(bank: BankFacts, rail: Rail, facts: RouteFacts): SkipReason | null {
  const { fundSource, amountPaise, banksTried } = facts;
  if (fundSource.bankId !== null && fundSource.bankId !== bank.bankId) return "not_the_banks_money";
  if (!bank.rails.includes(rail)) return "rail_not_offered";
  if (!bank.enabled) return "bank_disabled";
  const maxPaise = bank.maxPaise?.[rail];
  if (maxPaise !== undefined && amountPaise > maxPaise) return "amount_above_bank_maximum";
  return banksTried.includes(bank.bankId) ? "already_tried" : null;
}

/** What forbids it only for now. */
function skipOfMoment(bank: BankFacts, rail: Rail, facts: RouteFacts): SkipReason | null {
  const { now, payee, calendar = CALENDARS.working_days } = facts;
  if (bank.railsDown?.includes(rail) === true) return "bank_down";
  if (payee.railsDown?.includes(rail) === true) return "payee_bank_down";
  return isOpen(rail, now, calendar) ? null : "rail_closed";
}

function noRoute(facts: RouteFacts, explanation: Explanation): NoRoute {
  const skips = new Set(explanation.candidates.map(({ skipped }) => skipped));
  const opening = firstOpening(facts, explanation.candidates);
  if (skips.has("bank_down") || skips.has("payee_bank_down")) {
    return { kind: "down", opensAt: opening?.opensAt ?? null, explanation };
  }
  if (opening !== null) return { kind: "closed", ...opening, explanation };
  if (skips.has("already_tried")) return { kind: "exhausted", explanation };
  return { kind: "impossible", reason: reasonOf(facts, skips), explanation };
}

/** The earliest opening among rails that only their hours hold back; of equals the mode's first. */
function firstOpening(
  facts: RouteFacts,
  candidates: readonly Candidate[],
): { rail: Rail; opensAt: Date } | null {
  const closed = candidates.filter(({ skipped }) => skipped === "rail_closed");
  const openings = closed.map(({ rail }) => ({
    rail,
    opensAt: nextOpening(rail, facts.now, facts.calendar),
  }));
  return openings.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())[0] ?? null;
}

/** The contract's word when no waiting helps: the payee's fault, else the amount's, else ours. */
function reasonOf({ mode }: RouteFacts, skips: ReadonlySet<SkipReason | null>): FailureReason {
  if (skips.has("payee_lacks_instrument")) return "BENEFICIARY_INVALID_MODE";
  if (skips.has("payee_bank_lacks_rail")) return "INVALID_MODE_FAIL";
  const beyondRail = skips.has("amount_above_rail_maximum") || skips.has("amount_below_rail_minimum");
  if (mode === "amazonpay" && skips.has("amount_above_rail_maximum")) return "AMAZON_AMOUNT_EXCEED";
  if (beyondRail && mode === "rtgs") return "RTGS_MODE_FAIL";
  if (beyondRail && mode === "imps") return "IMPS_MODE_FAIL";
  if (beyondRail || skips.has("amount_above_bank_maximum")) return "INVALID_TRANSFER_AMOUNT";
  return "DISABLED_MODE";
}
