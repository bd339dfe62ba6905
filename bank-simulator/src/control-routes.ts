/**
 * Controls for tests and for the sandbox: the books as they really are, clocks, manners, scripts, credits.
 */
import { BANKS, BANK_BY_ID } from "./banks.ts";
import type { Bank } from "./banks.ts";
import { magicValuesOf } from "./magic.ts";
import { readManner } from "./manner.ts";
import { isDuration, MISHAPS, readMishaps } from "./mishap.ts";
import { formatRupees, parseRupees } from "./money.ts";
import { NAMED_PAYEES, valuesOfNamed } from "./payee-names.ts";
import type { StepEvent } from "./payment.ts";
import { listDebits } from "./read-books.ts";
import { describePayment } from "./reply.ts";
import { SCENARIOS } from "./scenarios.ts";
import { OPERATIONS } from "./scripts.ts";
import type { Match, Operation } from "./scripts.ts";
import { takeStep } from "./take-step.ts";
import type { World } from "./world.ts";

export type Ask = Record<string, unknown>;
type Control = (world: World, ask: Ask, names: readonly string[]) => object | Promise<object>;

/** What the caller did wrong; answered as 400 with the sentence. */
export class ControlError extends Error {}

export const CONTROLS: readonly { method: string; path: RegExp; run: Control }[] = [
  { method: "GET", path: /^\/healthz$/, run: () => ({ status: "ok" }) },
  { method: "GET", path: /^\/sim\/debits$/, run: listDebits },
  { method: "GET", path: /^\/sim\/log$/, run: readLog },
  { method: "GET", path: /^\/sim\/banks$/, run: () => ({ banks: BANKS }) },
  { method: "GET", path: /^\/sim\/magic$/, run: listMagic },
  { method: "GET", path: /^\/sim\/clock$/, run: readClock },
  { method: "POST", path: /^\/sim\/clock$/, run: moveClock },
  { method: "PUT", path: /^\/sim\/accounts\/([^/]+)\/([^/]+)$/, run: registerAccount },
  { method: "GET", path: /^\/sim\/accounts\/([^/]+)\/([^/]+)$/, run: readAccount },
  { method: "POST", path: /^\/sim\/credits$/, run: creditAccount },
  { method: "PUT", path: /^\/sim\/banks\/([^/]+)\/manner$/, run: setManner },
  { method: "GET", path: /^\/sim\/payments\/([^/]+)$/, run: readPayment },
  { method: "POST", path: /^\/sim\/payments\/([^/]+)\/force$/, run: forceOutcome },
  { method: "POST", path: /^\/sim\/script$/, run: addScript },
  { method: "POST", path: /^\/sim\/reset$/, run: reset },
];

function readLog(world: World, ask: Ask): object {
  const { bankId, debitAccount, reference } = ask as Record<string, string>;
  const filter = Object.fromEntries(
    Object.entries({ bankId, debitAccount, reference }).filter(([, value]) => value !== undefined),
  );
  const lines = world.log.read({ ...filter, since: Number(ask["since"] ?? 0) });
  return { dropped: world.log.dropped, lines: lines.map((line) => ({ ...line, at: iso(line.at) })) };
}

function listMagic(): object {
  const values = SCENARIOS.map((scenario) => ({ ...scenario, values: magicValuesOf(scenario) }));
  const names = NAMED_PAYEES.map((payee) => ({ ...payee, values: valuesOfNamed(payee.id) }));
  return { scenarios: values, names, mishaps: MISHAPS };
}

function readClock(world: World, ask: Ask): object {
  const debitAccount = textOf(ask, "debitAccount");
  return { now: iso(world.clocks.of(debitAccount).now()), offsetMs: world.clocks.offsetMs(debitAccount) };
}

/** Answers when the callbacks that became due were answered, unless `wait` is false. Back only before any booking. */
async function moveClock(world: World, ask: Ask): Promise<object> {
  const ms = ask["advanceMs"] as number;
  const debitAccount = ask["debitAccount"] as string | undefined;
  const mayGoBack = debitAccount !== undefined && world.books.entries({ debitAccount }).length === 0;
  if (!isDuration(mayGoBack ? Math.abs(ms) : ms))
    throw new ControlError("advanceMs is not a number of milliseconds");
  world.clocks.advance(ms, debitAccount);
  world.journal.write(() => ({ r: "clock", ms, debitAccount }));
  world.journal.flush();
  if (ask["wait"] !== false) await world.callbacks.settled();
  const name = debitAccount ?? "";
  return { now: iso(world.clocks.of(name).now()), offsetMs: world.clocks.offsetMs(name) };
}

