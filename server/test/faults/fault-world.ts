/**
 * The basis of every fault test: a world with real simulated banks, a way to complete all open work, and the checks of
 * the books.
 */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { verifyLedger } from "#proof";
import { receiveCallback, registerTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import type { TransferMode } from "#rails";
import { changeMerchant } from "#access";
import { registerWithdrawals } from "#withdrawals";
import type { Context } from "#lib/context";
import { findQuietPort } from "../quiet-port.ts";
import { startSimulator, type Simulator } from "../simulator.ts";
import { makeWorld, type TestMerchant, type World, type WorldOptions } from "../world.ts";

/** A merchant that can pay. */
export interface Payer extends TestMerchant {
  /** Its preferred bank. */
  readonly bankId: string;
}

interface PayerToMake {
  readonly balancePaise?: bigint;
  readonly bankIds?: readonly string[];
  readonly home?: string | undefined;
}

export interface FaultWorld extends World {
  readonly simulator: Simulator;
  /** Makes a merchant with money whose banks are the simulator's, the preferred one first. */
  makePayer(options?: PayerToMake): Promise<Payer>;
  /** Receives callbacks of the banks; a test that simulates crashes replaces it. */
  takeCallback: (take: () => Promise<void>) => Promise<void>;
  /** Callbacks go to this engine. */
  engine: Context;
}

type Tier = "quick" | "deep" | "nightly";

/** The amount of fault testing: that of `npm test`, of `npm run test:deep`, or of `npm run faults`. */
export const TIER: Tier = (process.env.FAULT_TIER ?? "deep") as Tier;

/**
 * Returns the size of a test by tier. A file with a size for `quick` is run by `npm test` at that size, and by
 * `npm run test:deep` in full.
 */
export function tiered(sizes: { quick?: number; deep: number; nightly: number }): number {
  return TIER === "quick" ? (sizes.quick ?? sizes.deep) : sizes[TIER];
}

interface FaultWorldOptions extends WorldOptions {
  readonly start?: Date;
  readonly dataDir?: string;
}

/**
 * Makes the world: database, simulator process, and an HTTP server that receives the banks' callbacks. With `start`,
 * this is the current time for the banks and for every merchant, on whichever day the test runs; with `dataDir`, the
 * banks remember their payments when they are killed, and can be restarted on their port.
 */
export async function makeFaultWorld({
  start,
  dataDir,
  ...options
}: FaultWorldOptions = {}): Promise<FaultWorld> {
  const world = await makeWorld(options);
  const aheadMs = start === undefined ? 0 : start.getTime() - Date.now();
  const simulator = await startSimulator(world, {
    ...(start === undefined ? {} : { start }),
    ...(dataDir === undefined ? {} : { dataDir, port: await findQuietPort() }),
  });
  registerTransfers();
  registerWithdrawals();
  stopWithWorld(world, world.ctx);
  const server = createServer((request, response) => {
    takeRequest(faultWorld, request)
      .then((status) => response.writeHead(status).end())
      // A crashed server does not answer.
      .catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const faultWorld: FaultWorld = {
    ...world,
    simulator,
    engine: world.ctx,
    takeCallback: (take) => take(),
    openContext: (options) => stopWithWorld(world, world.openContext(options)),
    async makePayer({ balancePaise = 10_00_00_000_00n, bankIds = ["meghdoot"], ...at } = {}) {
      const callbackUrl = (bankId: string): string => `http://127.0.0.1:${port}/${bankId}`;
      const made = await world.makeMerchant({ balancePaise, bankIds, simulator, callbackUrl, ...at });
      owners.set(made.debitAccount, made.merchantId);
      if (aheadMs !== 0) await moveClock(world, made, aheadMs);
      await changeMerchant(world.ctx, made.merchantId, { settings: { allowLoopbackWebhooks: true } });
      return { ...made, bankId: bankIds[0]! };
    },
  };
  return faultWorld;
}

/** After a test has failed, nothing may continue to try: an engine whose world is closed starts nothing new. */
function stopWithWorld(world: World, ctx: Context): Context {
  world.onClose(async () => {
    runtimeOf(ctx).stopping = true;
  });
  return ctx;
}

/** The merchant of each debit account, because all callbacks of the fault world go to one address. */
const owners = new Map<string, string>();

async function takeRequest(world: FaultWorld, request: IncomingMessage): Promise<number> {
  const rawBody = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const { debitAccount } = JSON.parse(rawBody.toString()) as { debitAccount: string };
  const merchantId = owners.get(debitAccount);
  if (merchantId === undefined) return 404;
  const bankId = request.url!.slice(1);
  await world.takeCallback(() =>
    receiveCallback(world.engine, merchantId, { bankId, headers: request.headers, rawBody }),
  );
  return 204;
}

/** Returns an order of 100.00 to a payee who can be paid. */
export function orderTo(
  transferKey: string,
  { mode = "imps", vpa }: { mode?: TransferMode; vpa?: string } = {},
): TransferOrder {
  const account = { accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const inline = { name: "Asha Rao", ...(vpa === undefined ? account : { vpa }) };
  return { transferKey, payee: { inline }, amountPaise: 100_00n, mode, remarks: "", fundSourceId: null };
}

const HOUR_MS = 3_600_000;

/** A bank repeats a callback a while after each failure, so one round of waiting is not enough. */
const QUIET_ROUNDS = 3;

/** Moves a merchant's clock, here and at its banks; the resulting callbacks are answered when this resolves. */
export async function advance(world: FaultWorld, merchant: TestMerchant, ms: number): Promise<void> {
  await moveClock(world, merchant, ms);
  const { debitAccount } = merchant;
  await world.simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: ms });
}

async function moveClock(world: World, merchant: TestMerchant, ms: number): Promise<void> {
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update
     set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchant.merchantId, ms],
  );
}

