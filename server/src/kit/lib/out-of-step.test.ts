/**
 * A router in front of PostgreSQL that answers too much, too little or too early must not give one merchant's answers
 * to another. Its connection is closed instead.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { makeSplitter, type Message } from "#test/messages-of-postgres";
import { startProxy } from "#test/proxy";
import { makeWorld } from "#test/world";

const world = await makeWorld();

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const failed = (type: string): boolean => type === "E";

/** The messages that a router passes on instead of one of PostgreSQL's, on one connection. */
type Router = () => (message: Message) => readonly Buffer[];

const ROUTERS: Record<string, Router> = {
  "tells an error twice":
    () =>
    ({ type, bytes }) =>
      failed(type) ? [bytes, bytes] : [bytes],
  "says that it is ready where the error is, and once more":
    () =>
    ({ type, bytes }) =>
      failed(type) ? [bytes, READY] : [bytes],
  "says that it is ready, and then what the error is":
    () =>
    ({ type, bytes }) =>
      failed(type) ? [READY, bytes] : [bytes],
  "leaves out an error":
    () =>
    ({ type, bytes }) =>
      failed(type) ? [] : [bytes],
  "repeats a row after an error": () => {
    let row: Buffer | null = null;
    return ({ type, bytes }) => {
      if (type === "D") row = bytes;
      return failed(type) && row !== null ? [bytes, row] : [bytes];
    };
  },
  "answers each round with the answer to the one before": () => {
    let before: readonly Buffer[] | null = null;
    let round: Buffer[] = [];
    return ({ type, bytes }) => {
      round.push(bytes);
      if (type !== "Z") return [];
      const answer = before ?? round;
      before = round;
      round = [];
      return answer;
    };
  },
};

for (const [name, make] of Object.entries(ROUTERS)) {
  test(`no merchant gets another's answer from a router that ${name}`, async () => {
    const router = { isFaulty: false };
    const url = new URL(world.databaseUrl);
    const port = await startProxy(world, {
      port: Number(url.port),
      relay: ({ client, server }) => {
        const split = makeSplitter(true);
        const route = make();
        let isReady = false;
        return {
          fromClient: (bytes) => void server.write(bytes),
          fromServer(bytes) {
            for (const message of split(bytes)) {
              const isChanged = isReady && router.isFaulty;
              for (const part of isChanged ? route(message) : [message.bytes]) client.write(part);
              isReady ||= message.type === "Z";
            }
          },
        };
      },
    });
    url.port = String(port);
    const { db } = world.openContext({ databaseUrl: url.href, connections: 1 });

    const ask = async (divisor: number): Promise<void> => {
      const merchantId = randomUUID();
      const [row] = await db.inMerchant(merchantId, async (tx) => {
        const rows = tx.query<{ asked: string; merchant: string }>(
          "select $1::text as asked, lib.current_merchant() as merchant",
          [merchantId],
        );
        await Promise.all([rows, tx.query("select 1 / $1::int", [divisor]), tx.query("select 1")]);
        return rows;
      });
      assert.deepEqual(row, { asked: merchantId, merchant: merchantId });
    };
    const look = async (): Promise<void> => {
      const merchantId = randomUUID();
      const rows = await db.look(merchantId, (read) =>
        read.query("select lib.current_merchant() as merchant"),
      );
      assert.deepEqual(rows, [{ merchant: merchantId }]);
    };
    await ask(1);
    router.isFaulty = true;
    for (let turn = 0; turn < 10; turn += 1) {
      // These may fail, because the connection was lost. They may not be told something wrong.
      for (const question of [look, look, () => ask(0).catch(() => undefined), () => ask(1)])
        await question().catch((error: Error) =>
          assert.notEqual(error.name, "AssertionError", error.message),
        );
    }
    router.isFaulty = false;
    await ask(1).catch(() => undefined);
    await ask(1);
  });
}
