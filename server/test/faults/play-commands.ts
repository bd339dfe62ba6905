/** Applies commands to the engine and to its model. */
import assert from "node:assert/strict";
import { formatRupees } from "#lib/money";
import { acceptTransfer, cancelTransfers, runtimeOf, TransferError, workTransfers } from "#transfers";
import { advance } from "./fault-world.ts";
import type { Fate, Phase } from "./fates.ts";
import { makeOrder } from "./make-order.ts";
import type { Command, CommandOf } from "./model-commands.ts";
import { count, momentOf, readAll, type Play } from "./play.ts";

export function act(playing: Play, command: Command): Promise<void> {
  switch (command.kind) {
    case "nothing":
      return Promise.resolve();
    case "order":
      return give(playing, command);
    case "advance":
      return move(playing, command.ms);
    case "force":
      return force(playing, command);
    case "cancel":
      return cancel(playing, command);
    case "again":
      return giveAgain(playing, command);
    case "topUp":
      return topUp(playing, command);
    case "restart":
      // The memory of a process is attached to its context.
      playing.ctx = { ...playing.world.ctx };
      playing.world.engine = playing.ctx;
      return Promise.resolve();
    default: {
      const never: never = command;
      return never;
    }
  }
}

async function give(
  playing: Play,
  { order, held: isHeld, copies: times }: CommandOf<"order">,
): Promise<void> {
  const { world, ctx, merchant, model, orders } = playing;
  const key = `model_${orders.size}`;
  const sent = makeOrder(key, order);
  const now = momentOf(playing);
  const { payers } = runtimeOf(ctx);
  const busy = isHeld ? payers.take(merchant.merchantId, 1_000) : 0;
  // These are threads of the same process, and also of another one unless this process is meant to be busy.
  const engines = isHeld ? [ctx] : [ctx, { ...world.ctx }];
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) =>
      acceptTransfer(engines[n % engines.length]!, merchant.merchantId, sent),
    ),
  );
  payers.free(merchant.merchantId, busy);
  for (const engine of engines) await runtimeOf(engine).idle();
  const [first, ...more] = answers.filter(({ kind }) => kind !== "repeated");
  assert.ok(first !== undefined && more.length === 0, `${key} was taken ${1 + more.length} times`);
  assert.ok(first.kind === "accepted" || first.kind === "failed", `${key} was ${first.kind}`);
  count(playing, first.kind);
  orders.set(key, sent);
  model.order(key, order, { answer: first.kind, held: isHeld, now });
  if (!isHeld) await work(playing);
}

/** Does everything that is due, and applies the results to the model. */
async function work(playing: Play): Promise<void> {
  const { ctx, merchant, model } = playing;
  const now = momentOf(playing);
  for (;;) {
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
    const due = await ctx.db.inMerchant(merchant.merchantId, (tx) =>
      tx.query("select from transfers.transfer where merchant_id = $1 and due_at <= $2 limit 1", [
        tx.merchantId,
        tx.now,
      ]),
    );
    if (due.length === 0) break;
  }
  model.work(now);
}

async function move(playing: Play, byMs: number): Promise<void> {
  await advance(playing.world, playing.merchant, byMs);
  playing.movedMs += byMs;
  await work(playing);
}

/** Makes a bank change its mind about one of the payments for which the result is certain. */
async function force(playing: Play, { nth, outcome }: CommandOf<"force">): Promise<void> {
  const { world, merchant, model, orders } = playing;
  const now = momentOf(playing);
  const open = [...orders.keys()].flatMap((key) => {
    const before = model.certain(key, now);
    const after = before === null ? null : afterForce(before, { fate: model.fateOf(key), to: outcome });
    return after === null ? [] : [{ key, after }];
  });
  const one = open[nth % Math.max(open.length, 1)];
  if (one === undefined) return;
  const [attempt] = await world.look<{ bankId: string; reference: string }>(
    `select attempt.bank_id as "bankId", reference
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id, attempt)
     where merchant_id = $1
       and transfer_key = $2`,
    [merchant.merchantId, one.key],
  );
  if (attempt === undefined) return;
  const path = `/sim/payments/${attempt.reference}/force`;
  const body = { bankId: attempt.bankId, outcome };
  const { happened } = await world.simulator.control<{ happened: boolean }>("POST", path, body);
  if (!happened) return;
  count(playing, `forced ${outcome}`);
  if (one.after.status === "PENDING") model.forceBack(one.key, now);
  else model.force(one.key, one.after);
}

