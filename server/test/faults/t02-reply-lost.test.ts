/**
 * The answer to an order is lost after the order was stored: any repetition, in any way and to any process, finds the
 * first transfer and never creates a second one.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { buildApi } from "#api";
import type { Context } from "#lib/context";
import { runtimeOf } from "#transfers";
import { startProxy, type Relay, type Wire } from "../proxy.ts";
import { ask, authorize, type Answer, type Question } from "./api-client.ts";
import { makeDice } from "./dice.ts";
import { assertSound, makeFaultWorld, settle, tiered } from "./fault-world.ts";

const ORDERS = tiered({ quick: 100, deep: 600, nightly: 10_000 });
const CLIENTS = 24;

const seed = process.env.FAULT_SEED ?? "vitaran-2";
const dice = makeDice(seed);
const world = await makeFaultWorld();

/** The answers that did not arrive, by the merchant's ID of the transfer. */
const lost = new Map<string, { body: string; part: boolean }>();

test(`${ORDERS} answers lost: each retry finds the first transfer`, async (context) => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 1_000_000 });
  // One process loses its answer and the other is asked for it, so nothing may depend on the memory of a process.
  const [first, other] = [await serve(world.openContext()), await serve(world.openContext())];
  const breaking = await startProxy(world, { port: first, relay: loseAnswer });
  const headers = await authorize(first, merchant);
  const bene = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210", address1: "1 Main Road" };
  const details = { ...bene, bankAccount: "026291800001191", ifsc: "YESB0000262" };
  await ask(first, { path: "/v1/addBeneficiary", headers, body: { beneId: "ASHA", ...details } });

  let next = 0;
  const counts = { byStatus: 0, byKey: 0 };
  const client = async (): Promise<void> => {
    while (next < ORDERS) {
      next += 1;
      const order = orderOf(next, details);
      const again = dice() < 0.5 ? { "idempotency-key": order.transferId } : null;
      const question = { ...order, headers: { ...headers, ...again } };
      await assert.rejects(ask(breaking, question), `${order.transferId}: its answer was to be lost`);
      if (again === null) await findByStatus(other, question);
      else await findByKey(other, question);
      counts[again === null ? "byStatus" : "byKey"] += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await settle(world, world.ctx, merchant);
  const [row] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.equal(row?.count, ORDERS);
  assert.equal(lost.size, ORDERS, "every answer had left the server before it was lost");
  await assertSound(world, [merchant]);
  const parts = [...lost.values()].filter(({ part }) => part).length;
  context.diagnostic(
    `seed ${seed}: ${ORDERS} answers lost, ${parts} of them in their midst; ${counts.byStatus} found by ` +
      `getTransferStatus, ${counts.byKey} by Idempotency-Key: ${ORDERS} of ${ORDERS} are the first transfer`,
  );
});

async function serve(ctx: Context): Promise<number> {
  const app = buildApi(ctx);
  await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    await app.close();
    await runtimeOf(ctx).idle();
  });
  return (app.server.address() as { port: number }).port;
}

/** Passes the request on, keeps the answer, and breaks the connection: before the answer's first byte or within it. */
function loseAnswer({ client, server, cut }: Wire): Relay {
  let request = "";
  let answer = "";
  return {
    fromClient(bytes) {
      request += bytes.toString();
      server.write(bytes);
    },
    fromServer(bytes) {
      answer += bytes.toString();
      const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (!(body.length >= length)) return;
      const part = dice() < 0.3;
      lost.set(/"transferId":"(\w+)"/.exec(request)?.[1] ?? "", { body, part });
      if (!part) return cut();
      // A part of the answer arrives, and then the connection ends.
      client.end(answer.slice(0, 20 + Math.floor(dice() * (answer.length - 20))));
      server.destroy();
    },
  };
}

interface Order extends Question {
  readonly transferId: string;
}

function orderOf(n: number, beneDetails: object): Order {
  const transferId = `reply_${n}`;
  const terms = { transferId, amount: (1 + (n % 500)).toFixed(2), remarks: "reply lost" };
  switch (n % 4) {
    case 0:
      return { transferId, path: "/v1/requestAsyncTransfer", body: { beneId: "ASHA", ...terms } };
    case 1:
      return { transferId, path: "/v1.2/requestAsyncTransfer", body: { beneId: "ASHA", ...terms } };
    case 2:
      return {
        transferId,
        path: "/v1/requestTransfer",
        body: { beneId: "ASHA", transferMode: "imps", ...terms },
      };
    default:
      return {
        transferId,
        path: "/v1.2/directTransfer",
        body: { ...terms, transferMode: "imps", beneDetails },
      };
  }
}

/** Without a key, the repetition is refused in the contract's words, and the status call finds the transfer. */
async function findByStatus(
  port: number,
  question: Order & { headers: Readonly<Record<string, string>> },
): Promise<void> {
  const { transferId, headers } = question;
  const again = await ask(port, question);
  assert.equal(again.message, "Transfer Id already exists.");
  assert.match(again.subCode, /^(409|400)$/);
  const status = await ask(port, {
    method: "GET",
    path: `/v1/getTransferStatus?transferId=${transferId}`,
    headers,
  });
  assert.equal(status.subCode, "200");
  const { transfer } = status.data as { transfer: { transferId: string; referenceId: unknown } };
  assert.equal(transfer.transferId, transferId);
  assert.equal(String(transfer.referenceId), lostReference(transferId));
}

/** With a key, the repetition gets the stored answer, marked as such. */
async function findByKey(port: number, question: Order): Promise<void> {
  const again = await ask(port, question);
  const first = JSON.parse(lost.get(question.transferId)!.body) as Answer;
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.equal(again.data.referenceId, lostReference(question.transferId));
  // A caller that waits may by now receive the outcome of a transfer that was pending.
  if (/Async/.test(question.path))
    assert.deepEqual([again.subCode, again.message], [first.subCode, first.message]);
  else assert.match(again.subCode, /^20[012]$/);
}

function lostReference(transferId: string): string {
  const { data } = JSON.parse(lost.get(transferId)!.body) as Answer;
  assert.equal(typeof data.referenceId, "string", `${transferId}: ${JSON.stringify(data)}`);
  return data.referenceId as string;
}
