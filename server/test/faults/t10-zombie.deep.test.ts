/**
 * A worker is stopped, others take over its work, and it wakes up and continues: no one is paid twice, even if the bank
 * would pay the same reference again. Without the guards, the same test sees double payments.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { TransferOrder } from "#transfers";
import { startChild, type Child } from "./child.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";
import { makeDice } from "./dice.ts";
import { makeReady } from "./make-ready.ts";
import { bugEnvironment, type Bug } from "./plant-bug.ts";
import type { Task } from "./zombie-main.ts";

const ROUNDS = tiered({ deep: 12, nightly: 200 });

const seed = process.env.FAULT_SEED ?? "vitaran-10";
const dice = makeDice(seed);
const world = await makeFaultWorld();

interface Place {
  readonly where: "in the claim" | "before the bytes" | "before the record" | "in the record";
  readonly point: string;
  /** The task that makes a worker pass the point: accepting orders, or processing due transfers. */
  readonly doing: Task["do"];
}

/** The places where a worker is stopped. For a pull request, each is tested with one bank: see `BANKS`. */
const PLACES: readonly Place[] = [
  { where: "in the claim", point: "transfers.dispatch.claimed", doing: "work" },
  { where: "before the bytes", point: "transfers.dispatch.committed", doing: "work" },
  { where: "before the bytes", point: "transfers.pay.last_look", doing: "accept" },
  { where: "in the claim", point: "transfers.accept.decided", doing: "accept" },
  { where: "before the record", point: "transfers.pay.answered", doing: "accept" },
  { where: "before the bytes", point: "transfers.pay.last_look", doing: "work" },
  { where: "before the bytes", point: "transfers.pay.before_send", doing: "accept" },
  { where: "in the record", point: "transfers.record.written", doing: "accept" },
  { where: "in the claim", point: "transfers.accept.written", doing: "accept" },
  { where: "before the bytes", point: "transfers.accept.committed", doing: "accept" },
  { where: "in the claim", point: "transfers.dispatch.written", doing: "work" },
  { where: "in the record", point: "transfers.record.locked", doing: "work" },
];

/** Two banks pay a reference once (the second answers DUPLICATE), one pays it again, and one cannot void. */
const BANKS = ["meghdoot", "himshikhar", "purvasagar", "jugnu"];

/** The real time after its intent within which the worker may send. */
const SEND_WITHIN_MS = 2_000;
const SOON: Bug = {
  file: "server/src/money/transfers/send/pay-attempts.ts",
  find: "SEND_WITHIN_MS = 30_000;",
  replace: `SEND_WITHIN_MS = ${SEND_WITHIN_MS};`,
};

/** Removes each guard. */
const NO_GUARDS: readonly Bug[] = [
  {
    file: "server/src/money/transfers/send/pay-attempts.ts",
    find: "if (performance.now() > sending.sendBy)",
    replace: "if (performance.now() > Number.POSITIVE_INFINITY)",
  },
  // Without this guard, the same reference is sent again to a bank that pays it again.
  {
    file: "server/src/money/transfers/enquire/enquire-attempts.ts",
    find: "if (idempotentByReference) {",
    replace: "if (true) {",
  },
  // Without this guard, the bytes leave before the intent is committed.
  {
    file: "server/src/money/transfers/send/dispatch-transfers.ts",
    find: "plan.paidBefore = paidBefore.size > 0;",
    replace: "payAttempts(ctx, plan.sendings); plan.sendings = [];",
  },
];

test(`${ROUNDS} workers stopped, replaced and woken again: no second payment`, async (context) => {
  const [zombie, heir] = await startWorkers([SOON]);
  const merchants: Payer[] = [];
  for (const first of BANKS) {
    // The other banks are there in case the router chose one of them.
    merchants.push(await world.makePayer({ bankIds: [first, ...BANKS.filter((bank) => bank !== first)] }));
  }
  const stops = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = Math.floor(round / PLACES.length);
    const place = PLACES[round % PLACES.length]!;
    const merchant = merchants[(round + turn) % merchants.length]!;
    await playRound({ zombie, heir, merchant }, place, `zombie_${round}`);
    await settle(world, world.ctx, merchant);
    stops.set(place.where, (stops.get(place.where) ?? 0) + 1);
  }
  await assertSound(world, merchants);
  assert.equal(stops.size, 4, "workers were stopped at all four places");
  const counts = [...stops].map(([where, count]) => `${count} ${where}`).join(", ");
  context.diagnostic(`seed ${seed}: ${ROUNDS} rounds (${counts}): no second payment`);
});