function registerAccount(world: World, ask: Ask, names: readonly string[]): object {
  const bank = bankOf(names[0]);
  const account = world.books.accountOf(bank.id, names[1]!);
  const { callbackUrl, callbackSecret, apiKey, openingBalance, tokenRequestorId } = ask as Record<
    string,
    string | undefined
  >;
  const opening = openingBalance === undefined ? undefined : amountOf(openingBalance);
  world.books.register(account, {
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(callbackSecret === undefined ? {} : { callbackSecret }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(tokenRequestorId === undefined ? {} : { tokenRequestorId }),
    ...(opening === undefined ? {} : { openingBalancePaise: opening }),
  });
  world.journal.flush();
  return readAccount(world, ask, names);
}

function readAccount(world: World, _ask: Ask, names: readonly string[]): object {
  const bank = bankOf(names[0]);
  const account = world.books.accountOf(bank.id, names[1]!);
  const { callbackUrl = null } = account;
  return {
    bankId: bank.id,
    debitAccount: names[1],
    balance: formatRupees(account.balancePaise),
    callbackUrl,
    manner: world.manners.askedFor(bank.id, names[1]!),
  };
}

/** Money arrives: booked at once, told by callback, answered when the callback was. */
async function creditAccount(world: World, ask: Ask): Promise<object> {
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
  const known = world.books.entries({ bankId: bank.id, debitAccount: account.number });
  const repeated = known.some((entry) => entry.kind === "credit" && entry.utr === utr);
  if (!repeated) world.books.post({ kind: "credit", account, payment: undefined, amountPaise, utr, at });
  world.journal.flush();
  const callback = await world.callbacks.tellCredit(account, { utr, amountPaise, from });
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

function setManner(world: World, ask: Ask, names: readonly string[]): object {
  const bank = bankOf(names[0]);
  const { debitAccount, ...rest } = ask;
  const manner = Object.keys(rest).length === 0 ? null : said(() => readManner(rest));
  const name = debitAccount as string | undefined;
  world.manners.set(bank.id, manner, name);
  world.journal.write(() => ({ r: "manner", bankId: bank.id, manner, debitAccount: name }));
  world.journal.flush();
  const now = name === undefined ? {} : world.manners.of(bank, world.books.accountOf(bank.id, name));
  return { bankId: bank.id, manner: name === undefined ? { ...bank.manner, ...manner } : now };
}

function readPayment(world: World, _ask: Ask, names: readonly string[]): object {
  const payment = world.books.findEverywhere(names[0]!);
  if (payment === undefined) throw new ControlError("no bank has this reference");
  const { account, netPaise, at, rail } = payment;
  const money = { net: formatRupees(netPaise), at: iso(at), rail };
  return { bankId: account.bankId, debitAccount: account.number, ...describePayment(payment), ...money };
}

const FORCED: Readonly<Record<string, readonly StepEvent[]>> = {
  succeed: ["complete", "pay-late"],
  fail: ["fail"],
  return: ["return"],
  credit: ["credit"],
};

/** Answers when the callback, if there is one, was answered. */
async function forceOutcome(world: World, ask: Ask, names: readonly string[]): Promise<object> {
  const bankId = ask["bankId"] as string | undefined;
  const reference = names[0]!;
  const payment =
    bankId === undefined ? world.books.findEverywhere(reference) : world.books.find(bankId, reference);
  if (payment === undefined) throw new ControlError("no bank has this reference");
  const events = FORCED[String(ask["outcome"])];
  if (events === undefined) throw new ControlError("outcome is one of succeed, fail, return, credit");
  const code = typeof ask["code"] === "string" ? { code: ask["code"] } : {};
  const happened = events.some((event) => takeStep(world, payment, { event, ...code }));
  world.journal.flush();
  await world.callbacks.settled();
  return { happened, ...readPayment(world, ask, names) };
}

function addScript(world: World, ask: Ask): object {
  const asked = (ask["match"] ?? {}) as Ask;
  const { amount, operation = "pay", ...rest } = asked;
  if (!OPERATIONS.includes(operation as Operation))
    throw new ControlError("operation is pay, enquire, void or verify");
  for (const field of Object.keys(rest)) {
    if (!["bankId", "debitAccount", "reference", "rail", "nth"].includes(field)) {
      throw new ControlError(`a script cannot match by ${field}`);
    }
  }
  const match = { ...rest, operation: operation as Operation } as Match;
  const withAmount = amount === undefined ? match : { ...match, amountPaise: amountOf(amount) };
  const times = Number(ask["times"] ?? 1);
  world.scripts.add(
    withAmount,
    said(() => readMishaps(ask["mishap"])),
    times,
  );
  return { waiting: world.scripts.waiting };
}

/** Forgets one debit account (at every bank), or everything. */
function reset(world: World, ask: Ask): object {
  const debitAccount = ask["debitAccount"] as string | undefined;
  world.clocks.reset(debitAccount);
  world.books.forget(debitAccount);
  world.manners.reset(debitAccount);
  world.scripts.forget(debitAccount);
  if (debitAccount === undefined) {
    world.callbacks.forget();
    world.log.clear();
    world.retries.clear();
    world.journal.truncate();
  }
  world.journal.flush();
  return { status: "ok" };
}

function bankOf(id: unknown): Bank {
  const bank = BANK_BY_ID.get(String(id));
  if (bank === undefined) throw new ControlError(`no such bank: ${String(id)}`);
  return bank;
}

function textOf(ask: Ask, field: string): string {
  const text = ask[field];
  if (typeof text !== "string" || text === "") throw new ControlError(`${field} is missing`);
  return text;
}

function amountOf(text: unknown): bigint {
  const paise = parseRupees(text);
  if (paise === undefined) throw new ControlError('an amount is text such as "100.00"');
  return paise;
}

function said<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ControlError((error as Error).message);
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
