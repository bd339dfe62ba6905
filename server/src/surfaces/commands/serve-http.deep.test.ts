import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import type { Pause } from "#demo";
import { makeWorld } from "#test/world";
import { serveHttp } from "./serve-http.ts";

const world = await makeWorld({ environment: { PORT: "0" } });

test("anyone who keeps a connection open, or never uses one, does not keep the server from ending", async (context) => {
  const { port, close } = await serveHttp(world.ctx, null);
  const unused = connect(port, "127.0.0.1");
  await once(unused, "connect");
  const agent = new Agent({ keepAlive: true });
  context.after(() => agent.destroy());
  const answered = once(get({ host: "127.0.0.1", port, path: "/readyz", agent }), "response");
  const [response] = (await answered) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.resume();
  await once(response, "end");
  await Promise.all([close(), once(unused, "close")]);
});

test("a server that ends takes no connection from that moment, and says so over the old ones", async (context) => {
  const { ctx } = world;
  // Stands for a call that waits for a bank and is running when the end begins.
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const pause: Pause = {
    mount: (app) => {
      app.get("/slow", async () => {
        enter();
        await gate;
        return { status: "done" };
      });
    },
    until: () => undefined,
  };
  const { port, shut, close } = await serveHttp(ctx, null, { pause });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  context.after(() => agent.destroy());
  const slow = once(get({ host: "127.0.0.1", port, path: "/slow" }), "response");
  await entered;
  const line = connect(port, "127.0.0.1");
  await once(line, "connect");
  // A connection in the middle of a request is not an idle one, which would just be closed.
  line.write("GET /payout/v1/getBalance HTTP/1.1\r\nhost: localhost\r\n");
  await once(get({ host: "127.0.0.1", port, path: "/healthz", agent }), "response").then(([answer]) =>
    (answer as IncomingMessage).resume(),
  );
  shut();
  shut();
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
  line.write("\r\n");
  const [bytes] = (await once(line, "data")) as [Buffer];
  const told = bytes.toString();
  assert.match(told, /^HTTP\/1.1 503 /);
  assert.match(told, /connection: close/i);
  assert.match(told, /retry-after: \d/i);
  assert.equal(JSON.parse(told.slice(told.indexOf("{"))).subCode, "503");
  finish();
  const [answer] = (await slow) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  answer.resume();
  await close();
});

test("the page of a payout link stands before the web front, which takes what is no link's", async () => {
  const { port, close } = await serveHttp(world.ctx, null);
  const look = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
  const unknown = await look(`/pay/${"x".repeat(48)}`);
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /This link does not work/);
  for (const name of ["ibm-plex-sans-latin", "noto-sans-devanagari"]) {
    const font = await look(`/pay/fonts/${name}.woff2`);
    assert.deepEqual([font.status, font.headers.get("content-type")], [200, "font/woff2"]);
  }
  assert.equal((await look("/pay/fonts/package.json")).status, 404);
  await close();
});

test("in production every answer asks for HTTPS, pages and refusals too; a sandbox does not", async (context) => {
  const look = async (mode: "production" | "sandbox", path: string): Promise<string | null> => {
    const ctx = { ...world.ctx, config: { ...world.ctx.config, mode } };
    const { port, close } = await serveHttp(ctx, null);
    context.after(close);
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    return headers.get("strict-transport-security");
  };
  const paths = [
    "/",
    "/healthz",
    "/metrics",
    "/status",
    "/api/session",
    "/payout/v1/getBalance",
    "/payout/transfers",
  ];
  paths.push("/pay/x", "/banks/x/y/callbacks", "/payout/%zz", "/sandbox/clock", "/dashboard", "/nothing");
  for (const path of paths)
    assert.equal(await look("production", path), "max-age=31536000; includeSubDomains", path);
  assert.equal(await look("sandbox", "/healthz"), null);
});