test("without the guards the same rounds do pay twice", async (context) => {
  const [zombie, heir] = await startWorkers([SOON, ...NO_GUARDS]);
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  const places = PLACES.filter(({ point }) => /dispatch.written|pay.before_send|pay.last_look/.test(point));
  for (const [index, place] of places.entries()) {
    const before = await countDoubles(merchant);
    await playRound({ zombie, heir, merchant }, place, `unguarded_${index}`);
    const doubles = (await countDoubles(merchant)) - before;
    assert.ok(doubles > 0, `stopped at ${place.point}, nothing was paid twice: the guards guard nothing`);
    context.diagnostic(`stopped at ${place.point}: ${doubles} paid twice`);
  }
});

interface Cast {
  zombie: Child;
  heir: Child;
  merchant: Payer;
}

/** The zombie is stopped during its work, the heir processes everything that is due, and the zombie continues. */
async function playRound({ zombie, heir, merchant }: Cast, place: Place, name: string): Promise<void> {
  const { merchantId } = merchant;
  for (let tries = 0; ; tries += 1) {
    const keys = Array.from({ length: 1 + Math.floor(dice() * 4) }, (_, n) => `${name}_${tries}_${n}`);
    if (place.doing === "work") await makeReady(world, merchant, keys.map(orderOf));
    // Points of a single instruction are passed once for each instruction.
    const visit = /before_send|last_look|answered/.test(place.point)
      ? 1 + Math.floor(dice() * keys.length)
      : 1;
    const stopAt = { point: place.point, visit };
    const task = begin(zombie, { do: place.doing, merchantId, keys, stopAt });
    const stopped = zombie.hear(({ stopped: point }) => (point === undefined ? undefined : true));
    const isStopped = await Promise.race([stopped, task.then(() => false)]);
    if (!isStopped) {
      // On a busy machine, its time to send may be over before it reaches the point.
      assert.ok(tries < 10, `the worker never comes to ${place.point}`);
      continue;
    }
    const wakeAt = performance.now() + SEND_WITHIN_MS;
    await sessionsGone();
    // A caller that got no answer calls another process.
    if (place.doing === "accept") await begin(heir, { do: "accept", merchantId, keys });
    for (const seconds of [70, 300, 1_800]) {
      await advance(world, merchant, seconds * 1_000);
      await begin(heir, { do: "work", merchantId });
    }
    await sleep(Math.max(0, wakeAt - performance.now()));
    zombie.kill("SIGCONT");
    await task;
    return;
  }
}

let nextTask = 0;

/** Gives a process a task; resolves when it is done. */
function begin(child: Child, task: Omit<Task, "id">): Promise<void> {
  nextTask += 1;
  const id = nextTask;
  const done = child.hear((line) => (line.done === id ? true : undefined));
  child.say({ id, ...task });
  return done.then(() => undefined);
}

/** PostgreSQL ends the transaction of a silent client; until then no one else can take over. */
async function sessionsGone(): Promise<void> {
  for (;;) {
    const open = await world.look(
      "select from pg_stat_activity where application_name = 'zombie' and state like 'idle in transaction%'",
    );
    if (open.length === 0) return;
    await sleep(50);
  }
}

/** Starts the worker that will be stopped, whose connections time out quickly, and the one that takes over. */
async function startWorkers(bugs: readonly Bug[]): Promise<[zombie: Child, heir: Child]> {
  const url = new URL(world.databaseUrl);
  url.searchParams.set("application_name", "zombie");
  url.searchParams.set("options", "-c idle_in_transaction_session_timeout=1s");
  const command = [new URL("zombie-main.ts", import.meta.url).pathname];
  const planted = bugEnvironment(bugs);
  const zombie = startChild(world, { command, environment: { ...planted, DATABASE_URL: url.href } });
  const heir = startChild(world, { command, environment: planted });
  const isReady = ({ ready }: Readonly<Record<string, unknown>>): true | undefined =>
    ready === true ? true : undefined;
  await Promise.all([zombie.hear(isReady), heir.hear(isReady)]);
  return [zombie, heir];
}

/** Returns the number of references that a bank paid more than once, by its own books. */
async function countDoubles({ debitAccount }: Payer): Promise<number> {
  const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
  const { rows } = await world.simulator.control<{ rows: [string, string, debits: number][] }>("GET", path);
  return rows.filter(([, , debits]) => debits > 1).length;
}

function orderOf(transferKey: string): TransferOrder {
  return {
    transferKey,
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    amountPaise: 100_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  };
}
