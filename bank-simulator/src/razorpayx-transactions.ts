/**
 * The account's transactions (api/x/transactions/fetch-all.md, fetch-with-id.md). They are listed newest first, like
 * the service's other lists; the page itself does not say. Movements that are neither payments nor bank transfers have
 * a source that the page does not list.
 */
import { statementCourse } from "./answer-statement.ts";
import type { Bank } from "./banks.ts";
import { signedPaise } from "./books.ts";
import type { Told } from "./dialect.ts";
import { startOf } from "./make-statement.ts";
import type { Account, Entry } from "./payment.ts";
import { idOfPayout, REFUSALS } from "./razorpayx-words.ts";
import { speak } from "./reply.ts";
import type { Reply } from "./reply.ts";
import type { World } from "./world.ts";

const COUNT_MAX = 100;
const DAY_SECONDS = 86_400;
const IST_MS = 330 * 60_000;

/** Answers `GET /transactions`; never changes the books. */
export function listTransactions(
  world: World,
  { bank, account }: { bank: Bank; account: Account },
  query: URLSearchParams,
): Reply {
  const whole = (name: string, usual: number): number => Number(query.get(name) ?? usual);
  const [from, to] = [whole("from", 0), whole("to", Number.MAX_SAFE_INTEGER)];
  const [count, skip] = [Math.min(whole("count", 10), COUNT_MAX), whole("skip", 0)];
  const day = new Date(from * 1_000 + IST_MS).toISOString().slice(0, 10);
  const { wire, twist, recorded } = statementCourse(world, { bank, account }, day);
  const answer = ({ httpStatus, words }: Told): Reply => ({
    ...speak(httpStatus, { status: "STATEMENT", code: "transactions" }, wire),
    body: JSON.stringify(words),
  });
  if (wire.kind === "maintenance") return answer(REFUSALS["H05"]!);
  if (wire.kind === "rate-limit") return answer(REFUSALS["H08"]!);

  const within = bookedOf(world, account).filter(
    ({ entry: { at } }) => at >= from * 1_000 && at < (to + 1) * 1_000,
  );
  const items = within.slice(skip, skip + count).map(({ entry, balancePaise: after }) => {
    const words = describe(entry, after + (twist === "amount" ? 100n : 0n));
    return {
      ...words,
      ...(twist === "account" ? { account_number: `${account.number.slice(0, -1)}X` } : {}),
      ...(twist === "reference" ? { created_at: startOf(day) / 1_000 - DAY_SECONDS } : {}),
    };
  });
  const given = recorded ? items : [];
  return answer({ httpStatus: 200, words: { entity: "collection", count: given.length, items: given } });
}

/** Answers `GET /transactions/{id}`. */
export function showTransaction(world: World, account: Account, seq: number): Told | undefined {
  const booked = bookedOf(world, account).find(({ entry }) => entry.seq === seq);
  return booked === undefined
    ? undefined
    : { httpStatus: 200, words: describe(booked.entry, booked.balancePaise) };
}

/** Answers `GET /banking_balances` (razorpay.com/docs, api/x/account-validation/balance-fetch.md). */
export function tellBalances(accounts: readonly Account[], at: number): Told {
  const items = accounts.map(({ number, balancePaise }) => ({
    entity: "banking_balance",
    currency: "INR",
    account_number: number,
    account_type: "razorpayx_lite",
    bank_name: null,
    amount: Number(balancePaise),
    available_amount: Number(balancePaise),
    refreshed_at: Math.floor(at / 1_000),
  }));
  return { httpStatus: 200, words: { entity: "collection", count: items.length, items } };
}

/** Returns the movements, newest first, with the balance after each. */
function bookedOf(world: World, account: Account): { entry: Entry; balancePaise: bigint }[] {
  const { entries, balancePaise: latestPaise } = world.books.stated(account);
  let balancePaise = latestPaise;
  return entries.toReversed().map((entry) => {
    const told = { entry, balancePaise };
    balancePaise -= signedPaise(entry);
    return told;
  });
}

export const idOfTransaction = (seq: number): string => `txn_${String(seq).padStart(14, "0")}`;

function describe(entry: Entry, balancePaise: bigint): object {
  const { seq, account, amountPaise, at } = entry;
  const amount = Number(amountPaise);
  const isCredit = signedPaise(entry) > 0n;
  return {
    id: idOfTransaction(seq),
    entity: "transaction",
    account_number: account.number,
    amount,
    currency: "INR",
    credit: isCredit ? amount : 0,
    debit: isCredit ? 0 : amount,
    balance: Number(balancePaise),
    source: sourceOf(entry),
    created_at: Math.floor(at / 1_000),
  };
}

function sourceOf({ seq, kind, payment, amountPaise, utr, at, party }: Entry): object {
  const amount = Number(amountPaise);
  if (payment !== undefined) {
    return {
      id: idOfPayout(payment.reference),
      entity: "payout",
      amount,
      notes: { ...payment.notes },
      fees: 0,
      tax: 0,
      status: kind === "debit" ? "processed" : "reversed",
      utr: payment.utr === "" ? null : payment.utr,
      mode: payment.rail,
      created_at: Math.floor(at / 1_000),
      fee_type: null,
    };
  }
  if (kind !== "credit") return { id: `adj_${seq}`, entity: "adjustment", amount };
  return {
    id: `bt_${String(seq).padStart(14, "0")}`,
    entity: "bank_transfer",
    payer_name: party?.name ?? "",
    payer_account: party?.accountNumber ?? "",
    payer_ifsc: party?.ifsc ?? "",
    mode: "NEFT",
    bank_reference: utr,
    amount,
  };
}
