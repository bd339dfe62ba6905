import assert from "node:assert/strict";
import { test } from "node:test";
import { buildApi } from "#api";
import { makeWorld } from "#test/world";
import { limitAnswers } from "./mount-feedback.ts";
import { mountFeedback, noteFeedback, readFeedback } from "./index.ts";

const world = await makeWorld();
const { ctx } = world;
const PAGES = ["/payout/introduction", "/payout/faqs", "/payout/downtimes"];
const app = buildApi(ctx);
mountFeedback(app, ctx, () => new Set(PAGES));
world.onClose(() => app.close());

interface Sending {
  body: string;
  headers?: Record<string, string>;
  from?: string;
}

async function send({ body, headers = {}, from = "192.0.2.1" }: Sending) {
  const response = await app.inject({
    method: "POST",
    url: "/docs-feedback",
    headers: { host: "localhost:8080", "content-type": "application/json", ...headers },
    payload: body,
    remoteAddress: from,
  });
  return response;
}

const sumsOf = async (page: string): Promise<[number, number]> => {
  const found = (await readFeedback(ctx, { months: 12 })).find((one) => one.page === page);
  return [found?.yes ?? 0, found?.no ?? 0];
};

test("a page can find out that answers are taken here", async () => {
  const response = await app.inject({ method: "GET", url: "/docs-feedback" });
  assert.equal(response.statusCode, 204);
});

test("an answer is counted for its page, and nothing else of its reader is kept", async () => {
  for (const helpful of [true, true, false]) {
    const { statusCode, body } = await send({ body: JSON.stringify({ page: "/payout/faqs", helpful }) });
    assert.deepEqual([statusCode, body], [204, ""]);
  }
  assert.deepEqual(await sumsOf("/payout/faqs"), [2, 1]);
  const columns = await world.look<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'site' order by 1`,
  );
  assert.deepEqual(
    columns.map(({ name }) => name),
    ["answers", "helpful", "month", "page"],
  );
});

test("a changed answer counts once, and takes nothing from a count that is at nothing", async () => {
  const page = "/payout/introduction";
  await send({ body: JSON.stringify({ page, helpful: true }) });
  await send({ body: JSON.stringify({ page, helpful: false, changed: true }) });
  assert.deepEqual(await sumsOf(page), [0, 1]);
  await send({ body: JSON.stringify({ page, helpful: false, changed: true }) });
  assert.deepEqual(await sumsOf(page), [0, 2]);
  await world.look("delete from site.feedback where page = $1", [page]);
});

test("a form without scripts is counted too, and leads back to the page", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const body = "page=%2Fpayout%2Fdowntimes&helpful=no";
  const answer = await send({ body, headers: form });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/payout/downtimes#thanks"]);
  assert.deepEqual(await sumsOf("/payout/downtimes"), [0, 1]);
});

test("what names no page, says nothing or is too long is refused and not counted", async () => {
  const before = await readFeedback(ctx, { months: 12 });
  for (const body of [
    "",
    "{",
    "[]",
    '"yes"',
    '{"page":"/payout/faqs"}',
    '{"page":"/payout/faqs","helpful":"yes"}',
    '{"page":"/payout/no-such-page","helpful":true}',
    '{"page":["/payout/faqs"],"helpful":true}',
  ]) {
    assert.equal((await send({ body })).statusCode, 422, body);
  }
  const long = JSON.stringify({ page: "/payout/faqs", helpful: true, why: "x".repeat(2_000) });
  assert.equal((await send({ body: long })).statusCode, 413);
  assert.equal((await send({ body: "x", headers: { "content-type": "text/xml" } })).statusCode, 415);
  assert.deepEqual(await readFeedback(ctx, { months: 12 }), before);
});

test("another site cannot answer with its visitors' browsers", async () => {
  const body = JSON.stringify({ page: "/payout/introduction", helpful: true });
  const elsewhere: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://elsewhere.example" },
    { origin: "null" },
  ];
  for (const headers of elsewhere) assert.equal((await send({ body, headers })).statusCode, 403);
  assert.equal((await send({ body, headers: { origin: "http://localhost:8080" } })).statusCode, 204);
  assert.deepEqual(await sumsOf("/payout/introduction"), [1, 0]);
});

test("an address that answers too often must wait; others may go on", async () => {
  const body = JSON.stringify({ page: "/payout/introduction", helpful: false });
  const from = "198.51.100.7";
  const codes: number[] = [];
  for (let answer = 0; answer < 32; answer += 1) codes.push((await send({ body, from })).statusCode);
  assert.deepEqual(codes, [...new Array<number>(30).fill(204), 429, 429]);
  assert.equal((await send({ body, from: "198.51.100.8" })).statusCode, 204);
});

test("limits hold for addresses of one line, for all together, and end with their time", () => {
  const may = limitAnswers({ perAddress: 2, altogether: 5, windowMs: 1_000 });
  assert.deepEqual(
    ["2001:db8:1:2::1", "2001:db8:1:2:a:b:c:d", "2001:db8:1:2::9"].map((ip) => may(ip, 0)),
    [true, true, false],
  );
  assert.deepEqual(
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.3", "192.0.2.4"].map((ip) => may(ip, 500)),
    [true, true, true, false],
  );
  assert.equal(may("192.0.2.4", 1_000), true);
});

test("sums are of the months that were asked for, the least helpful page first", async () => {
  await world.look(
    `insert into site.feedback values ('/payout/old', date '2020-01-01', true, 3), ('/payout/bad', $1, false, 9)`,
    [new Date().toISOString().slice(0, 8) + "01"],
  );
  await noteFeedback(ctx, { page: "/payout/bad", helpful: true, changed: false });
  const found = await readFeedback(ctx, { months: 2 });
  assert.ok(!found.some(({ page }) => page === "/payout/old"));
  const share = ({ yes, no }: { yes: number; no: number }): number => no / (yes + no);
  assert.deepEqual(
    found.map(share),
    found.map(share).toSorted((one, other) => other - one),
  );
});

test("many answers at once are all counted", async () => {
  await Promise.all(
    Array.from({ length: 40 }, () =>
      noteFeedback(ctx, { page: "/payout/at-once", helpful: true, changed: false }),
    ),
  );
  assert.deepEqual(await sumsOf("/payout/at-once"), [40, 0]);
});
