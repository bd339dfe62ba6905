/** Orders of recently authenticated callers are announced from their request head until they end. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "#access";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import { buildApi } from "./build-api.ts";

const world = await makeWorld();
const merchant = await world.makeMerchant();
const { token } = await authorize(world.ctx, { ...merchant, ip: "127.0.0.1" });
const app = buildApi(world.ctx);
await app.listen({ port: 0, host: "127.0.0.1" });
world.onClose(async () => {
  app.server.closeAllConnections();
  await app.close();
});
const { port } = app.server.address() as { port: number };

/** Sends the head of an order and the first of the two bytes of its body. */
async function beginOrder(path: string, bearer: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = [`POST /payout${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${bearer}`];
  socket.write(`${[...head, "Content-Type: application/json", "Content-Length: 2"].join("\r\n")}\r\n\r\n{`);
  return socket;
}

async function endOrder(socket: Socket): Promise<string> {
  socket.setEncoding("utf8");
  const answered = once(socket, "data");
  socket.write("}");
  const [text] = await answered;
  socket.destroy();
  return text as string;
}

async function whenAnnounced(count: number): Promise<void> {
  while (runtimeOf(world.ctx).announced.of(merchant.merchantId) !== count) await sleep(2);
}

test("an order is announced from the head of its request until it comes, is refused or given up", async () => {
  const first = await beginOrder("/v1/requestTransfer", token);
  assert.match(await endOrder(first), /BeneId missing/, "not known yet; its fields are read all the same");
  const [order, other] = [
    await beginOrder("/v1/requestTransfer", token),
    await beginOrder("/v1.2/directTransfer", token),
  ];
  await whenAnnounced(2);
  other.destroy();
  await whenAnnounced(1);
  assert.match(await endOrder(order), /BeneId missing/);
  await whenAnnounced(0);
  const reading = await beginOrder("/v1/addBeneficiary", token);
  const stranger = await beginOrder(
    "/v1/requestTransfer",
    `${token.split(".")[0]}.${randomBytes(32).toString("base64url")}`,
  );
  const [refused] = (await once(stranger.setEncoding("utf8"), "data")) as [string];
  assert.match(refused, /Token is not valid/);
  assert.equal(
    runtimeOf(world.ctx).announced.of(merchant.merchantId),
    0,
    "other calls and strangers are none",
  );
  for (const socket of [reading, stranger]) socket.destroy();
});