/** Completes all open work of a merchant as time would: enquiries, windows, retries, until only reviews may be open. */
export async function settle(world: FaultWorld, ctx: Context, merchant: TestMerchant): Promise<number> {
  let quietRounds = 0;
  for (let rounds = 0; rounds < 60; rounds += 1) {
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
    const [open] = await world.look<{ count: string; next: Date | null }>(
      // A transfer that was sent as it was accepted gets a due time only when a worker checks if it was answered.
      `select count(*) as count,
         min(case when status = 'sent' and due_at is null then sent_at + interval '5 seconds' else due_at end) as next
       from transfers.transfer
       where merchant_id = $1
         and (status in ('waiting', 'ready', 'sent') or (status = 'succeeded' and due_at is not null))`,
      [merchant.merchantId],
    );
    if (open!.count === "0" && quietRounds === QUIET_ROUNDS) return rounds;
    if (open!.count === "0") {
      // Nothing of ours is open, but a bank may still repeat a callback that a dead process did not receive.
      quietRounds += 1;
      await advance(world, merchant, 2 * HOUR_MS);
      continue;
    }
    const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
    const ahead = open!.next === null ? HOUR_MS : open!.next.getTime() - clock!.now.getTime() + 1_000;
    // The first rounds go to each due time, and the later ones take large steps, because 72 hours of enquiries would be
    // many rounds.
    await advance(world, merchant, Math.max(ahead, rounds < 5 ? 1_000 : 6 * HOUR_MS));
  }
  const stuck = await world.look(
    `select transfer_key, status, bank_id, attempt, enquiries, due_at
     from transfers.transfer
     where merchant_id = $1
       and status in ('waiting', 'ready', 'sent')`,
    [merchant.merchantId],
  );
  throw new Error(`work is still open after 60 rounds: ${JSON.stringify(stuck)}`);
}

