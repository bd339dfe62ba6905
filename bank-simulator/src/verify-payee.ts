/** A bank is asked who holds an account, VPA or phone number. No money moves. */
import type { Bank } from "./banks.ts";
import { isClosed, latencyOf } from "./choose-course.ts";
import { textOfCode } from "./codes.ts";
import { ANSWER, divert, usualCourse } from "./course.ts";
import type { Course } from "./course.ts";
import { scenarioOf } from "./magic.ts";
import { oddsFor } from "./manner.ts";
import type { Mishap } from "./mishap.ts";
import { nameOfPayee, vpaOfPhone } from "./payee-names.ts";
import { tailOf } from "./payment.ts";
import type { VerificationAsk } from "./read-verification.ts";
import { refuse, speak } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { chanceOf } from "./seed.ts";
import type { World } from "./world.ts";

/** Scenarios in which there is no holder, by the kind of question; a phone is looked up by its VPA. */
export const INVALID: Readonly<Record<string, { account?: string; vpa?: string }>> = {
  "no-account": { account: "M1", vpa: "XI" },
  closed: { account: "M5", vpa: "ZY" },
  blocked: { account: "M3", vpa: "YF" },
  nre: { account: "M4" },
  "bad-ifsc": { account: "92" },
  "bad-vpa": { vpa: "ZH" },
};
export const UNAVAILABLE: Readonly<Record<string, string>> = { "bank-offline": "H18", "npci-down": "H17" };
/** The holder's name in the scenario in which it is not the payee's. */
export const STRANGER = "KISHAN LAL BAIRWA";

/** Answers one question; a repeated reference is answered again. */
export function verifyPayee(world: World, bank: Bank, ask: VerificationAsk): Reply {
  const course = verificationCourse(world, bank, ask);
  if (course.wire.kind === "maintenance") return refuse(ask, "H05", course.wire);
  if (course.wire.kind === "rate-limit") return refuse(ask, "H08", course.wire);
  if (!bank.verifies.includes(ask.kind)) return refuse(ask, "H02", course.wire);
  const vpa = ask.kind === "vpa" ? ask.payee : ask.kind === "phone" ? vpaOfPhone(ask.payee) : "";
  const { status, code } = vpa === undefined ? { status: "INVALID", code: "H21" } : judge(ask, vpa);
  const isValid = status === "VALID";
  const words = {
    reference: course.twist === "reference" ? `${ask.reference.slice(0, -1)}~` : ask.reference,
    status,
    code: course.shownCode ?? code,
    message: textOfCode(course.shownCode ?? code),
    name: isValid ? nameAt(ask.kind === "account" ? ask.payee : vpa!) : "",
    vpa: isValid ? vpa! : "",
    utr: isValid ? utrOf(bank, ask.reference) : "",
    amount: "0.00",
    accountTail: course.twist === "account" ? "~~~~" : tailOf(ask.payee),
  };
  return speak(200, words, course.wire);
}

function judge(ask: VerificationAsk, vpa: string): { status: string; code: string } {
  const scenario = scenarioOf(ask.kind === "account" ? ask.payee : vpa)?.id ?? "";
  const unavailable = UNAVAILABLE[scenario];
  if (unavailable !== undefined) return { status: "UNAVAILABLE", code: unavailable };
  const code = INVALID[scenario]?.[ask.kind === "account" ? "account" : "vpa"];
  if (code !== undefined) return { status: "INVALID", code };
  if (ask.kind === "account" && !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ask.ifsc))
    return { status: "INVALID", code: "92" };
  return { status: "VALID", code: "00" };
}

const nameAt = (payee: string): string =>
  scenarioOf(payee)?.id === "name-differs" ? STRANGER : nameOfPayee(payee);

/**
 * Only the way of answering matters in the course: it comes from a script, or else from the bank's behaviour, or from a
 * magic value.
 */
function verificationCourse(world: World, bank: Bank, ask: VerificationAsk): Course {
  const usual: Course = { ...usualCourse("IMPS", {}), wire: ANSWER };
  const follow = (mishaps: readonly Mishap[]): Course =>
    mishaps.reduce((course, mishap) => divert(course, mishap, "IMPS"), usual);
  const { debitAccount, reference } = ask;
  const account = world.books.accountOf(bank.id, debitAccount);
  const manner = world.manners.of(bank, account);
  const about = { operation: "verify", bankId: bank.id, debitAccount, reference } as const;
  const scripted = world.scripts.take({ ...about, amountPaise: undefined, rail: undefined });
  if (scripted !== undefined) return follow(scripted);
  const now = world.clocks.of(debitAccount).now();
  if (isClosed(manner, now)) {
    return follow([{ kind: "maintenance", html: manner.maintenance?.html === true }]);
  }
  const chance = chanceOf(world.seed, "verify", bank.id, reference);
  const options = oddsFor(manner, { operation: "verify", now });
  const rolled = options.find((option) => chance() < option.chance)?.mishap;
  const course = follow(rolled ?? scenarioOf(vpaOrAccount(ask))?.mishaps ?? []);
  return course.wire === ANSWER ? { ...course, wire: latencyOf(manner, chance) } : course;
}

const vpaOrAccount = ({ kind, payee }: VerificationAsk): string =>
  kind === "phone" ? (vpaOfPhone(payee) ?? "") : payee;

/** Returns twelve digits, as the scheme numbers its lookups. */
function utrOf(bank: Bank, reference: string): string {
  const chance = chanceOf("lookup", bank.id, reference);
  return String(Math.floor(chance() * 1e12)).padStart(12, "0");
}
