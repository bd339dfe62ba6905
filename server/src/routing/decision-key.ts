/** The name of a decision: equal explanations have equal keys, so that each is stored once. */
import { hash } from "node:crypto";
import type { Candidate, Explanation, Given } from "./facts.ts";

/**
 * Makes a UUID (version 8, from a hash) of the explanation's text; the same on every machine and at any time.
 */
export function decisionKey(explanation: Explanation): string {
  return keyOfText(decisionText(explanation));
}

export function keyOfText(text: string): string {
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
export function freshText(explanation: Explanation): string {
  return JSON.stringify(explanation);
}

/** Returns the explanation as JSON with its fields in a fixed order, regardless of the object's order. */
export function decisionText(explanation: Explanation): string {
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

const GIVEN: readonly (keyof Given)[] = [
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

const BANK: readonly (keyof Given["banks"][number])[] = [
  "bankId",
  "rails",
  "enabled",
  "railsDown",
  "maxPaise",
];

function bankInOrder(bank: Given["banks"][number]): object {
  const ceilings = Object.entries(bank.maxPaise).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...inOrder(bank, BANK), maxPaise: Object.fromEntries(ceilings) };
}

function inOrder<T extends object>(value: T, fields: readonly (keyof T)[]): Partial<T> {
  const ordered: Partial<T> = {};
  for (const field of fields) if (value[field] !== undefined) ordered[field] = value[field];
  return ordered;
}
