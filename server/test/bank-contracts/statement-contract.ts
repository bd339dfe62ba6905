/** The contract of every adapter whose bank provides account statements: it returns a whole statement or nothing. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import type {
  AccountStatement,
  BankStatementKind,
  StatementLine,
  StatementOutcome,
} from "../../src/money/banks/account-statement.ts";
import type { Connection } from "../../src/money/banks/adapter.ts";
import { type Bench, LOST, nameOf } from "./bench.ts";
import { AMOUNT_PAISE, makeInstruction } from "../../src/money/banks/make-adapter.ts";
import type { Mishap } from "../../src/money/banks/simulated-bank.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const IST_MS = 330 * MINUTE_MS;

/** Registers the contract's tests for one bank that provides statements. */
export function testStatementContract(bench: Bench): void {
  const { adapter, bankId } = bench;
  const kinds = adapter.capabilities(bankId).statements ?? [];
  describe(`statements of ${adapter.name} with ${bankId}`, { concurrency: 16 }, () => {
    for (const kind of kinds) testKind(bench, kind);
    testTrouble(bench, kinds[0]!);
    const missing = (["intraday", "end_of_day"] as const).filter((kind) => !kinds.includes(kind));
    for (const kind of missing) testIncapable(bench, kind);
  });
}

interface Account {
  readonly connection: Connection;
  readonly day: string;
  fetch(kind: BankStatementKind, change?: Partial<Connection>): Promise<StatementOutcome>;
  advance(advanceMs: number): Promise<unknown>;
}

/** Opens a debit account whose clock shows ten in the morning of the next day in India. */
async function openAccount({ adapter, bankId, bank }: Bench): Promise<Account> {
  const connection = await bank().connect(bankId, adapter.name);
  const { debitAccount } = connection;
  const advance = (advanceMs: number): Promise<unknown> =>
    bank().control("POST", "/sim/clock", { debitAccount, advanceMs });
  const tomorrow = Math.floor((Date.now() + IST_MS) / DAY_MS + 1) * DAY_MS;
  await advance(tomorrow - IST_MS + 600 * MINUTE_MS - Date.now());
  const day = new Date(tomorrow).toISOString().slice(0, 10);
  return {
    connection,
    day,
    advance,
    fetch: (kind, change = {}) => {
      assert.ok(adapter.fetchStatement !== undefined);
      return adapter.fetchStatement({ ...connection, ...change }, { day, kind });
    },
  };
}

/** Returns the statement; if its kind is only available after the day is over, the day ends first. */
async function statementOf(account: Account, kind: BankStatementKind): Promise<AccountStatement> {
  if (kind === "end_of_day") await account.advance(DAY_MS);
  const outcome = await account.fetch(kind);
  assert.ok(outcome.kind === "statement", inspect(outcome));
  return outcome.statement;
}

function balanceAfter({ openingPaise, lines }: AccountStatement): bigint {
  return lines.reduce(
    (sum, { side, amountPaise }) => sum + (side === "debit" ? -amountPaise : amountPaise),
    openingPaise,
  );
}

function testKind(bench: Bench, kind: BankStatementKind): void {
  testMovements(bench, kind);
  testDays(bench, kind);
  testManyLines(bench, kind);
}

function testMovements(bench: Bench, kind: BankStatementKind): void {
  const { adapter, bankId, bank } = bench;
  test(`${kind}: payments, what came back and top-ups stand on it, and its balances add up`, async () => {
    const account = await openAccount(bench);
    const { connection, day } = account;
    const fates: readonly Mishap[] = [
      { kind: "return", afterMs: 2 * MINUTE_MS },
      { kind: "pending", then: "fail", afterMs: 2 * MINUTE_MS },
      { kind: "latency", ms: 0 },
    ];
    const references: string[] = [];
    for (const fate of fates) {
      const instruction = makeInstruction(connection);
      references.push(instruction.reference);
      await bank().script(connection, fate);
      await adapter.pay(connection, instruction);
    }
    const { debitAccount } = connection;
    const topUp = { bankId, account: debitAccount, amount: "500.00", utr: `TOPUP${debitAccount}` };
    await bank().control("POST", "/sim/credits", topUp);
    await account.advance(5 * MINUTE_MS);

    const statement = await statementOf(account, kind);
    assert.deepEqual([statement.debitAccount, statement.day, statement.kind], [debitAccount, day, kind]);
    assert.equal(balanceAfter(statement), statement.closingPaise);
    const { lines } = statement;
    assert.deepEqual(await countLines(bench, { connection, references, lines }), [
      "debit 1, credit 1",
      "debit 1, credit 1",
      "debit 1, credit 0",
    ]);
    const arrived = lines.find(({ utr, narration }) => utr === topUp.utr || narration.includes(topUp.utr));
    assert.deepEqual([arrived?.side, arrived?.amountPaise], ["credit", 500_00n]);
    assert.equal(lines.length, 6);
    assert.equal(lines.filter(({ amountPaise }) => amountPaise === AMOUNT_PAISE).length, 5);
  });
}

/** Counts the lines of each side for each reference, by the reference itself or by its UTR. */
async function countLines(
  { bank, lacks = [] }: Bench,
  told: { connection: Connection; references: readonly string[]; lines: readonly StatementLine[] },
): Promise<string[]> {
  const { connection, references, lines } = told;
  const counts = references.map(async (reference) => {
    const { utr } = await bank().control<{ utr: string }>("GET", `/sim/payments/${reference}`);
    const own = lines.filter((line) => line.reference === reference || line.utr === utr);
    const count = (side: string): number => own.filter((line) => line.side === side).length;
    assert.ok(
      lacks.includes("payees") ||
        own.every(({ counterparty }) => counterparty.accountNumber?.endsWith("3444")),
      connection.bankId,
    );
    return `debit ${count("debit")}, credit ${count("credit")}`;
  });
  return Promise.all(counts);
}

