import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { postWebhook, type PostResult } from "./send-deliveries.ts";

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test("the request goes as it was built, to the pinned address, with the name as host", async () => {
  const seen: { url?: string | undefined; headers?: IncomingMessage["headers"]; body?: string } = {};
  const { port } = await listen((request, response) => {
    seen.url = request.url;
    seen.headers = request.headers;
    void request.toArray().then((parts) => {
      seen.body = parts.join("");
      response.end("thank you");
    });
  });
  const url = new URL(`http://no-such-name.example:${port}/in/hook?key=1`);
  const request = { body: "event=TEST", headers: { "webhook-id": "evt_1_1" } };
  const result = await postWebhook({ url, addresses: ["127.0.0.1"] }, request);
  assert.deepEqual([result.status, result.excerpt, result.retryAfterMs], [200, "thank you", null]);
  assert.equal(seen.url, "/in/hook?key=1");
  assert.equal(seen.body, "event=TEST");
  assert.equal(seen.headers?.host, `no-such-name.example:${port}`);
  assert.equal(seen.headers?.["webhook-id"], "evt_1_1");
  assert.equal(seen.headers?.["accept-encoding"], "identity");
});

test("a redirect is the answer, and is not followed", async () => {
  let followed = 0;
  const trap = await listen((_request, response) => void ((followed += 1), response.end()));
  for (const status of [301, 302, 303, 307, 308]) {
    const result = await post((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end("over there");
    });
    assert.deepEqual([result.status, result.excerpt], [status, "over there"]);
  }
  assert.equal(followed, 0);
});

test("an endless answer is cut at 64 kB, and 1 kB of it is kept", async () => {
  let sent = 0;
  let stopped: Promise<unknown> = Promise.resolve();
  const result = await post((_request, response) => {
    stopped = once(response, "close");
    const chunk = Buffer.alloc(16 * 1024, "a");
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on("drain", write);
    write();
  });
  await stopped;
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, "a".repeat(1024));
  // The rest was in buffers between us when we closed: far less than a receiver could have sent.
  assert.ok(sent < 16 * 1024 * 1024, `${sent} bytes`);
});

test("a compressed answer stays compressed", async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  assert.ok(bomb.length < 64 * 1024);
  const result = await post((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  assert.equal(result.status, 200);
  assert.ok(Buffer.byteLength(result.excerpt) <= 1024);
});

test("what is kept of an answer is printable text of at most 1 kB, cut between characters", async () => {
  const told = await post((_request, response) => response.end("a\u0000b\r\nc\u001b[31md\u202ee"));
  assert.equal(told.excerpt, "a b c [31md e");
  const rupees = await post((_request, response) => response.end("x" + "₹".repeat(2000)));
  assert.equal(rupees.excerpt, "x" + "₹".repeat(341));
  const broken = await post((_request, response) => response.end(Buffer.alloc(1024, 0xff)));
  assert.ok(Buffer.byteLength(broken.excerpt) <= 1024);
});

test("a receiver that drips bytes has until the deadline; its status counts once it came", async () => {
  const drip: RequestListener = (_request, response) => {
    response.write("a");
    const timer = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(timer));
  };
  assert.equal((await post(drip, 2_000)).status, 200);

  const silent = await post((_request, response) => void response, 300);
  assert.deepEqual([silent.status, silent.excerpt], [null, "no complete answer within 300 ms"]);
});

test("no answer at all is a result, not an error", async () => {
  const reset = await post((request) => request.socket.resetAndDestroy());
  assert.equal(reset.status, null);
  assert.notEqual(reset.excerpt, "");

  const { port, server } = await listen(() => undefined);
  await new Promise((closed) => server.close(closed));
  const nobody = await postWebhook(targetAt(port), { body: "", headers: {} });
  assert.deepEqual([nobody.status, nobody.excerpt], [null, "ECONNREFUSED"]);
});

test("Retry-After counts with 429 and 503 alone", async () => {
  const answer = (status: number) => (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "retry-after": "90" }).end();
  };
  assert.equal((await post(answer(429))).retryAfterMs, 90_000);
  assert.equal((await post(answer(503))).retryAfterMs, 90_000);
  assert.equal((await post(answer(500))).retryAfterMs, null);
});

async function post(listener: RequestListener, deadlineMs?: number): Promise<PostResult> {
  const { port } = await listen(listener);
  return postWebhook(targetAt(port), { body: "x", headers: {} }, deadlineMs);
}

const targetAt = (port: number) => ({ url: new URL(`http://127.0.0.1:${port}/`), addresses: ["127.0.0.1"] });

async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
