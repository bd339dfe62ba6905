/** Events that happen to a payment after it was answered: planned, or forced by a tester. */
import type { PaymentState } from "./books.ts";
import { RETURN_CODES, familyOf } from "./codes.ts";
import type { Payment, Status, Step, StepEvent } from "./payment.ts";
import type { World } from "./world.ts";

/** The statuses from which each event can happen; from any other, nothing changes. */
const POSSIBLE: Readonly<Record<StepEvent, readonly Status[]>> = {
  succeed: ["PENDING", "DEEMED"],
  complete: ["PENDING", "DEEMED"],
  credit: ["PENDING", "DEEMED", "SUCCESS"],
  fail: ["PENDING", "DEEMED"],
  return: ["PENDING", "DEEMED", "SUCCESS"],
  "pay-late": ["FAILED"],
};

/** Makes an event happen now; false if the payment's status does not allow it. */
export function takeStep(world: World, payment: Payment, step: Omit<Step, "dueAt">): boolean {
  if (!POSSIBLE[step.event].includes(payment.status)) return false;
  if (step.event === "credit" && payment.credited) return false;
  const { bankId } = payment.account;
  if (step.event === "pay-late" && world.books.isRefused(bankId, payment.reference)) return false;
  const at = world.clocks.of(payment.account.number).now();
  const before = payment.status;
  const state = moveMoney(world, payment, step, at);
  world.books.setState(payment, state);
  const confirmed = step.event === "credit" && before === "SUCCESS";
  const type =
    step.event === "return" ? "payment.returned" : confirmed ? "payment.credited" : "payment.updated";
  void world.callbacks.tellPayment(payment, type);
  return true;
}

/** Schedules events on the account's clock. */
export function scheduleSteps(world: World, payment: Payment, steps: readonly Step[]): void {
  const clock = world.clocks.of(payment.account.number);
  for (const step of steps) {
    clock.at(step.dueAt, () => {
      takeStep(world, payment, step);
      world.journal.flush();
    });
  }
}

function moveMoney(world: World, payment: Payment, step: Omit<Step, "dueAt">, at: number): PaymentState {
  const { account, rail, amountPaise, utr, netPaise } = payment;
  const { bankId } = account;
  switch (step.event) {
    case "succeed":
      return { status: "SUCCESS", code: "00", credited: false, at };
    case "complete":
    case "credit":
      return { status: "SUCCESS", code: "00", credited: true, at };
    case "pay-late": {
      const lateUtr = world.nextUtr(bankId, rail, at);
      world.books.post({ kind: "debit", account, payment, amountPaise, utr: lateUtr, at });
      return { status: "SUCCESS", code: "00", utr: lateUtr, credited: true, at };
    }
    case "fail": {
      const code = step.code ?? "H14";
      if (netPaise > 0n)
        world.books.post({ kind: "reversal", account, payment, amountPaise: netPaise, utr, at, code });
      return { status: "FAILED", code, credited: false, at };
    }
    case "return": {
      const backUtr = world.nextUtr(bankId, rail, at);
      const code = step.code ?? RETURN_CODES[familyOf(rail)];
      if (netPaise > 0n) {
        world.books.post({ kind: "return", account, payment, amountPaise: netPaise, utr: backUtr, at, code });
      }
      return { status: "RETURNED", code, credited: false, at };
    }
    default: {
      const never: never = step.event;
      throw new Error(`unknown event ${String(never)}`);
    }
  }
}
