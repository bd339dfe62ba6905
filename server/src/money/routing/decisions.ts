/** Decisions about routes: recorded, read and repeated. */
import { hash } from "node:crypto";
import type { Tx } from "#lib/db";
import { defineRow, inserting, jsonb, nullable, text, timestamptz, uuid, writeRows } from "#lib/rows";
import type { Rail } from "#rails";
import { chooseRoute, RULES_VERSION } from "./choose-route.ts";
import type { Candidate, RouteExplanation, GivenPolicies, NoRoute, Route } from "./facts.ts";
import { factsOf, type Moment } from "./given.ts";

// Each decision has a key. Equal explanations have equal keys, so that each is stored once.

/**
 * Makes a UUID (version 8, from a hash) of the explanation's text; the same on every machine and at any time.
 */
export function decisionKey(explanation: RouteExplanation): string {
  return keyOfText(decisionText(explanation));
}

function keyOfText(text: string): string {
  const digest = hash("sha256", text, "hex");
  const variant = "89ab"[Number.parseInt(digest[16]!, 16) & 3]!;
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    variant + digest.slice(17, 20),
    digest.slice(20, 32),
  ].join("-");
}

/**
 * Returns the text of a new explanation, whose fields are already in order. Every payment runs this code, and
 * sorting the fields would cost more than the choice itself.
 */
export function freshText(explanation: RouteExplanation): string {
  return JSON.stringify(explanation);
}

/** Returns the explanation as JSON with its fields in a fixed order, regardless of the object's order. */
export function decisionText(explanation: RouteExplanation): string {
  const { rule, policyVersion, snapshotNo, given, candidates, chosen } = explanation;
  return JSON.stringify({
    rule,
    policyVersion,
    snapshotNo,
    given: { ...inOrder(given, GIVEN), banks: given.banks.map(bankInOrder) },
    candidates: candidates.map((candidate) => inOrder(candidate, CANDIDATE)),
    chosen: chosen === null ? null : { rail: chosen.rail, bankId: chosen.bankId },
  });
}

const GIVEN: readonly (keyof GivenPolicies)[] = [
  "mode",
  "payee",
  "payeeRefuses",
  "payeeDown",
  "payeeCodes",
  "banks",
  "tried",
  "heldAt",
  "calendar",
  "full",
  "bucket",
];
const CANDIDATE: readonly (keyof Candidate)[] = [
  "rail",
  "bankId",
  "skipped",
  "state",
  "failBp",
  "demoted",
  "share",
  "place",
  "cost",
];

const BANK: readonly (keyof GivenPolicies["banks"][number])[] = [
  "bankId",
  "rails",
  "enabled",
  "railsDown",
  "maxPaise",
];

function bankInOrder(bank: GivenPolicies["banks"][number]): object {
  const ceilings = Object.entries(bank.maxPaise).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...inOrder(bank, BANK), maxPaise: Object.fromEntries(ceilings) };
}

function inOrder<T extends object>(value: T, fields: readonly (keyof T)[]): Partial<T> {
  const ordered: Partial<T> = {};
  for (const field of fields) if (value[field] !== undefined) ordered[field] = value[field];
  return ordered;
}

/** Anything that carries an explanation: a route, or the lack of one. */
export interface RouteDecision {
  readonly explanation: RouteExplanation;
}

/**
 * Records the new decisions of a set of transfers and returns their IDs, in the order of the set. A decision
 * that is stored already is not stored again: thousands of transfers share a few rows.
 */
export async function recordDecisions(tx: Tx, decisions: readonly RouteDecision[]): Promise<string[]> {
  const { ids, recorded } = issueDecisions(tx, decisions);
  await recorded;
  return ids;
}

/** Does the same, but returns the IDs before the statement has finished. */
export function issueDecisions(
  tx: Tx,
  decisions: readonly RouteDecision[],
): { ids: string[]; recorded: Promise<unknown> } {
  const ids = decisions.map(({ explanation }) => keyOfText(freshText(explanation)));
  const rows = new Map(ids.map((decisionId, index) => [decisionId, rowOf(decisionId, decisions[index]!)]));
  // Sorted, so that two sets that insert the same rows cannot deadlock.
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const recorded = writeRows(
    tx,
    DECISIONS,
    sorted.map((row) => ({ ...row, createdAt: tx.now })),
  );
  return { ids, recorded };
}

const rowOf = (decisionId: string, { explanation }: RouteDecision) => ({
  decisionId,
  rail: explanation.chosen?.rail ?? null,
  bankId: explanation.chosen?.bankId ?? null,
  explanation,
});

const DECISION = defineRow("routing.decision", {
  decisionId: uuid,
  rail: nullable(text<Rail>()),
  bankId: nullable(text()),
  explanation: jsonb<RouteExplanation>(),
  createdAt: timestamptz,
});

/** A decision that is stored already is left as it is. */
export const DECISIONS = inserting(DECISION, { isExact: false });

/** Reads the explanations of stored decisions by their IDs. */
export async function readDecisions(
  tx: Tx,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, RouteExplanation>> {
  if (decisionIds.length === 0) return new Map();
  const rows = await tx.query<{ decisionId: string; explanation: RouteExplanation }>(READ, [
    tx.merchantId,
    decisionIds,
  ]);
  return new Map(rows.map(({ decisionId, explanation }) => [decisionId, explanation]));
}

const READ = `
  select decision_id as "decisionId", explanation
  from routing.decision
  where merchant_id = $1
    and decision_id = any ($2::uuid[])`;

/** A repeated decision. */
interface RoutingReplay {
  /** False if it was made by rules of another version, so that the result may differ. */
  readonly comparable: boolean;
  /** True if the result is exactly the same. */
  readonly same: boolean;
  readonly again: Route | NoRoute;
}

/**
 * Repeats a stored decision. With the policy and snapshot that it names, and its own amount and time, the
 * result is exactly the same; with another policy it is what that policy would have done. `bucket` decides
 * the share if the decision did not store it.
 */
export function replayDecision(
  explanation: RouteExplanation,
  moment: Moment,
  { bucket }: { bucket?: number } = {},
): RoutingReplay {
  const comparable = explanation.rule.endsWith(`@${RULES_VERSION}`);
  const facts = factsOf(explanation.given, moment);
  const again = chooseRoute(bucket === undefined ? facts : { ...facts, bucket });
  return {
    comparable,
    again,
    same: comparable && decisionKey(again.explanation) === decisionKey(explanation),
  };
}
