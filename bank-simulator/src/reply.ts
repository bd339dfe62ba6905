/** A bank's answer, before it is known how it is sent. */
import { textOfCode } from "./codes.ts";
import { ANSWER } from "./course.ts";
import type { Course, Wire } from "./course.ts";
import { formatRupees } from "./money.ts";
import type { Instruction, Payment } from "./payment.ts";
import { tailOf } from "./payment.ts";

export interface Reply {
  readonly httpStatus: number;
  readonly body: string;
  /** The default is JSON. */
  readonly contentType?: string;
  readonly wire: Wire;
  /** The status and code of the answer, for the request log. */
  readonly said: string;
  /** The answer waits for this: a callback that must arrive first. */
  readonly after?: Promise<unknown>;
}

/** A payment as the bank describes it, in answers as well as callbacks. */
export interface PaymentWords {
  reference: string;
  status: string;
  code: string;
  message: string;
  utr: string;
  amount: string;
  credited: boolean;
  accountTail: string;
  rail: string;
}

export function describePayment(payment: Payment): PaymentWords {
  return {
    reference: payment.reference,
    status: payment.status,
    code: payment.code,
    message: textOfCode(payment.code),
    utr: payment.utr,
    amount: formatRupees(payment.amountPaise),
    credited: payment.credited,
    accountTail: tailOf(payment.payee),
    rail: payment.rail,
  };
}

/** Returns the answer that describes a payment as it is. */
export function answerPayment(payment: Payment, wire: Wire = ANSWER): Reply {
  return speak(200, describePayment(payment), wire);
}

/** Returns the answer to an instruction, with the faults that its course adds. */
export function answerTwisted(payment: Payment, course: Course): Reply {
  const words = describePayment(payment);
  if (course.shownCode !== undefined) {
    words.code = course.shownCode;
    words.message = textOfCode(course.shownCode);
  }
  if (course.twist === "amount") words.amount = formatRupees(payment.amountPaise + 100n);
  if (course.twist === "reference") words.reference = withOtherEnd(payment.reference);
  if (course.twist === "account") words.accountTail = withOtherEnd(words.accountTail);
  if (course.twist === "duplicate") {
    Object.assign(words, {
      status: "DUPLICATE",
      code: "94",
      message: textOfCode("94"),
      utr: "",
      credited: false,
    });
  }
  return speak(200, words, course.wire);
}

type Asked = Pick<Instruction, "reference"> & Partial<Pick<Instruction, "amountPaise" | "payee" | "rail">>;

/**
 * A refusal that says nothing about a payment's outcome: nothing was taken, or the reference was used before. It
 * contains what is known.
 */
export function refuse(ask: Asked, code: string, wire: Wire = ANSWER): Reply {
  const status = code === "94" ? "DUPLICATE" : code === "NOT_FOUND" ? "NOT_FOUND" : "FAILED";
  const words = {
    reference: ask.reference,
    status,
    code,
    message: textOfCode(code),
    utr: "",
    credited: false,
  };
  const { amountPaise, payee, rail } = ask;
  const known = {
    ...(amountPaise === undefined ? {} : { amount: formatRupees(amountPaise) }),
    ...(payee === undefined ? {} : { accountTail: tailOf(payee) }),
    ...(rail === undefined ? {} : { rail }),
  };
  return speak(HTTP_STATUS[code] ?? 200, { ...words, ...known }, wire);
}

const HTTP_STATUS: Readonly<Record<string, number>> = { H01: 400, H07: 401, H08: 429, NOT_FOUND: 404 };

/** Returns an answer with any JSON. */
export function speak(
  httpStatus: number,
  words: { status: string; code: string },
  wire: Wire = ANSWER,
): Reply {
  return { httpStatus, body: JSON.stringify(words), wire, said: `${words.status} ${words.code}` };
}

function withOtherEnd(text: string): string {
  return text.slice(0, -1) + (text.endsWith("X") ? "Y" : "X");
}
