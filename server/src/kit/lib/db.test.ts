import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { test } from "node:test";
import { openDb } from "./homes.ts";
import { makeVault } from "./vault.ts";

const vault = makeVault(randomBytes(32));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from("I"));
const SHUT_DOWN = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));

test("a connection lost in the moment it is opened fails its transaction, and nothing else", async (context) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    // The server is ready and shuts down in one piece, as when PostgreSQL dies at that very moment.
    socket.once("data", () => socket.write(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const db = openDb({ url: `postgres://app@127.0.0.1:${port}/anything`, connections: 1, log, vault });
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await db.close();
  });
  const failed = db.directory((tx) => tx.query("select 1"));
  await assert.rejects(failed);
});