interface LedgerRow {
  transferKey: string;
  status: string;
  /** Bank and reference, with a space between them. */
  references: string[];
  netPaise: bigint;
  contradicted: boolean;
}

type BankRow = [
  bankId: string,
  reference: string,
  debits: number,
  debited: number,
  reversed: number,
  returned: number,
  net: number,
];

/**
 * Two independent checks: every invariant in SQL, and the banks' own books, which do not depend on our code. For each
 * transfer that has ended, the banks have paid exactly what our ledger says, and no reference was ever debited twice.
 */
export async function assertSound(world: FaultWorld, merchants: readonly TestMerchant[]): Promise<void> {
  const { findings } = await verifyLedger(world.ctx);
  assert.deepEqual(findings, []);
  for (const merchant of merchants) await compareWithBanks(world, merchant);
}

/** Checks the same for one merchant, while others continue. */
export async function assertMerchantSound(world: FaultWorld, merchant: TestMerchant): Promise<void> {
  const { findings } = await verifyLedger(world.ctx, merchant.merchantId);
  assert.deepEqual(findings, []);
  await compareWithBanks(world, merchant);
}

async function compareWithBanks(
  world: FaultWorld,
  { merchantId, debitAccount }: TestMerchant,
): Promise<void> {
  const path = `/sim/debits?debitAccount=${debitAccount}&form=summary`;
  const { rows } = await world.simulator.control<{ rows: BankRow[] }>("GET", path);
  const atBank = new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row]));
  const ledger = await world.look<LedgerRow>(LEDGER, [merchantId]);
  const known = new Set<string>();
  for (const { transferKey, status, references, netPaise, contradicted } of ledger) {
    const paid = references.map((reference) => atBank.get(reference)).filter((row) => row !== undefined);
    for (const reference of references) known.add(reference);
    const twice = paid.find((row) => row[2] > 1);
    assert.equal(
      twice,
      undefined,
      `${transferKey}: ${twice?.[0]} was made to pay ${twice?.[1]} ${twice?.[2]} times`,
    );
    // Only a bank that refuses and pays can cause two payments of one order, and that is reported as a contradiction.
    const live = paid.filter((row) => row[6] > 0);
    assert.ok(
      live.length <= 1 || contradicted,
      `${transferKey}: paid at ${live.map((row) => row[0]).join(" and ")}`,
    );
    if (status === "sent" || status === "review") continue;
    const net = paid.reduce((sum, row) => sum + row[6], 0);
    assert.equal(
      BigInt(net),
      BigInt(netPaise),
      `${transferKey} (${status}): banks paid ${net}, ledger says ${netPaise}`,
    );
  }
  const strange = [...atBank.keys()].filter((key) => !known.has(key));
  assert.deepEqual(strange, [], "the banks know of no payment that we do not");
}

/**
 * For each transfer: the references that were sent to banks, and the amount that the banks have paid according to the
 * ledger.
 */
const LEDGER = `
  select transfer.transfer_key as "transferKey", transfer.status,
    array(
      select attempt.bank_id || ' ' || attempt.reference
      from transfers.attempt
      where attempt.merchant_id = transfer.merchant_id
        and attempt.transfer_id = transfer.transfer_id
    ) as references,
    coalesce((
      select sum(case
        when posting.credit_no between 100 and 999 and posting.credit_no % 2 = 1 then posting.amount_paise
        when posting.debit_no between 100 and 999 and posting.debit_no % 2 = 1 then -posting.amount_paise
        else 0
      end)
      from ledger.posting
      where posting.merchant_id = transfer.merchant_id
        and posting.cause_id = transfer.transfer_id
    ), 0)::bigint as "netPaise",
    exists (
      select from transfers.contradiction
      where contradiction.merchant_id = transfer.merchant_id
        and contradiction.transfer_id = transfer.transfer_id
        and contradiction.kind = 'late_success'
    ) as contradicted
  from transfers.transfer
  where transfer.merchant_id = $1`;