/** Payments that stay open at the bank long enough to be forced. */
const OPEN_AT_BANK: readonly Fate[] = ["never", "deemed", "pending", "pending-failed"];
/** Payments that were refused before any debit; for others the books would show a second debit. */
const NEVER_DEBITED: readonly Fate[] = ["declined", "bank-offline", "npci-down"];

function afterForce(
  { status, money }: Phase,
  { fate, to }: { fate: Fate; to: CommandOf<"force">["outcome"] },
): Pick<Phase, "status" | "money"> | null {
  if (status === "SUCCESS") return to === "return" ? { status: "REVERSED", money: "free" } : null;
  if (status === "FAILED") {
    if (to === "succeed" && NEVER_DEBITED.includes(fate)) return { status: "FAILED", money: "taken" };
    return to === "return" && money === "taken" ? { status: "FAILED", money: "free" } : null;
  }
  if (status !== "PENDING" || !OPEN_AT_BANK.includes(fate)) return null;
  if (to === "succeed") return { status: "SUCCESS", money: "taken" };
  if (to === "fail") return { status: "FAILED", money: "free" };
  // The money came back before the bank had reported that it left.
  return fate === "never" ? { status: "PENDING", money: "held" } : null;
}

async function cancel(playing: Play, { nth }: CommandOf<"cancel">): Promise<void> {
  const { ctx, merchant, model, orders } = playing;
  // Every other time this chooses a transfer that can be cancelled, if there is one.
  const waiting = nth % 2 === 0 ? model.waiting() : [];
  const key = waiting[nth % Math.max(waiting.length, 1)] ?? pick(orders, nth);
  if (key === null) return;
  const { transferId } = (await readAll(playing)).find((one) => one.transferKey === key)!;
  const because = "the merchant withdrew it";
  const cancelled = await cancelTransfers(ctx, merchant.merchantId, {
    transferIds: [transferId],
    because,
  }).then(
    () => true,
    (error: unknown) => {
      assert.ok(TransferError.is(error, "not_cancellable"), String(error));
      return false;
    },
  );
  assert.equal(cancelled, model.cancel(key), `${key} was withdrawn: ${cancelled}`);
  count(playing, cancelled ? "cancelled" : "not cancellable");
}

/** The same ID is the same transfer, so nothing happens, whatever the repeated request contains. */
async function giveAgain(playing: Play, { nth, altered }: CommandOf<"again">): Promise<void> {
  const { ctx, merchant, orders } = playing;
  const key = pick(orders, nth);
  if (key === null) return;
  const order = orders.get(key)!;
  const sent = altered ? { ...order, amountPaise: order.amountPaise + 1n } : order;
  const answer = await acceptTransfer(ctx, merchant.merchantId, sent);
  assert.ok(answer.kind === "repeated" && answer.sameContent === !altered, `${key} again was ${answer.kind}`);
  count(playing, "repeated");
}

/** Money arrives at the bank, which reports it to us, sometimes more than once. */
async function topUp(playing: Play, { amountPaise, twice }: CommandOf<"topUp">): Promise<void> {
  const { world, merchant, model } = playing;
  count(playing, "topped up");
  const utr = `UTR${playing.happened.get("topped up")}`;
  const credit = {
    bankId: merchant.bankId,
    account: merchant.debitAccount,
    amount: formatRupees(amountPaise),
    utr,
  };
  for (let times = 0; times < (twice ? 2 : 1); times += 1)
    await world.simulator.control("POST", "/sim/credits", credit);
  model.credit(amountPaise);
}

function pick(orders: ReadonlyMap<string, unknown>, nth: number): string | null {
  return orders.size === 0 ? null : `model_${nth % orders.size}`;
}
