/** The bank's answer to an enquiry about a reference. */
import type { Bank } from "./banks.ts";
import { questionCourse } from "./question-course.ts";
import { answerTwisted, refuse } from "./reply.ts";
import type { Reply } from "./reply.ts";
import type { World } from "./world.ts";

/** Never changes the books. */
export function enquirePayment(world: World, bank: Bank, reference: string): Reply {
  const payment = world.books.find(bank.id, reference);
  const course = questionCourse(world, { bank, reference, payment, operation: "enquire" });
  if (course.wire.kind === "maintenance") return refuse({ reference }, "H05", course.wire);
  if (course.wire.kind === "rate-limit") return refuse({ reference }, "H08", course.wire);
  if (payment === undefined) {
    const code = world.books.isRefused(bank.id, reference) ? "H06" : "NOT_FOUND";
    return refuse({ reference }, code, course.wire);
  }
  const now = world.clocks.of(payment.account.number).now();
  const hidden = payment.oddity !== undefined && now < payment.oddity.notFoundUntil;
  if (hidden || !course.recorded) return refuse({ reference }, "NOT_FOUND", course.wire);
  const shown = payment.oddity?.shown;
  return answerTwisted(shown !== undefined && now < shown.until ? { ...payment, ...shown } : payment, course);
}
