/** Callbacks that no bank has signed: the answer does not reveal which merchants and banks exist. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fastify from "fastify";
import { connectBank } from "#fund-sources";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { mountCallbacks } from "./mount-callbacks.ts";

const world = await makeWorld();

function signed(body: string): Record<string, string> {
  const t = Math.floor(Date.now() / 1_000);
  const digest = createHmac("sha256", "none").update(`${t}.${body}`).digest("hex");
  return { "x-bank-signature": `t=${t},v1=${digest}` };
}

test("unknown merchants, unknown banks and known ones answer a forgery alike", async () => {
  const { merchantId } = await world.makeMerchant({ bankIds: ["meghdoot", "purvasagar", "varuna"] });
  // A connection through a folder uses no secret, so no callback is accepted for it.
  const folder = { bankId: "varuna", adapter: "iso20022", baseUrl: "file:///srv/varuna", debitAccount: "1" };
  const secrets = { apiKey: "none", callbackSecret: "none" };
  await connectBank(world.ctx, merchantId, { ...folder, ...secrets, simulated: true });
  const app = fastify({ trustProxy: true });
  mountCallbacks(app, world.ctx);
  const ask = async (path: string, headers: Record<string, string>, body: string): Promise<unknown> => {
    const {
      statusCode,
      body: said,
      headers: all,
    } = await app.inject({
      method: "POST",
      url: path,
      headers: { ...headers, "content-type": "application/json", "x-forwarded-for": address() },
      payload: body,
    });
    const { date: _date, ...others } = all;
    return { statusCode, said, others };
  };
  const places = [
    `/banks/${merchantId}/meghdoot/callbacks`,
    `/banks/${merchantId}/purvasagar/callbacks`,
    `/banks/${merchantId}/varuna/callbacks`,
    `/banks/${merchantId}/moonbank/callbacks`,
    `/banks/${merchantId}/__proto__/callbacks`,
    `/banks/${newId()}/meghdoot/callbacks`,
    "/banks/nobody/meghdoot/callbacks",
    "/banks/1%20or%201=1/meghdoot/callbacks",
  ];
  const bodies = ['{"eventId":"e-1"}', "", "no JSON"];
  const answers = await Promise.all(
    places.flatMap((place) =>
      bodies.flatMap((body) => [ask(place, {}, body), ask(place, signed(body), body)]),
    ),
  );
  assert.equal(answers.length, 48);
  assert.equal((answers[0] as { statusCode: number }).statusCode, 401);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);

  const flood = await Promise.all(
    Array.from({ length: 40 }, () => app.inject({ method: "POST", url: "/banks/nobody/meghdoot/callbacks" })),
  );
  assert.ok(flood.some(({ statusCode }) => statusCode === 429));
  await app.close();
});

let asked = 0;

/** Returns a new address each time: at most 30 forgeries a minute are allowed from one address. */
function address(): string {
  asked += 1;
  return `203.0.113.${asked}`;
}
