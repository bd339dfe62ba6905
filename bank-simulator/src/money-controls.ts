/** Money that moves without a payment order: top-ups with a callback, and movements that only a statement shows. */
import { amountOf, type Ask, bankOf, ControlError, textOf } from "./ask.ts";
import { formatRupees } from "./money.ts";
import type { EntryKind } from "./payment.ts";
import type { World } from "./world.ts";

/** Books money that arrives, sends the callback, and answers after the callback was answered. */
export async function creditAccount(world: World, ask: Ask): Promise<object> {
  const bank = bankOf(ask["bankId"]);
  const account = world.books.accountOf(bank.id, textOf(ask, "account"));
  const amountPaise = amountOf(ask["amount"]);
  const at = world.clocks.of(account.number).now();
  const utr = typeof ask["utr"] === "string" ? ask["utr"] : world.nextUtr(bank.id, "RTGS", at);
  const from = {
    name: "Merchant",
    accountNumber: "50100000000001",
    ifsc: "MGDT0000001",
    ...(ask["from"] as object),
  };
  const find = () =>
    world.books
      .entries({ bankId: bank.id, debitAccount: account.number })
      .find((entry) => entry.kind === "credit" && entry.utr === utr);
  const repeated = find() !== undefined;
  if (!repeated) {
    world.books.post({ kind: "credit", account, payment: undefined, amountPaise, utr, at, party: from });
  }
  world.journal.flush();
  const callback = await world.callbacks.tellCredit(account, { utr, amountPaise, from, seq: find()!.seq });
  world.log.add({
    at,
    operation: "credit",
    bankId: bank.id,
    debitAccount: account.number,
    reference: utr,
    answer: formatRupees(amountPaise),
  });
  return { utr, balance: formatRupees(account.balancePaise), repeated, callback: callback ?? null };
}

const TIMES_MAX = 100_000;

/**
 * Books a movement without a payment order or a callback. `times` repeats it; the copies differ only in the ID of the
 * line.
 */
export function bookMovement(world: World, ask: Ask): object {
  const bank = bankOf(ask["bankId"]);
  const account = world.books.accountOf(bank.id, textOf(ask, "account"));
  const amountPaise = amountOf(ask["amount"]);
  const { kind, narration, times = 1 } = ask;
  if (kind !== "debit" && kind !== "credit" && kind !== "charge") {
    throw new ControlError("kind is debit, credit or charge");
  }
  if (!Number.isInteger(times) || (times as number) < 1 || (times as number) > TIMES_MAX) {
    throw new ControlError(`times is a whole number up to ${TIMES_MAX}`);
  }
  const at = world.clocks.of(account.number).now();
  const utr = utrOf(world, ask, { bankId: bank.id, kind, at });
  const party = { name: "", accountNumber: "", ifsc: "", ...(ask["party"] as object) };
  const words = { party, ...(typeof narration === "string" ? { narration } : {}) };
  for (let nth = 0; nth < (times as number); nth += 1) {
    world.books.post({ kind, account, payment: undefined, amountPaise, utr, at, ...words });
  }
  world.journal.flush();
  return { utr, balance: formatRupees(account.balancePaise) };
}

/** Returns the requested UTR (none if it is empty); charges have none by default. */
function utrOf(
  world: World,
  ask: Ask,
  { bankId, kind, at }: { bankId: string; kind: EntryKind; at: number },
): string {
  if (typeof ask["utr"] === "string") return ask["utr"];
  return kind === "charge" ? "" : world.nextUtr(bankId, "RTGS", at);
}
