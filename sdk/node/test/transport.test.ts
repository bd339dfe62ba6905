/** The parts between client and server: proxies, pages of other servers, and a logger that throws. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { after, test } from "node:test";
import { ConnectionError, createClient, OutcomeUnknownError, ServerError } from "../src/index.ts";
import type { Options } from "../src/options.ts";

/** Starts a server for this file and returns its port. */
async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "127.0.0.1").unref();
  after(() => server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const listenHttp = (handle: RequestListener): Promise<number> => listen(createServer(handle));

const options: Options = {
  baseUrl: "http://127.0.0.1:9",
  clientId: "id",
  clientSecret: "secret",
  retries: 0,
};
const json = { "content-type": "application/json" };
const expiry = Math.floor(Date.now() / 1000) + 600;
const token = JSON.stringify({ status: "SUCCESS", subCode: "200", data: { token: "t", expiry } });
const balance = JSON.stringify({ status: "SUCCESS", subCode: "200", data: { balance: "1.00" } });

test("calls to an http address go by the proxy, with its password and not in the log", async () => {
  const asked: string[] = [];
  const port = await listenHttp((call, answer) => {
    asked.push(`${call.method} ${call.url} ${call.headers.host} ${call.headers["proxy-authorization"]}`);
    call.resume();
    answer.writeHead(200, json).end(call.url?.endsWith("authorize") ? token : balance);
  });
  const entries: unknown[] = [];
  const client = createClient({
    ...options,
    baseUrl: "http://payouts.example",
    proxy: `http://asha:p%40ss@127.0.0.1:${port}`,
    logger: (entry) => entries.push(entry),
  });
  assert.equal((await client.balance.get()).balance, "1.00");
  const login = `Basic ${Buffer.from("asha:p@ss").toString("base64")}`;
  assert.deepEqual(asked, [
    `POST http://payouts.example/payout/v1/authorize payouts.example ${login}`,
    `GET http://payouts.example/payout/v1.2/getBalance payouts.example ${login}`,
  ]);
  assert.ok(!/p@ss|p%40ss|Basic/.test(JSON.stringify(entries)));
});

test("calls to an https address go through a tunnel, in which TLS begins with the server's name", async () => {
  let heard = Buffer.alloc(0);
  const far = await listen(
    createTcpServer((socket) => {
      socket.once("data", (bytes) => {
        heard = bytes;
        socket.destroy();
      });
    }),
  );
  const asked: string[] = [];
  const proxy = createServer().on("connect", (call, socket) => {
    asked.push(`${call.url} ${call.headers["proxy-authorization"]}`);
    const tunnel = connect(far, "127.0.0.1", () =>
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n"),
    );
    tunnel.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("error", () => tunnel.destroy());
    tunnel.pipe(socket).pipe(tunnel);
  });
  const port = await listen(proxy);
  const through = {
    ...options,
    baseUrl: "https://payouts.example",
    proxy: `http://asha:word@127.0.0.1:${port}`,
  };
  await assert.rejects(createClient(through).balance.get(), ConnectionError);
  assert.deepEqual(asked, [`payouts.example:443 Basic ${Buffer.from("asha:word").toString("base64")}`]);
  assert.equal(heard.readUInt16BE(0), 0x1603, "a TLS handshake");
  assert.ok(heard.includes("payouts.example"), "with the name of the server");
});

test("a proxy that refuses, or that is not there, has sent nothing", async () => {
  const port = await listenHttp((_, answer) => answer.writeHead(407).end());
  const refusing = createServer().on("connect", (_, socket) =>
    socket.end("HTTP/1.1 407 Login needed\r\n\r\n"),
  );
  for (const [at, said] of [
    [await listen(refusing), /the proxy answered 407/],
    [9, /the proxy could not be reached/],
  ] as const) {
    const client = createClient({
      ...options,
      baseUrl: "https://payouts.example",
      proxy: `http://127.0.0.1:${at}`,
    });
    const isPlain = (error: unknown) =>
      error instanceof ConnectionError && !error.outcomeUnknown && said.test(error.message);
    await assert.rejects(client.balance.get(), isPlain);
  }
  const plain = createClient({ ...options, proxy: `http://127.0.0.1:${port}` });
  await assert.rejects(plain.balance.get(), /HTTP 407/);
});

test("a page of someone else with status 200 is no answer of the server", async () => {
  const port = await listenHttp((call, answer) => {
    call.resume();
    if (call.url?.endsWith("authorize")) return void answer.writeHead(200, json).end(token);
    answer.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome to the hotel</html>");
  });
  const client = createClient({ ...options, baseUrl: `http://127.0.0.1:${port}` });
  await assert.rejects(client.balance.get(), ServerError);
  const order = { beneId: "asha", amount: "1.00", transferId: "inv_1" };
  await assert.rejects(client.transfers.create(order), OutcomeUnknownError);
});

test("a logger that throws does not change what a call answers", async () => {
  const port = await listenHttp((call, answer) => {
    call.resume();
    answer.writeHead(200, json).end(call.url?.endsWith("authorize") ? token : balance);
  });
  const warned = once(process, "warning");
  const logger = (): void => {
    throw new Error("the disk is full");
  };
  const client = createClient({ ...options, baseUrl: `http://127.0.0.1:${port}`, logger });
  assert.equal((await client.balance.get()).balance, "1.00");
  assert.match(String((await warned)[0]), /the disk is full/);
});

test("calls that come as a token arrives use that one", async () => {
  let tokens = 0;
  const port = await listenHttp((call, answer) => {
    call.resume();
    const isToken = call.url?.endsWith("authorize");
    if (isToken) tokens += 1;
    answer.writeHead(200, json).end(isToken ? token : balance);
  });
  const client = createClient({ ...options, baseUrl: `http://127.0.0.1:${port}` });
  const first = client.balance.get();
  const later = Array.from({ length: 200 }, (_, at) => new Promise((done) => setTimeout(done, at / 20)));
  await Promise.all([first, ...later.map((wait) => wait.then(() => client.balance.get()))]);
  assert.equal(tokens, 1);
});

test("an order whose answer is lost stays unknown when the token for its repeat is refused", async () => {
  let tokens = 0;
  const port = await listenHttp((call, answer) => {
    call.resume();
    if (!call.url?.endsWith("authorize")) return void call.socket.destroy();
    tokens += 1;
    // The token does not live long enough to be used twice.
    const short = { token: "t", expiry: Math.floor(Date.now() / 1000) + 1 };
    const refused = { status: "ERROR", subCode: "412", message: "IP not whitelisted" };
    const said = tokens === 1 ? { status: "SUCCESS", subCode: "200", data: short } : refused;
    answer.writeHead(tokens === 1 ? 200 : 412, json).end(JSON.stringify(said));
  });
  const client = createClient({ ...options, baseUrl: `http://127.0.0.1:${port}`, retries: 1 });
  const order = { beneId: "asha", amount: "1.00", transferId: "unknown_1" };
  await assert.rejects(client.transfers.create(order), OutcomeUnknownError);
  assert.equal(tokens, 2);
});
