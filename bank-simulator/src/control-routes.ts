/** Controls for tests and for the sandbox: the real books, clocks, behaviour, scripts, credits. */
import { amountOf, type Ask, bankOf, type Control, ControlError, iso, said, textOf } from "./ask.ts";
import { BANKS } from "./banks.ts";
import { collectFolders, giveStatementFile } from "./iso-folder.ts";
import { magicValuesOf } from "./magic.ts";
import { readManner } from "./manner.ts";
import { isDuration, MISHAPS, readMishaps } from "./mishap.ts";
import { bookMovement, creditAccount } from "./money-controls.ts";
import { formatRupees } from "./money.ts";
import { NAMED_PAYEES, valuesOfNamed } from "./payee-names.ts";
import type { StepEvent } from "./payment.ts";
import { listDebits } from "./read-books.ts";
import { describePayment } from "./reply.ts";
import { SCENARIOS } from "./scenarios.ts";
import { OPERATIONS } from "./scripts.ts";
import type { Match, Operation } from "./scripts.ts";
import { clearStatementFaults, listStatementFaults, plantStatementFault } from "./statement-controls.ts";
import { STATEMENT_FAULTS } from "./statement-faults.ts";
import { takeStep } from "./take-step.ts";
import type { World } from "./world.ts";

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
  { method: "POST", path: /^\/sim\/files\/collect$/, run: (world) => ({ taken: collectFolders(world) }) },
  { method: "POST", path: /^\/sim\/files\/statement$/, run: giveStatementFile },
  { method: "POST", path: /^\/sim\/credits$/, run: creditAccount },
  { method: "POST", path: /^\/sim\/movements$/, run: bookMovement },
  { method: "GET", path: /^\/sim\/statements\/faults$/, run: listStatementFaults },
  { method: "POST", path: /^\/sim\/statements\/faults$/, run: plantStatementFault },
  { method: "DELETE", path: /^\/sim\/statements\/faults$/, run: clearStatementFaults },
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
  const statementFaults = Object.entries(STATEMENT_FAULTS).map(([fault, { about }]) => ({ fault, about }));
  return { scenarios: values, names, mishaps: MISHAPS, statementFaults };
}

function readClock(world: World, ask: Ask): object {
  const debitAccount = textOf(ask, "debitAccount");
  const clock = world.clocks.of(debitAccount);
  const { nextAt } = clock;
  return {
    now: iso(clock.now()),
    offsetMs: world.clocks.offsetMs(debitAccount),
    nextAt: nextAt === undefined ? null : iso(nextAt),
  };
}

/**
 * Answers after the callbacks that became due were answered, unless `wait` is false. The clock can only be moved back
 * before anything is booked.
 */
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
  const { callbackUrl, callbackSecret, apiKey, openingBalance, tokenRequestorId, folder } = ask as Record<
    string,
    string | undefined
  >;
  const opening = openingBalance === undefined ? undefined : amountOf(openingBalance);
  world.books.register(account, {
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(callbackSecret === undefined ? {} : { callbackSecret }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(tokenRequestorId === undefined ? {} : { tokenRequestorId }),
    ...(folder === undefined ? {} : { folder }),
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

/** Answers after the callback, if there is one, was answered. */
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
    throw new ControlError("operation is pay, enquire, void, verify or statement");
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

/** Forgets one debit account at every bank, or everything. */
function reset(world: World, ask: Ask): object {
  const debitAccount = ask["debitAccount"] as string | undefined;
  world.clocks.reset(debitAccount);
  world.books.forget(debitAccount);
  world.manners.reset(debitAccount);
  world.statementFaults.forget(debitAccount);
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
