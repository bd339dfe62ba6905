/** A bank reads an instruction: it chooses the payment's course, posts it to the books, and says how to answer. */
import type { Bank } from "./banks.ts";
import { chooseCourse, closureOf, divertAll } from "./choose-course.ts";
import type { Circumstances } from "./choose-course.ts";
import { familyOf } from "./codes.ts";
import { divert, usualCourse } from "./course.ts";
import type { Course, Later } from "./course.ts";
import type { Instruction, Payment, Step } from "./payment.ts";
import { answerPayment, answerTwisted, refuse } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { scheduleSteps } from "./take-step.ts";
import type { World } from "./world.ts";

const HALF_HOUR_MS = 1_800_000;

/** Pays or refuses. The books change before this returns, even if the answer is lost on its way. */
export function payInstruction(world: World, bank: Bank, ask: Instruction): Reply {
  const account = world.books.accountOf(bank.id, ask.debitAccount);
  const manner = world.manners.of(bank, account);
  const now = world.clocks.of(account.number).now();
  const at: Circumstances = { bank, ask, account, manner, now };

  const scripted = world.scripts.take({ operation: "pay", bankId: bank.id, ...ask });
  const closure = closureOf(at);
  const usual = usualCourse(ask.rail, manner);
  const course = divertAll(usual, closure === undefined ? (scripted ?? []) : [closure], at);
  if (course.wire.kind === "maintenance") return refuse(ask, "H05", course.wire);
  if (course.wire.kind === "rate-limit") return refuse(ask, "H08", course.wire);

  if (world.books.isRefused(bank.id, ask.reference)) return refuse(ask, "H06", course.wire);
  const existing = world.books.find(bank.id, ask.reference);
  if (existing !== undefined && bank.repeats !== "pays-again") {
    const answered = bank.repeats === "same-answer" && isSame(world, existing, ask);
    return answered ? answerPayment(existing, course.wire) : refuse(ask, "94", course.wire);
  }
  return followCourse(world, at, scripted === undefined ? chooseCourse(world, usual, at) : course);
}

function followCourse(world: World, at: Circumstances, asked: Course): Reply {
  const { bank, ask, account, manner, now } = at;
  const short = asked.posting !== "none" && account.balancePaise < ask.amountPaise;
  const code = { imps: "51", upi: "Z9", batch: "H19", other: "H19" }[familyOf(ask.rail)];
  const course = short ? divert(asked, { kind: "fail", code }, ask.rail) : asked;
  if (!course.recorded) return refuse(ask, "H05", course.wire);

  const payment = postPayment(world, at, course);
  const steps = course.later.map((later) => planStep(later, now));
  if (steps.length > 0) {
    world.journal.write(() => ({ r: "steps", bankId: bank.id, reference: ask.reference, steps }));
    scheduleSteps(world, payment, steps);
  }
  if (course.callbacks.length > 0) world.callbacks.follow(payment, course.callbacks);
  const reply = answerTwisted(payment, course);
  if (course.callbacks.includes("callback-early")) {
    return { ...reply, after: world.callbacks.tellPayment(payment, "payment.updated") };
  }
  if (manner.callbacks?.always === true) void world.callbacks.tellPayment(payment, "payment.updated");
  return reply;
}

/** Adds the payment (a repeated one is kept and paid again) and its first entries to the books. */
function postPayment(world: World, at: Circumstances, course: Course): Payment {
  const { bank, ask, account, now } = at;
  const { status, code, credited, posting } = course;
  const utr = posting === "none" ? "" : world.nextUtr(bank.id, ask.rail, now);
  const existing = world.books.find(bank.id, ask.reference);
  const payment = existing ?? makePayment(at, course, utr);
  if (existing === undefined) world.books.add(payment);
  else world.books.setState(existing, { status, code, utr, credited, at: now });

  if (posting === "none") return payment;
  const { amountPaise } = ask;
  world.books.post({ kind: "debit", account, payment, amountPaise, utr, at: now });
  if (posting === "twice") {
    const second = world.nextUtr(bank.id, ask.rail, now);
    world.books.post({ kind: "debit", account, payment, amountPaise, utr: second, at: now });
  }
  if (posting === "reversed") {
    const kind = status === "RETURNED" ? "return" : "reversal";
    world.books.post({ kind, account, payment, amountPaise, utr, at: now, code });
  }
  return payment;
}

function makePayment({ ask, account, now }: Circumstances, course: Course, utr: string): Payment {
  const { status, code, credited, notFoundLagMs, statusLagMs } = course;
  const lags = notFoundLagMs > 0 || statusLagMs > 0;
  return {
    account,
    reference: ask.reference,
    rail: ask.rail,
    amountPaise: ask.amountPaise,
    payee: ask.payee,
    payeeName: ask.payeeName,
    ifsc: ask.ifsc,
    ...(ask.notes === undefined ? {} : { notes: ask.notes }),
    at: now,
    status,
    code,
    utr,
    credited,
    netPaise: 0n,
    oddity: lags ? { notFoundUntil: now + notFoundLagMs, statusLagMs, shown: undefined } : undefined,
  };
}

function planStep({ from, afterMs, event, code }: Later, now: number): Step {
  const start = from === "batch" ? (Math.floor(now / HALF_HOUR_MS) + 1) * HALF_HOUR_MS : now;
  return { dueAt: start + afterMs, event, ...(code === undefined ? {} : { code }) };
}

function isSame({ journal }: World, payment: Payment, ask: Instruction): boolean {
  const { payee, payeeMark } = payment;
  return (
    payment.amountPaise === ask.amountPaise &&
    (payeeMark === undefined ? payee === ask.payee : payeeMark === journal.markOf(ask.payee)) &&
    payment.rail === ask.rail &&
    payment.account.number === ask.debitAccount
  );
}
