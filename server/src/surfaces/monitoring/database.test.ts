/** Figures that are read from the database move when what they name happens. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { setLowBalanceThreshold, WALLET_ID } from "#fund-sources";
import { istDate } from "#lib/ist";
import { newId } from "#lib/ids";
import { deliverMessages, queueMessages } from "#messages";
import { importStatement, matchLines, noticeRestore, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf } from "#transfers";
import { addEndpoint, deliverWebhooks, publishEvents } from "#webhooks";
import { advance, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { startMailServer } from "#test/mail-server";
import { readMetrics, type Scraped } from "./test/scrape.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SANDBOX = { mode: "sandbox" };

const between = (value: number | null, least: number, most: number): void =>
  assert.ok(value !== null && value >= least && value < most, String(value));

/** Returns how much a counter has grown. */
const growth =
  (before: Scraped, after: Scraped) =>
  (name: string, labels = {}): number =>
    (after.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);

/** Makes a merchant's receiver that refuses everything but the events of one transfer, with a status of its own. */
async function makeReceiver(merchantId: string): Promise<{ status: number }> {
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = { status: 500 };
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const isFine = Buffer.concat(parts as Buffer[]).includes("transferId=fine");
      response.writeHead(isFine ? 200 : receiver.status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  await addEndpoint(ctx, merchantId, { url: `http://127.0.0.1:${port}/hook`, format: "classic_form" });
  return receiver;
}

const publish = (merchantId: string, transferId: string) =>
  ctx.db.inMerchant(merchantId, (tx) => {
    const data = { transferId, referenceId: "1", acknowledged: "0", utr: "632614700121" };
    const event = { type: "TRANSFER_SUCCESS", subjectId: newId(), seq: 1, at: tx.now, data } as const;
    return publishEvents(tx, [event]);
  });

test("a webhook that fails is pending and grows old, its endpoint fails, and it is given up in the end", async () => {
  const { merchantId } = await world.makeMerchant();
  const receiver = await makeReceiver(merchantId);
  const none = await readMetrics(world);
  assert.equal(none.sum("vitaran_webhooks_oldest_seconds", SANDBOX), null);
  await publish(merchantId, "bad");
  const published = await readMetrics(world);
  assert.equal(published.sum("vitaran_webhooks_pending", { ...SANDBOX, stage: "event" }), 1);
  assert.equal(published.sum("vitaran_webhook_endpoints", { ...SANDBOX, state: "working" }), 1);
  await deliverWebhooks(ctx, merchantId);
  await advanceClock(merchantId, HOUR_MS);
  const failed = await readMetrics(world);
  assert.equal(growth(none, failed)("vitaran_webhook_tries_total", { outcome: "failed" }), 1);
  assert.equal(failed.sum("vitaran_webhooks_pending", { ...SANDBOX, stage: "event" }), null);
  assert.equal(failed.sum("vitaran_webhooks_pending", { ...SANDBOX, stage: "retry" }), 1);
  assert.equal(failed.sum("vitaran_webhook_endpoints", { ...SANDBOX, state: "failing" }), 1);
  between(failed.sum("vitaran_webhooks_oldest_seconds", SANDBOX), 3_600, 7_200);
  assert.equal(failed.sum("vitaran_work_due", { worker: "webhooks", kind: "webhooks" }), 1);
  between(failed.sum("vitaran_work_overdue_seconds", { worker: "webhooks", kind: "webhooks" }), 1, 3_600);
  // An endpoint that takes others stays enabled.
  for (let tries = 0; tries < 20; tries += 1) {
    await publish(merchantId, "fine");
    await advanceClock(merchantId, 12 * HOUR_MS);
    await deliverWebhooks(ctx, merchantId);
  }
  const last = await readMetrics(world);
  assert.equal(growth(none, last)("vitaran_webhook_given_up_total"), 1);
  assert.equal(last.sum("vitaran_webhooks_pending", SANDBOX), null);
  assert.equal(last.sum("vitaran_work_due", { worker: "webhooks", kind: "webhooks" }), 0);
  receiver.status = 410;
  await publish(merchantId, "gone");
  await deliverWebhooks(ctx, merchantId);
  const gone = await readMetrics(world);
  assert.equal(gone.sum("vitaran_webhook_endpoints", { ...SANDBOX, state: "disabled" }), 1);
});

test("an e-mail waits, is tried again, is sent, or fails", async () => {
  const server = await startMailServer(world);
  const { merchantId } = await world.makeMerchant();
  const queue = (...to: string[]) =>
    ctx.db.inMerchant(merchantId, (tx) =>
      queueMessages(
        tx,
        to.map((one) => ({ channel: "email", to: one, subject: "Test", text: "Test", purpose: "test" })),
      ),
    );
  const before = await readMetrics(world);
  await queue("sent@example.com", "later@example.com", "never@example.com");
  await advanceClock(merchantId, HOUR_MS);
  const waiting = await readMetrics(world);
  const email = { ...SANDBOX, channel: "email" };
  assert.equal(waiting.sum("vitaran_messages_pending", email), 3);
  between(waiting.sum("vitaran_messages_oldest_seconds", email), 3_600, 7_200);
  server.answer = (to) =>
    to.startsWith("sent") ? null : { at: "recipient", code: to.startsWith("later") ? 451 : 550 };
  const config = { ...ctx.config, smtpUrl: server.url, smtpFrom: "Vitaran <payouts@business.example>" };
  await deliverMessages({ ...ctx, config }, merchantId);
  const after = await readMetrics(world);
  for (const outcome of ["sent", "retried", "failed"])
    assert.equal(growth(before, after)("vitaran_messages_total", { channel: "email", outcome }), 1, outcome);
  assert.equal(after.sum("vitaran_messages_pending", email), 1);
});

test("a backup grows old, and a try that fails is shown until one succeeds", async () => {
  const none = await readMetrics(world);
  assert.equal(none.sum("vitaran_backup_age_seconds"), null);
  assert.equal(none.sum("vitaran_backup_failed"), null);
  await world.look("update backups.state set tried_at = now()");
  assert.equal((await readMetrics(world)).sum("vitaran_backup_failed"), 1, "there was never a good one");
  await world.look("update backups.state set fault = 'the bucket is gone'");
  assert.equal((await readMetrics(world)).sum("vitaran_backup_failed"), 1);
  await world.look(
    `update backups.state
     set fault = null, good_at = now() - interval '1 hour', good_name = 'one', is_proved = true`,
  );
  const good = await readMetrics(world);
  assert.equal(good.sum("vitaran_backup_failed"), 0);
  between(good.sum("vitaran_backup_age_seconds"), 3_600, 3_700);
});

/** States the payment of today, and a debit of one rupee that no one knows if `strange` is true. */
async function state({ merchantId, bankId, debitAccount }: Payer, strange: boolean): Promise<void> {
  const [paid] = await world.look<{ reference: string; utr: string }>(
    `select reference, utr
     from transfers.transfer
     join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1`,
    [merchantId],
  );
  const day = istDate(new Date());
  const nothing = { lineId: null, narration: "", code: "", reason: null };
  const counterparty = { name: null, accountNumber: null, ifsc: null };
  const line = {
    ...nothing,
    bookedAt: new Date(`${day}T00:00:01+05:30`),
    kind: "payment",
    side: "debit",
  } as const;
  const lines = [
    { ...line, counterparty, amountPaise: 100_00n, ...paid! },
    ...(strange ? [{ ...line, counterparty, amountPaise: 1_00n, reference: "STRANGE", utr: null }] : []),
  ];
  const about = { statementId: day, kind: "intraday", sequenceNo: null, debitAccount, day } as const;
  const statement = { ...about, openingPaise: 0n, closingPaise: strange ? -101_00n : -100_00n, lines };
  await importStatement(ctx, merchantId, { bankId, statement });
  await matchLines(ctx, merchantId);
}

test("statement lines wait or are matched; breaks open and grow old", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId } = merchant;
  await acceptTransfers(ctx, merchantId, [orderTo("stated")]);
  await runtimeOf(ctx).idle();
  await state(merchant, false);
  assert.equal((await readMetrics(world)).sum("vitaran_reconciled_ratio", SANDBOX), 1);
  await state(merchant, true);
  await advanceClock(merchantId, HOUR_MS);
  const seen = await readMetrics(world);
  assert.equal(seen.sum("vitaran_reconciled_ratio", SANDBOX), 0.5);
  const lines = { ...SANDBOX, bank: bankId, state: "suspense" };
  assert.equal(seen.sum("vitaran_statement_lines_waiting", lines), 1);
  assert.equal(seen.sum("vitaran_breaks_open", { ...SANDBOX, kind: "unknown_debit" }), 1);
  between(seen.sum("vitaran_breaks_oldest_seconds", SANDBOX), 3_600, 7_200);
});

