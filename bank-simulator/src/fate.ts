/** Mishaps of the payment itself, which the bank reports properly: another end, or an end at another time. */
import { DEEMED_CODES, RETURN_CODES, familyOf } from "./codes.ts";
import type { Course, Later } from "./course.ts";
import type { Mishap } from "./mishap.ts";
import type { Rail, StepEvent } from "./payment.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type Fate = Mishap & {
  kind:
    | "fail"
    | "pending"
    | "deemed"
    | "late-success"
    | "return"
    | "return-at-once"
    | "credit-later"
    | "credit-never";
};

/** Returns the changes that such a mishap makes to the course. */
export function fateOf(course: Course, mishap: Fate, rail: Rail): Partial<Course> {
  const family = familyOf(rail);
  const code = mishap.code ?? RETURN_CODES[family];
  const success = { posting: "debit", recorded: true, status: "SUCCESS", code: "00" } as const;
  switch (mishap.kind) {
    case "fail":
      return failure(course, mishap, rail);
    case "pending": {
      const then = mishap.then ?? "succeed";
      const event = then === "succeed" ? "complete" : then;
      const failing = mishap.code ?? declineOf(rail);
      const later =
        event === "never" ? [] : [step(mishap.afterMs ?? 5_000, event, event === "fail" ? failing : code)];
      return { posting: "debit", status: "PENDING", code: "H00", credited: false, later };
    }
    case "deemed": {
      const event = mishap.then === "return" ? "return" : "complete";
      const later = mishap.then === "never" ? [] : [step(mishap.afterMs ?? 24 * HOUR_MS, event, code)];
      const shown = DEEMED_CODES[family];
      // Payments on rails without the deemed-success rule simply stay pending.
      const status = shown === undefined ? "PENDING" : "DEEMED";
      return { posting: "debit", status, code: shown ?? "H00", credited: false, later };
    }
    case "late-success":
      return {
        posting: "none",
        status: "FAILED",
        code: mishap.code ?? declineOf(rail),
        credited: false,
        later: [step(mishap.afterMs ?? 10_000, "pay-late")],
      };
    case "return": {
      const from = course.later.some((later) => later.from === "batch") ? "batch" : "now";
      const back = { from, afterMs: mishap.afterMs ?? 5_000, event: "return", code } as const;
      return { credited: false, later: [...course.later.filter((later) => later.event !== "credit"), back] };
    }
    case "return-at-once":
      return { posting: "reversed", status: "RETURNED", code, credited: false, later: [] };
    case "credit-later":
      return { ...success, credited: false, later: [step(mishap.afterMs ?? 10_000, "credit")] };
    case "credit-never":
      return { ...success, credited: false, later: [] };
    default: {
      const never: never = mishap.kind;
      throw new Error(`unknown fate ${String(never)}`);
    }
  }
}

/** A refusal before the scheme leaves no entry; a decline by the beneficiary's bank leaves a debit and its reversal. */
function failure(course: Course, mishap: Fate, rail: Rail): Partial<Course> {
  const code = mishap.code ?? declineOf(rail);
  if (RETURNING.test(code)) {
    return fateOf(course, { kind: "return", code, afterMs: mishap.afterMs ?? 30 * MINUTE_MS }, rail);
  }
  const posting = BEFORE_SCHEME.test(code) ? "none" : "reversed";
  return { posting, recorded: true, status: "FAILED", code, credited: false, later: [] };
}

const RETURNING = /^((AC|AG|AM|BE|MD|MS|RC|RR)\d\d|FOCR|NARR|NOCM)$/;
const BEFORE_SCHEME = /^(H\d\d|51|92|Z9|ZH|ZE|U16|U02|U03)$/;

function declineOf(rail: Rail): string {
  const family = familyOf(rail);
  return family === "imps" ? "M1" : family === "upi" ? "XI" : "H14";
}

function step(afterMs: number, event: StepEvent, code?: string): Later {
  return { from: "now", afterMs, event, ...(code === undefined ? {} : { code }) };
}
