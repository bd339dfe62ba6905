import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDashboard } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { operations } from "./index.ts";

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
