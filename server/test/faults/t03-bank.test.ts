/**
 * The bank test: many clients move money between many fund sources at once while others read the books, and every
 * single read must add up. A client that locks in the wrong order provokes deadlocks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openBankAccount, readBalance, topUp } from "#fund-sources";
import type { Context } from "#lib/context";
import { isRetryable } from "#lib/db";
import { acceptTransfers, startTransfers, type TransferOrder } from "#transfers";
import { makeDice } from "./dice.ts";
import { assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";

const TRANSFERS = tiered({ quick: 250, deep: 2_000, nightly: 50_000 });
/** If there was no deadlock yet, the work continues until there was one, but not beyond this number. */
const TRANSFERS_MAX = 10 * TRANSFERS;
const MERCHANTS = 10;
/** The wallet and connected bank accounts. */
const SOURCES = 5;
const CLIENTS = 16;
/** These reads are in addition to those of the clients. */
const READ_EVERY_MS = 10;

const seed = process.env.FAULT_SEED ?? "vitaran-3";
const dice = makeDice(seed);
const world = await makeFaultWorld();
// Deadlocks must be detected at once, because there will be many.
await world.look(
  "do $$ begin execute format('alter database %I set deadlock_timeout = 30', current_database()); end $$",
);

/** A merchant with several fund sources. */
interface Bank extends Payer {
  readonly sourceIds: readonly string[];
}

const counts = { orders: 0, accepted: 0, failed: 0, topUps: 0, reads: 0, deadlocks: 0 };

test(`${TRANSFERS} transfers and top-ups while every read adds up`, async (context) => {
  const banks = await Promise.all(Array.from({ length: MERCHANTS }, makeBank));
  const engines = [world.openContext(), world.openContext()];
  const workers = engines.map((ctx) => startTransfers(ctx));
  for (const worker of workers) world.onClose(() => worker.stop());
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    while (!isEnough()) await act(engines[n % 2]!, pick(banks));
  });
  const readers = engines.map(async (ctx) => {
    for (; !isEnough(); await sleep(READ_EVERY_MS)) await readBooks(ctx, pick(banks));
  });
  await Promise.all([...clients, ...readers]);
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const bank of banks) await settle(world, world.ctx, bank);
  for (const bank of banks) await readBooks(world.ctx, bank);
  await assertSound(world, banks);
  assert.ok(counts.deadlocks > 0, "no deadlock was provoked");
  assert.ok(counts.failed > 0, "no fund source ever ran out");
  const [moved] = await world.look<{ postings: number }>(
    "select count(*)::int as postings from ledger.posting",
  );
  context.diagnostic(
    `seed ${seed}: ${MERCHANTS * SOURCES} fund sources, ${CLIENTS} clients: ${counts.accepted} transfers, ` +
      `${counts.failed} failed for lack of funds, ${counts.topUps} top-ups, ${moved!.postings} postings; ` +
      `${counts.reads} of ${counts.reads} reads add up, none negative; ${counts.deadlocks} deadlocks`,
  );
});

function isEnough(): boolean {
  const { accepted, deadlocks, failed } = counts;
  return accepted >= (deadlocks > 0 && failed > 0 ? TRANSFERS : TRANSFERS_MAX);
}

async function makeBank(): Promise<Bank> {
  const payer = await world.makePayer({ balancePaise: 20_000_00n });
  const sourceIds = [payer.fundSourceId];
  for (let n = 1; n < SOURCES; n += 1) {
    const details = { bankId: "meghdoot", name: `Bank account ${n}`, accountNumber: `10000000000${n}` };
    const opened = await openBankAccount(world.ctx, payer.merchantId, {
      ...details,
      ifsc: "YESB0000262",
      by: "system",
    });
    sourceIds.push(opened.fundSourceId);
  }
  return { ...payer, sourceIds };
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(dice() * list.length)]!;
}

/** Executes one action of a client. */
async function act(ctx: Context, bank: Bank): Promise<void> {
  const what = dice();
  if (what < 0.45) return pay(ctx, bank);
  if (what < 0.65) return receive(ctx, bank);
  return what < 0.9 ? readBooks(ctx, bank) : lockBackwards(ctx, bank);
}