test("a bank that gives no readable statement fails, and its statement is overdue", async () => {
  const merchant = await world.makePayer();
  const { merchantId, debitAccount, bankId } = merchant;
  const about = { ...SANDBOX, bank: bankId };
  await workReconciliation(ctx, merchantId);
  const fine = await readMetrics(world);
  assert.equal(fine.sum("vitaran_statements_overdue", about), 0);
  assert.equal(fine.sum("vitaran_statements_failing", about), 0);
  const mishaps = [{ chance: 1, operation: "statement", mishap: { kind: "cut", posted: false } }];
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, { debitAccount, mishaps });
  await advance(world, merchant, 2 * DAY_MS);
  await workReconciliation(ctx, merchantId);
  const seen = await readMetrics(world);
  assert.equal(seen.sum("vitaran_statements_overdue", about), 1);
  assert.equal(seen.sum("vitaran_statements_failing", about), 1);
});

test("a wallet shows its rupees, and is low below its threshold", async () => {
  const merchant = await world.makePayer({ balancePaise: 1_000_50n });
  const { merchantId } = merchant;
  const wallet = { ...SANDBOX, merchant: merchantId, fund_source: WALLET_ID };
  const rich = await readMetrics(world);
  assert.equal(rich.sum("vitaran_fund_source_available_rupees", wallet), 1_000.5);
  assert.equal(rich.sum("vitaran_fund_source_low", wallet), 0);
  const low = rich.sum("vitaran_fund_sources_low", SANDBOX)!;
  const threshold = {
    fundSourceId: WALLET_ID,
    thresholdPaise: 2_000_00n,
    notify: true,
    by: "system",
  } as const;
  await setLowBalanceThreshold(ctx, merchantId, threshold);
  const poor = await readMetrics(world);
  assert.equal(poor.sum("vitaran_fund_source_low", wallet), 1);
  assert.equal(poor.sum("vitaran_fund_sources_low", SANDBOX), low + 1);
});

test("it is known whether commits wait for a standby", async () => {
  await noticeRestore(ctx);
  assert.equal((await readMetrics(world)).sum("vitaran_database_synchronous", { home: "first" }), 0);
  await world.look("update reconciliation.database_seen set synchronous = true");
  assert.equal((await readMetrics(world)).sum("vitaran_database_synchronous", { home: "first" }), 1);
});

async function advanceClock(merchantId: string, ms: number): Promise<void> {
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, ms],
  );
}