function testDays(bench: Bench, kind: BankStatementKind): void {
  const { adapter, lacks = [] } = bench;
  test(`${kind}: it is ready ${kind === "intraday" ? "from" : "not before"} midnight in India`, async () => {
    const account = await openAccount(bench);
    await adapter.pay(account.connection, makeInstruction(account.connection));
    // A payment is on the statement once it has ended.
    await account.advance(10 * MINUTE_MS);
    const early = await account.fetch(kind);
    assert.equal(early.kind, kind === "intraday" ? "statement" : "not_ready");
    const tomorrow = new Date(Date.parse(account.day) + DAY_MS).toISOString().slice(0, 10);
    const unborn = await adapter.fetchStatement!(account.connection, { day: tomorrow, kind });
    assert.equal(unborn.kind, lacks.includes("coming-days") ? "statement" : "not_ready");
    const first = await statementOf(account, kind);
    await account.advance(DAY_MS);
    const next = await adapter.fetchStatement!(account.connection, { day: tomorrow, kind });
    assert.ok(next.kind === "statement", inspect(next));
    assert.equal(next.statement.openingPaise, first.closingPaise);
    assert.notEqual(next.statement.statementId, first.statementId);
    if (first.sequenceNo !== null) assert.equal(next.statement.sequenceNo, first.sequenceNo + 1);
  });
}

function testManyLines(bench: Bench, kind: BankStatementKind): void {
  const { bankId, bank } = bench;
  test(`${kind}: 2,500 lines are all there, in the bank's order; identical ones too`, async () => {
    const account = await openAccount(bench);
    const movement = { bankId, account: account.connection.debitAccount, kind: "debit", narration: "SAME" };
    await bank().control("POST", "/sim/movements", { ...movement, amount: "1.00", utr: "", times: 2_400 });
    await bank().control("POST", "/sim/movements", { ...movement, amount: "2.00", utr: "", times: 100 });
    const statement = await statementOf(account, kind);
    assert.equal(balanceAfter(statement), statement.closingPaise);
    const amounts = statement.lines.map(({ amountPaise }) => amountPaise);
    assert.deepEqual([amounts.length, amounts.indexOf(2_00n)], [2_500, 2_400]);
    const ids = new Set(statement.lines.map(({ lineId }) => lineId));
    assert.ok(ids.size === 2_500 || (ids.size === 1 && ids.has(null)));
  });
}

/** Mishaps that only affect the answer. */
const GARBLED: readonly Mishap[] = [
  ...LOST,
  { kind: "wrong-content-type" },
  { kind: "cut-answer", atByte: 0 },
  { kind: "cut-answer", atByte: 180 },
  { kind: "slow-drip", ms: 60_000 },
  { kind: "maintenance" },
  { kind: "maintenance", html: true },
  { kind: "rate-limit" },
];

function testTrouble(bench: Bench, kind: BankStatementKind): void {
  const { bankId, bank } = bench;
  const script = ({ connection, day }: Account, mishap: Mishap, nth = 1): Promise<unknown> => {
    const { debitAccount } = connection;
    const match = { operation: "statement", bankId, debitAccount, reference: day, nth };
    return bank().control("POST", "/sim/script", { match, mishap });
  };
  const ready = async (times: number): Promise<Account> => {
    const account = await openAccount(bench);
    const movement = { bankId, account: account.connection.debitAccount, kind: "charge", amount: "1.00" };
    await bank().control("POST", "/sim/movements", { ...movement, times });
    await statementOf(account, kind);
    return account;
  };

  for (const mishap of GARBLED) {
    test(`asking that meets ${nameOf(mishap)} brings no statement, and the next asking does`, async () => {
      const account = await ready(3);
      await script(account, mishap);
      const outcome = await account.fetch(kind, { timeoutMs: 1_000 });
      assert.ok(outcome.kind === "unavailable" || outcome.kind === "unreadable", inspect(outcome));
      assert.equal((await account.fetch(kind)).kind, "statement");
    });
  }

  test("a statement of another account or of another day is not one of this", async () => {
    const account = await ready(3);
    for (const mishap of [{ kind: "wrong-account" }, { kind: "wrong-reference" }]) {
      await script(account, mishap);
      assert.equal((await account.fetch(kind)).kind, "unreadable", mishap.kind);
    }
  });

  test("a second page that is lost, cut or of other balances takes the whole statement with it", async () => {
    const account = await ready(1_200);
    for (const mishap of [{ kind: "cut" }, { kind: "truncated-json" }, { kind: "wrong-amount" }]) {
      await script(account, mishap, 2);
      const outcome = await account.fetch(kind);
      assert.ok(outcome.kind === "unavailable" || outcome.kind === "unreadable", inspect(outcome));
    }
    assert.equal((await account.fetch(kind)).kind, "statement");
  });

  test("where the bank does not listen or does not take the key there is none", async () => {
    const account = await ready(3);
    for (const baseUrl of ["http://127.0.0.1:9/bank", "http://bank.invalid", "not an address"]) {
      assert.equal((await account.fetch(kind, { baseUrl })).kind, "unavailable", baseUrl);
    }
    assert.equal((await account.fetch(kind, { apiKey: "another" })).kind, "unavailable");
  });
}

function testIncapable(bench: Bench, kind: BankStatementKind): void {
  test(`${kind}, which the bank does not give, is not asked for`, async () => {
    const account = await openAccount(bench);
    const outcome = await account.fetch(kind, { baseUrl: "http://127.0.0.1:9" });
    assert.ok(outcome.kind === "unavailable" && !outcome.detail.includes("ECONNREFUSED"), inspect(outcome));
  });
}
