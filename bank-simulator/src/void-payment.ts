/** A bank is asked to void a reference. */
import type { Bank } from "./banks.ts";
import type { Payment } from "./payment.ts";
import { questionCourse } from "./question-course.ts";
import { answerTwisted, refuse } from "./reply.ts";
import type { Reply } from "./reply.ts";
import type { World } from "./world.ts";

/**
 * A reference that the bank does not know is refused forever; a pending payment is reversed; for others it is too late.
 */
export function voidPayment(world: World, bank: Bank, reference: string): Reply {
  const payment = world.books.find(bank.id, reference);
  const course = questionCourse(world, { bank, reference, payment, operation: "void" });
  const { wire } = course;
  if (wire.kind === "maintenance") return refuse({ reference }, "H05", wire);
  if (wire.kind === "rate-limit" || !course.recorded) return refuse({ reference }, "H08", wire);
  const voided = payment === undefined || payment.status === "PENDING" || payment.status === "FAILED";
  if (voided) {
    world.books.refuse(bank.id, reference);
    if (payment?.status === "PENDING") giveBack(world, payment);
  }
  const told = payment === undefined ? refuse({ reference }, "H06", wire) : answerTwisted(payment, course);
  return { ...told, body: JSON.stringify({ ...(JSON.parse(told.body) as object), voided }) };
}

function giveBack(world: World, payment: Payment): void {
  const { account, netPaise, utr } = payment;
  const at = world.clocks.of(account.number).now();
  const code = "H06";
  if (netPaise > 0n) {
    world.books.post({ kind: "reversal", account, payment, amountPaise: netPaise, utr, at, code });
  }
  world.books.setState(payment, { status: "FAILED", code, credited: false, at });
}
