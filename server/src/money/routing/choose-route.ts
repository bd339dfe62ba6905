/**
 * Chooses rail and bank of one transfer from facts alone: the same facts give the same route and explanation.
 * All candidates are examined, even after the chosen one, so that the explanation is complete.
 */
import { hash } from "node:crypto";
import { isLimited, type Places } from "#health";
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
  NoRoute,
  Route,
  RoutedPayee,
  RouteExplanation,
  RouteFacts,
  SkipReason,
} from "./facts.ts";
import { givenOf } from "./given.ts";
import { rankBanks, type Ranked, standOf } from "./rank-banks.ts";

/** Returns the skipped candidates before the chosen one, with reasons; all if none was chosen. */
export function passedOver({
  candidates,
}: RouteExplanation): readonly (Candidate & { readonly skipped: SkipReason })[] {
  const at = candidates.findIndex(({ skipped }) => skipped === null);
  const before = at === -1 ? candidates : candidates.slice(0, at);
  return before as readonly (Candidate & { readonly skipped: SkipReason })[];
}

/** Returns a transfer's hundredth, from 0 to 99, which depends only on its ID and so never changes. */
export function bucketOf(transferKey: string): number {
  return Number.parseInt(hash("sha256", transferKey, "hex").slice(0, 8), 16) % 100;
}

/** Returns the probed or recovering banks without a free place, by key, with the time of the next place. */
export function findFull(facts: RouteFacts, places: Places): ReadonlyMap<string, Date> {
  const full = new Map<string, Date>();
  if (facts.snapshot === undefined || facts.snapshot.entries.length === 0) return full;
  for (const rail of railsOf(facts.mode, facts.amountPaise)) {
    for (const { bankId } of facts.banks) {
      const standing = standOf(bankId, rail, facts);
      if (standing === null || !isLimited(standing)) continue;
      const nextAt = places.nextAt(standing);
      if (nextAt !== null) full.set(standing.key, nextAt);
    }
  }
  return full;
}

/** Raise it whenever the same facts would be decided differently, so that old explanations stay true. */
export const RULES_VERSION = 3;

/**
 * Chooses the first rail in the mode's order, and on it the first bank in the policy's order, that can carry
 * the transfer now; or explains why none can. Never chooses a bank that was tried or is down, and never
 * exceeds the limits of rail or bank. A rail on which the payee's bank is reported down comes last but is
 * allowed, because only that bank can say.
 */
export function chooseRoute(facts: RouteFacts): Route | NoRoute {
  const usual = railsOf(facts.mode, facts.amountPaise);
  const payeeDown = new Set(facts.payee.railsDown);
  const rails = [
    ...usual.filter((rail) => !payeeDown.has(rail)),
    ...usual.filter((rail) => payeeDown.has(rail)),
  ];
  const candidates: Candidate[] = [];
  let chosen: { rail: Rail; bankId: string } | null = null;
  let placeKey: string | null = null;
  let againAt: Date | null = null;
  for (const rail of rails) {
    const railSkip = skipOfRail(rail, facts);
    for (const ranked of rankBanks(rail, facts)) {
      const { bankId } = ranked.bank;
      const forbidden = railSkip ?? skipOfBank(ranked.bank, rail, facts) ?? skipOfMoment(ranked, rail, facts);
      const skipped =
        forbidden ?? (chosen === null ? null : payeeDown.has(rail) ? "payee_bank_down" : "came_later");
      candidates.push({ rail, bankId, skipped, ...ranked.numbers });
      if (skipped === null) {
        chosen = { rail, bankId };
        placeKey = placeOf(ranked);
      }
      againAt = earlier(againAt, againOf(ranked, skipped));
    }
  }
  const explanation: RouteExplanation = {
    rule: `${facts.mode}:${usual.join(">")}@${RULES_VERSION}`,
    policyVersion: facts.policyVersion ?? 0,
    snapshotNo: facts.snapshot?.snapshotNo ?? 0,
    given: givenOf(facts),
    candidates,
    chosen,
  };
  return chosen === null
    ? noRoute(facts, explanation, againAt)
    : { kind: "route", ...chosen, placeKey, explanation };
}