test("in production even what is not HTTP, too large or not expected is asked to come by HTTPS", async (context) => {
  const ctx = { ...world.ctx, config: { ...world.ctx.config, mode: "production" as const } };
  const { port, close } = await serveHttp(ctx, null);
  context.after(close);
  const head = "host: localhost\r\nconnection: close\r\n";
  const requests: readonly (readonly [string, string])[] = [
    ["GET / NONSENSE\r\n\r\n", "400"],
    ["\0\0\0\0\r\n\r\n", "400"],
    [`GET / HTTP/1.1\r\n${head}x: ${"y".repeat(40_000)}\r\n\r\n`, "431"],
    [`POST /payout/v1/authorize HTTP/1.1\r\n${head}expect: a miracle\r\ncontent-length: 0\r\n\r\n`, "417"],
    [`OPTIONS * HTTP/1.1\r\n${head}\r\n`, "404"],
    [`POST /banks/x/y/callbacks HTTP/1.1\r\n${head}content-length: 9999999\r\n\r\n`, "413"],
  ];
  for (const [text, status] of requests) {
    const line = connect(port, "127.0.0.1");
    line.on("error", () => undefined);
    line.write(text);
    const [bytes] = (await once(line, "data")) as [Buffer];
    line.destroy();
    assert.match(bytes.toString(), new RegExp(`^HTTP/1.1 ${status} `), text.slice(0, 60));
    assert.match(bytes.toString(), /strict-transport-security: max-age=31536000; includeSubDomains/i, status);
  }
});

const TOKEN = "figures-for-the-one-who-watches-it";

test("figures are for callers on this computer, or for those with the token", async (context) => {
  type Ask = (headers?: Record<string, string>) => Promise<number>;
  const serve = async (settings: Partial<typeof world.ctx.config>): Promise<Ask> => {
    const { port, close } = await serveHttp(
      { ...world.ctx, config: { ...world.ctx.config, ...settings } },
      null,
    );
    context.after(close);
    return async (headers = {}) => {
      // `fetch` sends no host name but its own.
      const asked = get({ host: "127.0.0.1", port, path: "/metrics", headers, agent: false });
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.resume();
      return answer.statusCode!;
    };
  };
  const open = await serve({});
  for (const host of ["localhost:8080", "127.0.0.1", "[::1]:8080"])
    assert.equal(await open({ host }), 200, host);
  for (const host of ["pay.example.com", "localhost.example.com:8080", "127.0.0.1.example.com"])
    assert.equal(await open({ host }), 403, host);
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
    assert.equal(await open({ [name]: "203.0.113.7" }), 403, name);
  const proxied = await serve({ trustProxy: ["loopback"] });
  assert.equal(await proxied({ "x-forwarded-for": "203.0.113.7" }), 403);
  assert.equal(await proxied({ "x-forwarded-for": "127.0.0.1" }), 403);

  const guarded = await serve({ metricsToken: TOKEN });
  assert.equal(await guarded(), 403);
  assert.equal(await guarded({ authorization: `Bearer ${TOKEN.slice(1)}` }), 403);
  assert.equal(await guarded({ authorization: `Bearer ${TOKEN}` }), 200);
  assert.equal(await guarded({ authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.7" }), 200);
});

test("a port that another program has is told by name", async (context) => {
  const { port, close } = await serveHttp(world.ctx, null);
  context.after(close);
  const ctx = { ...world.ctx, config: { ...world.ctx.config, port } };
  await assert.rejects(serveHttp(ctx, null), { name: "ConfigError", setting: "PORT" });
});

test("while pages are built the API answers, and every page asks to come again", async () => {
  const { promise: building, resolve: finish } = Promise.withResolvers<boolean>();
  const { port, close } = await serveHttp(world.ctx, null, { building });
  const ask = (path: string, method = "GET") =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: "manual" });
  try {
    for (const path of ["/", "/payout/introduction", "/status", "/dashboard"]) {
      const answer = await ask(path);
      assert.deepEqual([path, answer.status, answer.headers.get("retry-after")], [path, 503, "3"]);
      assert.match(await answer.text(), /http-equiv="refresh".*The pages are being built/);
    }
    assert.equal((await ask("/payout/v1/authorize", "POST")).status, 401);
    assert.deepEqual([(await ask("/readyz")).status, (await ask("/status.json")).status], [200, 200]);
    assert.equal((await ask("/", "POST")).status, 404);
  } finally {
    finish(false);
    await building;
    assert.equal((await ask("/")).status, 503, "a build that was stopped has made no pages");
    await close();
  }
});
