/**
 * Chooses the answer to an enquiry or a void: from a script, or else from the bank's behaviour towards the payment's
 * account.
 */
import type { Bank } from "./banks.ts";
import { isClosed, latencyOf } from "./choose-course.ts";
import { ANSWER, divert, usualCourse } from "./course.ts";
import type { Course } from "./course.ts";
import { oddsFor } from "./manner.ts";
import type { Mishap } from "./mishap.ts";
import type { Payment } from "./payment.ts";
import { chanceOf } from "./seed.ts";
import type { World } from "./world.ts";

export interface Question {
  readonly bank: Bank;
  readonly reference: string;
  /** Undefined if the bank does not know the reference. */
  readonly payment: Payment | undefined;
  readonly operation: "enquire" | "void";
}

/** Only the way of answering matters in the course; the payment does not change. */
export function questionCourse(world: World, question: Question): Course {
  const { bank, reference, payment, operation } = question;
  const rail = payment?.rail ?? "IMPS";
  const usual: Course = { ...usualCourse(rail, {}), wire: ANSWER };
  const follow = (mishaps: readonly Mishap[]): Course =>
    mishaps.reduce((course, mishap) => divert(course, mishap, rail), usual);
  const debitAccount = payment?.account.number;
  const about = { operation, bankId: bank.id, debitAccount, reference };
  const scripted = world.scripts.take({ ...about, amountPaise: payment?.amountPaise, rail: payment?.rail });
  if (scripted !== undefined) return follow(scripted);
  if (payment === undefined) return usual;

  const manner = world.manners.of(bank, payment.account);
  const now = world.clocks.of(payment.account.number).now();
  if (isClosed(manner, now)) {
    return follow([{ kind: "maintenance", html: manner.maintenance?.html === true }]);
  }
  const mishaps = oddsFor(manner, { operation, rail, now });
  if (mishaps.length === 0 && manner.latency === undefined) return usual;
  // The dice are rolled again each time the bank is asked.
  const key = `${operation} ${bank.id}/${reference}`;
  const times = (world.retries.get(key) ?? 0) + 1;
  world.retries.set(key, times);
  const chance = chanceOf(world.seed, key, times);
  const course = follow(mishaps.find((option) => chance() < option.chance)?.mishap ?? []);
  return course.wire === ANSWER ? { ...course, wire: latencyOf(manner, chance) } : course;
}
