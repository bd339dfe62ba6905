/** What a bank says, before it is known how the words travel. */
import { textOfCode } from "./codes.ts";
import { ANSWER } from "./course.ts";
import type { Course, Wire } from "./course.ts";
import { formatRupees } from "./money.ts";
import type { Instruction, Payment } from "./payment.ts";
import { tailOf } from "./payment.ts";

export interface Reply {
  readonly httpStatus: number;
  readonly body: string;
  /** Default JSON. */
  readonly contentType?: string;
  readonly wire: Wire;
  /** For the request log: the status and code that were said. */
  readonly said: string;
  /** The answer waits for this: a callback that must arrive before it. */
  readonly after?: Promise<unknown>;
}

/** A payment as the bank tells it, in answers and callbacks alike. */
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

/** The answer that tells a payment as it stands. */
export function answerPayment(payment: Payment, wire: Wire = ANSWER): Reply {
  return speak(200, describePayment(payment), wire);
}

/** The answer to an instruction, with whatever its course makes wrong in it. */
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
 * A no that is not about a payment's fate: nothing was taken, or the reference was used before. Tells what it
 * knows.
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

/** Any words as an answer. */
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