async function pay(ctx: Context, bank: Bank): Promise<void> {
  const orders = Array.from({ length: 1 + Math.floor(dice() * 20) }, () => orderOf(bank));
  for (const answer of await untilNoDeadlock(() => acceptTransfers(ctx, bank.merchantId, orders))) {
    assert.ok(
      answer.kind === "accepted" || answer.kind === "failed",
      "code" in answer ? answer.code : answer.kind,
    );
    counts[answer.kind] += 1;
  }
}

let nextUtr = 0;

/** Books money that arrives; now and then the bank reports it twice at once. */
async function receive(ctx: Context, { merchantId, sourceIds }: Bank): Promise<void> {
  nextUtr += 1;
  const credit = {
    bankId: "meghdoot",
    utr: `BANKTEST${nextUtr}`,
    amountPaise: BigInt(1_00 + Math.floor(dice() * 20_000_00)),
    fundSourceId: pick(sourceIds),
  };
  const times = dice() < 0.2 ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () => untilNoDeadlock(() => topUp(ctx, merchantId, credit))),
  );
  assert.equal(answers.filter(({ repeated }) => !repeated).length, 1, "a credit is booked once");
  counts.topUps += 1;
}

/** The engine gives up after five deadlocks in a row, which no caller should meet; this repeats the work even then. */
async function untilNoDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      counts.deadlocks += 1;
    }
  }
}

/** Locks the rows that accepting and top-ups lock, from the last to the first. */
async function lockBackwards(ctx: Context, { merchantId }: Bank): Promise<void> {
  let tries = 0;
  await untilNoDeadlock(() =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      tries += 1;
      for (let sourceNo = SOURCES - 1; sourceNo >= 0; sourceNo -= 1) {
        await tx.query("select from ledger.account where merchant_id = $1 and account_no = $2 for update", [
          tx.merchantId,
          1_000 + 10 * sourceNo,
        ]);
      }
    }),
  );
  counts.deadlocks += tries - 1;
}

interface Books {
  /** The sum of all balances, stored and computed; no money appears from nowhere. */
  totalPaise: bigint;
  /** The number of accounts whose stored balance is not the sum of their postings. */
  wrong: bigint;
  /** The number of fund sources below their overdraft limit, or with a negative hold. */
  negative: bigint;
}

async function readBooks(ctx: Context, { merchantId, sourceIds }: Bank): Promise<void> {
  const [books] = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [rows] = await Promise.all([
      tx.query<Books>(BOOKS, [merchantId]),
      readBalance(tx, pick(sourceIds)),
    ]);
    return rows;
  });
  assert.deepEqual(books, { totalPaise: 0n, wrong: 0n, negative: 0n });
  counts.reads += 1;
}

/** This is one statement, and therefore one snapshot. */
const BOOKS = `
  with moved as (
    select account_no, sum(paise) as paise
    from (
      select credit_no as account_no, amount_paise as paise from ledger.posting where merchant_id = $1
      union all
      select debit_no, -amount_paise from ledger.posting where merchant_id = $1
    ) as line
    group by account_no
  ), book as (
    select account_no, coalesce(moved.paise, 0) as moved, account.balance_paise, account.overdraft_limit_paise,
      coalesce(account.running, false) as running, account.kind
    from moved
    full join (select * from ledger.account where merchant_id = $1) as account using (account_no)
  )
  select sum(case when running then balance_paise else moved end)::bigint as "totalPaise",
    count(*) filter (where running and balance_paise <> moved) as wrong,
    count(*) filter (where kind in ('wallet', 'bank_account') and balance_paise < -overdraft_limit_paise)
      + (select count(*)
         from (
           select sum(balance_paise) as held
           from book
           where kind in ('held_in', 'held_out')
           group by account_no / 10
         )
         where held < 0) as negative
  from book`;

function orderOf({ sourceIds }: Bank): TransferOrder {
  counts.orders += 1;
  return {
    transferKey: `bank_${counts.orders}`,
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    amountPaise: BigInt(1_00 + Math.floor(dice() * 500_00)),
    mode: "imps",
    remarks: "",
    fundSourceId: pick(sourceIds),
  };
}
