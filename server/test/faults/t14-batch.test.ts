/**
 * Processes die while they receive and pay batches: after every 500 rows of a file, and at random. Every row is
 * accounted for, a row that fails does not block any other, and no one is paid twice.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { receiveFile, requestBatch, workBatches } from "#batches";
import { runtimeOf, workTransfers } from "#transfers";
import { armCrashPoints, crashed, makeProcess, runAs, type Process } from "./crashes.ts";
import { makeDice } from "./dice.ts";
import { assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";

const FILE_ROWS = tiered({ quick: 1_500, deep: 10_000, nightly: 10_000 });
const RUNS = tiered({ quick: 2, deep: 19, nightly: 20 });
const RUN_ROWS = tiered({ deep: 80, nightly: 10_000 });
const CHUNK_ROWS = 500;
/** One row in this many is unusable, and one in this many repeats the transfer ID of an earlier row. */
const POISON_ONE_IN = 100;
const REPEATED_ONE_IN = 50;

const seed = process.env.FAULT_SEED ?? "vitaran-14";
const dice = makeDice(seed);
const world = await makeFaultWorld();
armCrashPoints();

/** These payments abort their transaction, whatever else is in it. */
await world.look(
  `create function public.refuse_poison() returns trigger language plpgsql as $$
   begin
     if new.transfer_key like '%poison' then
       raise exception 'poison' using errcode = '23514';
     end if;
     return new;
   end $$`,
);
await world.look(
  `create trigger poison before insert on transfers.transfer
   for each row execute function public.refuse_poison()`,
);

type Row = Record<string, string>;

/** Rows with their expected results. */
interface Plan {
  readonly rows: Row[];
  /** The number of rows that become transfers. */
  readonly sound: number;
}

/** Accounts that pay, that fail, and that answer late or not at all. */
const ACCOUNTS = ["026291800001191", "909090909001", "909090909020", "909090909032", "909090909006"];
let nextAccount = 700_000_000_000;

function makePlan(name: string, count: number): Plan {
  const rows: Row[] = [];
  let sound = 0;
  for (let n = 0; n < count; n += 1) {
    const row = makeRow(`${name}_${n}`);
    // Every run has at least one of each.
    if (n % POISON_ONE_IN === 7) rows.push(spoil(row, n));
    else if (n % REPEATED_ONE_IN === 11) rows.push({ ...row, transferId: rows[n - 1]!.transferId! });
    else {
      rows.push(row);
      sound += 1;
    }
  }
  return { rows, sound };
}

function makeRow(transferId: string): Row {
  nextAccount += 1;
  const bankAccount = dice() < 0.1 ? ACCOUNTS[Math.floor(dice() * ACCOUNTS.length)]! : String(nextAccount);
  return {
    transferId,
    amount: `${1 + Math.floor(dice() * 500)}.${String(Math.floor(dice() * 100)).padStart(2, "0")}`,
    name: "Asha Rao",
    phone: "9876543210",
    email: "asha@example.com",
    bankAccount,
    ifsc: "YESB0000262",
    transferMode: "imps",
  };
}

const POISONS: readonly ((row: Row) => Row)[] = [
  (row) => ({ ...row, transferId: `${row.transferId}_poison` }),
  (row) => ({ ...row, amount: "12.345" }),
  (row) => ({ ...row, ifsc: "QQQQ0000001" }),
  (row) => ({ ...row, email: "" }),
];
let spoiled = 0;
const spoil = (row: Row, n: number): Row => POISONS[(spoiled++ + n) % POISONS.length]!(row);

/** Sends a batch to the server as a client would: again and again until it is told that it was accepted. */
async function submit(
  merchant: Payer,
  plan: Plan,
  { isFile, name, dying }: { isFile: boolean; name: string; dying: Process },
): Promise<void> {
  const take = async (ctx: typeof world.ctx): Promise<unknown> => {
    const common = { replacesBeneficiaries: false, fundSourceId: null, by: "api-key:tests" } as const;
    const { merchantId } = merchant;
    if (!isFile) {
      const order = { batchKey: name, format: "BANK_ACCOUNT", rows: plan.rows, ...common } as const;
      return requestBatch(ctx, merchantId, order);
    }
    const columns = Object.keys(plan.rows[0]!);
    const lines = plan.rows.map((row) => columns.map((column) => row[column]).join(","));
    const bytes = Buffer.from([columns.join(","), ...lines].join("\n"));
    return receiveFile(ctx, merchantId, { bytes, name, format: "BANK_ACCOUNT", ...common });
  };
  let isTold = false;
  await runAs(dying, async () => {
    await take({ ...world.ctx });
    isTold = true;
  });
  if (!isTold) await take({ ...world.ctx });
}

/** One life of a worker: it works until nothing is left, or dies. Its claims are free again once their time is over. */
async function live(merchant: Payer, process: Process): Promise<void> {
  const ctx = { ...world.ctx };
  world.engine = ctx;
  await runAs(process, async () => {
    await workBatches(ctx, merchant.merchantId);
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
  });
  world.engine = world.ctx;
  await world.look("update batches.batch set free_at = '-infinity' where merchant_id = $1", [
    merchant.merchantId,
  ]);
}

