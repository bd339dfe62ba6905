/**
 * Chooses the course of a payment: from a script, or else from payee and amount, and from the dice of the bank's
 * behaviour.
 */
import type { Bank } from "./banks.ts";
import { familyOf } from "./codes.ts";
import { ANSWER, divert, refusalOf } from "./course.ts";
import type { Course, Wire } from "./course.ts";
import { magicMishaps } from "./magic.ts";
import { type Manner, oddsFor } from "./manner.ts";
import type { Mishap } from "./mishap.ts";
import type { Account, Instruction } from "./payment.ts";
import { chanceOf, drawLatencyMs } from "./seed.ts";
import type { Chance } from "./seed.ts";
import type { World } from "./world.ts";

export interface Circumstances {
  readonly bank: Bank;
  readonly ask: Instruction;
  readonly account: Account;
  readonly manner: Manner;
  readonly now: number;
}

/** Returns the usual course, changed as the payee, the amount and the seed require. */
export function chooseCourse(world: World, usual: Course, at: Circumstances): Course {
  const { bank, ask, manner, account, now } = at;
  const isOthers =
    account.tokenRequestorId !== undefined && ask.tokenRequestorId !== account.tokenRequestorId;
  const refusal =
    refusalOf(bank, ask) ?? (ask.rail === "CARD" && isOthers && !ask.fromDirectory ? "H13" : undefined);
  if (refusal !== undefined) return divert(usual, { kind: "fail", code: refusal }, ask.rail);
  const course = divertAll(usual, magicMishaps(ask.payee, ask.amountPaise, familyOf(ask.rail)), at);
  const mishaps = oddsFor(manner, { operation: "pay", rail: ask.rail, now });
  if (manner.latency === undefined && mishaps.length === 0 && manner.callbacks === undefined) return course;
  const key = `${bank.id}/${ask.reference}`;
  const chance = chanceOf(world.seed, key, world.retries.get(key) ?? 0);
  const rolled = mishaps.find((option) => chance() < option.chance)?.mishap ?? [];
  const diverted = divertAll(course, [...rolled, ...callbackMishaps(manner, chance)], at);
  // A bank that does not record this attempt rolls the dice again at the next one.
  if (!diverted.recorded) world.retries.set(key, (world.retries.get(key) ?? 0) + 1);
  return diverted.wire === ANSWER ? { ...diverted, wire: latencyOf(manner, chance) } : diverted;
}

/** Returns an answer that is as slow as the bank's answers. */
export function latencyOf({ latency }: Manner, chance: Chance): Wire {
  if (latency === undefined) return ANSWER;
  return { kind: "answer", delayMs: typeof latency === "number" ? latency : drawLatencyMs(chance, latency) };
}

/** Says why no instruction is accepted at all now: maintenance, or too many requests; undefined if it is. */
export function closureOf({ account, manner, now }: Circumstances): Mishap | undefined {
  if (isClosed(manner, now)) return { kind: "maintenance", html: manner.maintenance?.html === true };
  const { ratePerSecond } = manner;
  return ratePerSecond !== undefined && !takeTurn(account, ratePerSecond)
    ? { kind: "rate-limit" }
    : undefined;
}

/** True if the account's time is inside the bank's maintenance window. */
export function isClosed({ maintenance }: Manner, now: number): boolean {
  if (maintenance === undefined) return false;
  return now >= Date.parse(maintenance.from) && now < Date.parse(maintenance.until);
}

export function divertAll(course: Course, mishaps: readonly Mishap[], { ask }: Circumstances): Course {
  return mishaps.reduce((diverted, mishap) => divert(diverted, mishap, ask.rail), course);
}

function callbackMishaps({ callbacks }: Manner, chance: Chance): Mishap[] {
  if (callbacks === undefined) return [];
  const options = [
    ["callback-duplicate", callbacks.duplicateChance],
    ["callback-reordered", callbacks.reorderChance],
    ["callback-missing", callbacks.missingChance],
    ["callback-early", callbacks.earlyChance],
    ["callback-forged", callbacks.forgedChance],
  ] as const;
  return options.filter(([, odds]) => chance() < (odds ?? 0)).map(([kind]) => ({ kind }));
}

const turns = new WeakMap<Account, { second: number; taken: number }>();

/** Counts in seconds of the machine, because a rate is about real traffic, not about the account's clock. */
function takeTurn(account: Account, ratePerSecond: number): boolean {
  const second = Math.floor(Date.now() / 1_000);
  let turn = turns.get(account);
  if (turn?.second !== second) turns.set(account, (turn = { second, taken: 0 }));
  turn.taken += 1;
  return turn.taken <= ratePerSecond;
}