/** Returns the key of the place it takes. If none is left, a bank that was only degraded needs none. */
function placeOf({ standing, fullUntil }: Ranked): string | null {
  return standing !== null && isLimited(standing) && fullUntil === null ? standing.key : null;
}

/** Returns when a bank that was skipped because of its health can be tried again. */
function againOf({ standing, fullUntil }: Ranked, skipped: SkipReason | null): Date | null {
  if (skipped === "bank_without_place") return fullUntil;
  const isDown = skipped === "bank_down" || skipped === "bank_announced_down";
  return isDown && standing?.againAt != null ? new Date(standing.againAt) : null;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Returns why the rail cannot carry this transfer, whatever the bank; or null. */
function skipOfRail(rail: Rail, { amountPaise, now, payee }: RouteFacts): SkipReason | null {
  const { minPaise, maxPaise } = limits(rail, now);
  if (amountPaise < minPaise) return "amount_below_rail_minimum";
  if (amountPaise > maxPaise) return "amount_above_rail_maximum";
  if (!hasInstrument(payee, instrumentOf(rail))) return "payee_lacks_instrument";
  return payee.railsRefused?.includes(rail) === true ? "payee_bank_lacks_rail" : null;
}

function hasInstrument(payee: RoutedPayee, instrument: Instrument): boolean {
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

/** Returns why the bank cannot carry this transfer at any time; or null. */
function skipOfBank(bank: BankFacts, rail: Rail, facts: RouteFacts): SkipReason | null {
  const { fundSource, amountPaise, banksTried } = facts;
  if (fundSource.bankId !== null && fundSource.bankId !== bank.bankId) return "not_the_banks_money";
  if (!bank.rails.includes(rail)) return "rail_not_offered";
  if (!bank.enabled) return "bank_disabled";
  const maxPaise = bank.maxPaise?.[rail];
  if (maxPaise !== undefined && amountPaise > maxPaise) return "amount_above_bank_maximum";
  return banksTried.includes(bank.bankId) ? "already_tried" : null;
}

/** Returns why the bank cannot carry it just now; or null. */
function skipOfMoment(
  { bank, standing, fullUntil }: Ranked,
  rail: Rail,
  { now, calendar = CALENDARS.working_days }: RouteFacts,
): SkipReason | null {
  if (bank.railsDown?.includes(rail) === true) return "bank_down";
  if (standing?.state === "down") return standing.announced ? "bank_announced_down" : "bank_down";
  // A bank that was only degraded is put behind the others instead.
  if (fullUntil !== null && standing?.wasDown === true) return "bank_without_place";
  return isOpen(rail, now, calendar) ? null : "rail_closed";
}

const DOWN: readonly SkipReason[] = ["bank_down", "bank_announced_down", "bank_without_place"];

function noRoute(facts: RouteFacts, explanation: RouteExplanation, againAt: Date | null): NoRoute {
  const skips = new Set(explanation.candidates.map(({ skipped }) => skipped));
  const opening = firstOpening(facts, explanation.candidates);
  if (DOWN.some((reason) => skips.has(reason))) {
    return { kind: "down", opensAt: opening?.opensAt ?? null, againAt, explanation };
  }
  if (opening !== null) return { kind: "closed", ...opening, explanation };
  if (skips.has("already_tried")) return { kind: "exhausted", explanation };
  return { kind: "impossible", reason: reasonOf(facts, skips), explanation };
}

/** Returns the earliest opening of rails that are only closed now; among equals, the mode's first. */
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

/** Returns the contract's reason if waiting is no use: the payee's fault, else the amount's, else ours. */
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