/** Lets workers live until every batch of the merchant has ended; returns their number. */
async function workToTheEnd(merchant: Payer, nextProcess: () => Process): Promise<number> {
  for (let lives = 1; ; lives += 1) {
    await live(merchant, nextProcess());
    const open = await world.look(
      "select from batches.batch where merchant_id = $1 and stage not in ('finished', 'rejected')",
      [merchant.merchantId],
    );
    if (open.length === 0) return lives;
    assert.ok(lives < 500, "the batches do not come to an end");
  }
}

interface Count {
  rows: number;
  accepted: number;
  transfers: number;
  twice: number;
  same: boolean;
}

/**
 * Asserts that all rows were accepted or rejected, that each accepted row is one transfer, and that the sums are equal.
 */
async function assertAccountedFor(merchant: Payer, plans: readonly Plan[]): Promise<void> {
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
  const [count] = await world.look<Count>(
    `select
       (select count(*) from batches.batch_row where merchant_id = $1)::int as rows,
       (select count(*) from batches.batch_row where merchant_id = $1 and status = 'accepted')::int as accepted,
       (select count(*) from transfers.transfer where merchant_id = $1)::int as transfers,
       (select count(*) from (
          select from transfers.attempt where merchant_id = $1 group by transfer_id, bank_id having count(*) > 1
        ) as repeated)::int as twice,
       (select sum(amount_paise) from batches.batch_row where merchant_id = $1 and status = 'accepted')
         is not distinct from (select sum(amount_paise) from transfers.transfer where merchant_id = $1) as same`,
    [merchant.merchantId],
  );
  const sound = plans.reduce((sum, plan) => sum + plan.sound, 0);
  assert.deepEqual([count!.accepted, count!.transfers], [sound, sound], "each sound row is one transfer");
  assert.ok(count!.same, "the sums are equal");
  // A client that did not get an answer sends its file once more; those rows are all rejected.
  const given = plans.reduce((sum, plan) => sum + plan.rows.length, 0);
  assert.ok(count!.rows >= given, "every row that came in is there");
}

test(`${FILE_ROWS} rows whose worker dies after every ${CHUNK_ROWS}: every row is accounted for`, async (context) => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  const plan = makePlan("file", FILE_ROWS);
  await submit(merchant, plan, { isFile: true, name: "file", dying: makeProcess() });
  const lives = await workToTheEnd(merchant, () => makeProcess("batches.process.chunk_done"));
  assert.equal(lives, FILE_ROWS / CHUNK_ROWS + 1);
  await assertAccountedFor(merchant, [plan]);
  context.diagnostic(`${FILE_ROWS} rows, ${plan.sound} sound, ${lives - 1} crashes`);
});

test(`${RUNS} batches whose processes die at random: every row is there, no one is paid twice`, async (context) => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  const points = await learnPoints(merchant);
  const plans: Plan[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const name = `run_${run}`;
    const isFile = run % 4 === 0 || RUN_ROWS > CHUNK_ROWS;
    const plan = makePlan(name, RUN_ROWS);
    plans.push(plan);
    await submit(merchant, plan, { isFile, name, dying: pickProcess(points, /receive|request|transaction/) });
    let deaths = 0;
    // Every run crashes at least once; then a worker is allowed to live.
    await workToTheEnd(merchant, () => (deaths++ < 2 ? pickProcess(points, /./) : makeProcess()));
  }
  plans.push(...learned);
  await assertAccountedFor(merchant, plans);
  const crashes = [...crashed.values()].reduce((sum, times) => sum + times, 0);
  assert.ok(crashes >= RUNS, `only ${crashes} processes died`);
  context.diagnostic(`seed ${seed}: ${crashes} crashes at ${crashed.size} points over ${RUNS} batches`);
});

const learned: Plan[] = [];

/** Runs a batch without a crash, to learn which points exist and how often they are passed. */
async function learnPoints(merchant: Payer): Promise<ReadonlyMap<string, number>> {
  const watching = makeProcess();
  for (const isFile of [true, false]) {
    const plan = makePlan(`learn_${String(isFile)}`, 60);
    learned.push(plan);
    await submit(merchant, plan, { isFile, name: `learn_${String(isFile)}`, dying: watching });
    await live(merchant, watching);
  }
  const batchPoints = [...watching.passed.keys()].filter((point) => point.startsWith("batches."));
  assert.ok(batchPoints.length >= 7, `only these points are passed: ${batchPoints.join(" ")}`);
  return watching.passed;
}

function pickProcess(points: ReadonlyMap<string, number>, among: RegExp): Process {
  const fitting = [...points].filter(([point]) => among.test(point));
  const [point, visits] = fitting[Math.floor(dice() * fitting.length)]!;
  return makeProcess(point, 1 + Math.floor(dice() * Math.min(visits, 4)));
}
