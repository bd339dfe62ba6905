import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { authenticateSession } from "#access";
import { limitFlights } from "#http";
import { makeDashboard, type Browser } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { operations } from "./index.ts";
import { makeSurface } from "./surface.ts";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const one = await world.makeMerchant();

const ours = { origin: "http://localhost:8080", "x-vitaran-dashboard": "1" };
const unsafe = operations.filter(({ method }) => method !== "GET");
const urlOf = (path: string): string => `/api${path.replaceAll(/\{\w+\}/g, one.merchantId)}`;

test("a session shows who is logged in", async () => {
  const admin = await dashboard.logIn(one.organizationId, "admin");
  const session = await admin.ask("getSession");
  assert.equal(session.role, "admin");
  assert.deepEqual(
    session.merchants.map((merchant: { merchantId: string }) => merchant.merchantId),
    [one.merchantId],
  );
});

test("what changes something is refused unless our own page sent it", async () => {
  const admin = await dashboard.logIn(one.organizationId, "admin");
  const cookie = `__Host-vitaran_session=${admin.token}`;
  const foreign: Record<string, string>[] = [
    {},
    { "x-vitaran-dashboard": "1" },
    { origin: "http://localhost:8080" },
    { ...ours, origin: "http://localhost:8081" },
    { ...ours, origin: "null" },
    { ...ours, "sec-fetch-site": "cross-site" },
    { ...ours, "sec-fetch-site": "same-site" },
  ];
  for (const { method, path } of unsafe) {
    for (const headers of foreign) {
      const { status, body } = await dashboard.send({
        method,
        url: urlOf(path),
        headers: { cookie, ...headers },
      });
      assert.deepEqual([status, body.error.code], [403, "foreign_origin"], `${method} ${path}`);
    }
  }
});

test("one member's flood fills the member's own share, and colleagues of the merchant are not held up", async () => {
  const people = await Promise.all([1, 2].map(() => dashboard.logIn(one.organizationId, "admin")));
  const flights = limitFlights({ places: 4, perKey: 2, waitingMax: 1 });
  const { shareOf } = makeSurface(world.ctx, { simulatorUrl: null });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const call = async ({ token }: Browser): Promise<string> => {
    const session = await authenticateSession(world.ctx, { token, ip: "127.0.0.1", touches: false });
    const who = { session, merchant: session.merchants[0]!, ip: "127.0.0.1", simulatorUrl: null };
    return flights.run(shareOf(who, {} as FastifyRequest), async () => {
      begun.push(session.memberId);
      await end;
      return "answered";
    });
  };
  const begun: string[] = [];
  const [busy, colleague] = people as [Browser, Browser];
  const flood = Array.from({ length: 4 }, () => call(busy));
  await Promise.any(flood.map((one) => assert.rejects(one, { code: "too_many_requests" })));
  const quiet = call(colleague);
  while (begun.length < 3) await setImmediate();
  assert.deepEqual(begun, [busy.memberId, busy.memberId, colleague.memberId]);
  resolve();
  assert.equal(await quiet, "answered");
  const settled = await Promise.allSettled(flood);
  assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 3);
});

test("unknown paths, and cookies that are no session, are answered in the envelope", async () => {
  const { status, body, headers } = await dashboard.send({ method: "GET", url: "/api/nothing" });
  assert.deepEqual([status, body.error.code], [404, "not_found"]);
  assert.equal(headers["cache-control"], "no-store");
  for (const token of ["", "x", "x".repeat(43), "x".repeat(10_000)]) {
    const cookie = `__Host-vitaran_session=${token}`;
    const answer = await dashboard.send({ method: "GET", url: "/api/session", headers: { cookie } });
    assert.deepEqual([answer.status, answer.body.error.code], [401, "not_logged_in"]);
    assert.match(String(answer.headers["set-cookie"]), /Max-Age=0/);
  }
});

test("the cookie is for this host and HTTPS; a sandbox on plain HTTP elsewhere has one too", async () => {
  const admin = await dashboard.logIn(one.organizationId, "admin");
  const ask = (host: string, name: string) =>
    dashboard.send({
      method: "GET",
      url: "/api/session",
      headers: { host, cookie: `${name}=${admin.token}` },
    });
  for (const host of ["localhost:8080", "127.0.0.1:9", "[::1]:9"])
    assert.equal((await ask(host, "__Host-vitaran_session")).status, 200, host);
  assert.equal((await ask("pay.example", "vitaran_session")).status, 200);
  const { headers } = await ask("localhost:8080", "vitaran_session");
  const cookie = /^__Host-vitaran_session=; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=0$/;
  assert.match(String(headers["set-cookie"]), cookie);
});
