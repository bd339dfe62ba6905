import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { after, test } from "node:test";
import type { Connection, WireRequest } from "./adapter.ts";
import { closeBanks, exchange } from "./exchange.ts";

after(closeBanks);

const PAYMENT: WireRequest = {
  method: "POST",
  path: "/payments",
  headers: { "content-type": "text/plain" },
  body: "pay",
};

let banks = 0;

function connectionTo(server: Server, scheme = "http"): Connection {
  banks += 1;
  const { port } = server.address() as AddressInfo;
  const baseUrl = `${scheme}://127.0.0.1:${port}/base`;
  return { bankId: `bank-${banks}`, adapter: "", baseUrl, apiKey: "", callbackSecret: "", debitAccount: "" };
}

async function listen<S extends Server>(server: S): Promise<S> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  return server;
}

/** Starts an HTTP server that counts the requests that reach it. */
async function httpServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const server = await listen(
    createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.resume().on("end", () => answer(request, response));
    }),
  );
  after(() => server.closeAllConnections());
  return { connection: connectionTo(server), requests, server };
}

test("an answer is handed over as it came", async () => {
  const { connection, requests } = await httpServer((_, response) => {
    response.writeHead(418, { "content-type": "Text/Plain" }).end("teapot");
  });
  const answer = { httpStatus: 418, contentType: "text/plain", body: "teapot" };
  assert.deepEqual(await exchange(connection, PAYMENT, { timeoutMs: 60_000 }), { kind: "answered", answer });
  assert.deepEqual(requests, ["POST /base/payments"]);
});

test("a kept connection that the bank closes on the next request: lost, and not sent again", async () => {
  let seen = 0;
  const sockets: Socket[] = [];
  const server = await listen(
    createTcpServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.on("data", () => {
        seen += 1;
        if (seen === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        else socket.resetAndDestroy();
      });
    }),
  );
  const connection = connectionTo(server);
  assert.equal((await exchange(connection, PAYMENT, { timeoutMs: 60_000 })).kind, "answered");
  assert.equal((await exchange(connection, PAYMENT, { timeoutMs: 60_000 })).kind, "lost");
  // The next request proves that nothing was left in a queue to be sent later.
  assert.equal(
    (await exchange(connection, { ...PAYMENT, method: "GET" }, { timeoutMs: 60_000 })).kind,
    "lost",
  );
  assert.equal(seen, 3);
  for (const socket of sockets) socket.destroy();
});

test("a redirect is an answer, and is not followed", async () => {
  const { connection, requests } = await httpServer((_, response) => {
    response.writeHead(307, { location: "/base/elsewhere" }).end();
  });
  const result = await exchange(connection, PAYMENT, { timeoutMs: 60_000 });
  assert.ok(result.kind === "answered" && result.answer.httpStatus === 307);
  assert.equal(requests.length, 1);
});

test("an answer of more than 64 kB is lost, unless more was expected", async () => {
  const { connection } = await httpServer((_, response) => response.end("x".repeat(65 * 1_024)));
  const result = await exchange(connection, PAYMENT, { timeoutMs: 60_000 });
  assert.ok(result.kind === "lost" && result.detail.includes("64 kB"), JSON.stringify(result));
  const limits = { timeoutMs: 60_000, bytesMax: 65 * 1_024 };
  assert.equal((await exchange(connection, PAYMENT, limits)).kind, "answered");
});

test("TLS that fails proves that nothing was sent", async () => {
  const { server, requests } = await httpServer((_, response) => response.end("ok"));
  const result = await exchange(connectionTo(server, "https"), PAYMENT, { timeoutMs: 60_000 });
  assert.equal(result.kind, "not_sent", JSON.stringify(result));
  assert.equal(requests.length, 0);
});

test("a payment that waits for a connection until its time is over is not sent, then or later", async () => {
  const waiting: ServerResponse[] = [];
  let paid = 0;
  const { connection, requests } = await httpServer((request, response) => {
    if (request.url?.endsWith("/late") === true) paid += 1;
    waiting.push(response);
  });
  // One request for each connection: the next one has to queue.
  const busy = Array.from({ length: 128 }, () => exchange(connection, PAYMENT, { timeoutMs: 60_000 }));
  const late = await exchange(connection, { ...PAYMENT, path: "/late" }, { timeoutMs: 300 });
  assert.equal(late.kind, "not_sent", JSON.stringify(late));
  while (requests.length < 128) await new Promise(setImmediate);
  for (const response of waiting.splice(0)) response.end("ok");
  await Promise.all(busy);
  const last = exchange(connection, PAYMENT, { timeoutMs: 60_000 });
  while (waiting.length === 0) await new Promise(setImmediate);
  waiting[0]!.end("ok");
  assert.equal((await last).kind, "answered");
  assert.equal(paid, 0);
});

test("no answer in time is lost, and the connection is given up", async () => {
  let isSilent = false;
  const { connection, server } = await httpServer((_, response) => void (isSilent || response.end("ok")));
  const closed = once(server, "connection").then(([socket]) => once(socket as Socket, "close"));
  // This uses a connection that is already open, because opening one may take longer than the time allowed.
  assert.equal((await exchange(connection, PAYMENT, { timeoutMs: 60_000 })).kind, "answered");
  isSilent = true;
  const result = await exchange(connection, PAYMENT, { timeoutMs: 300 });
  assert.deepEqual(result, { kind: "lost", detail: "no answer in time" });
  await closed;
});

test("an informational answer is not the answer", async () => {
  const { connection } = await httpServer((_, response) => {
    response.writeProcessing();
    response.end("final");
  });
  const result = await exchange(connection, PAYMENT, { timeoutMs: 60_000 });
  assert.ok(result.kind === "answered" && result.answer.httpStatus === 200 && result.answer.body === "final");
});
