/**
 * Any request to the merchant API, classic or v2, is answered within the published contract: with a status that the
 * operation has, in the schema of that status, and never with 5xx. A failure prints its seed and path: `FAULT_SEED` and
 * `FAULT_PATH` (with the same `FAULT_TIER`) replay it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { istDate } from "#lib/ist";
import { checkAnswer } from "../literals/check-answer.ts";
import { addBeneficiary } from "../literals/requests.ts";
import { openStage } from "../literals/stage.ts";
import { ID_WORDS } from "../../src/surfaces/commands/collections/samples.ts";
import { makeWorld } from "../world.ts";
import { type Drawn, listDrawables, someRequest, toSend } from "./draw-requests.ts";
import { TIER, tiered } from "./fault-world.ts";

const REQUESTS = tiered({ quick: 120, deep: 1_200, nightly: 20_000 });
/** The number of requests at the same time. */
const LANES = 8;

const { FAULT_SEED, FAULT_PATH: path } = process.env;
// Nightly runs draw new requests; pull requests are all tested with the same ones.
const seed = Number(FAULT_SEED ?? (TIER === "nightly" ? Date.now() % 1_000_000_000 : 24));

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest", { balancePaise: 10_00_00_000_00n, syncWaitMs: 0 });

let fresh = 500_100_000_000;
const { clientId, clientSecret } = client.merchant;
const beneId = await addBeneficiary(client);
const today = istDate(new Date());
const settled: Readonly<Record<string, string>> = {
  ...{ clientId, clientSecret, beneId, beneficiary_id: beneId, today },
  linkExpiry: istDate(new Date(Date.now() + 10 * 86_400_000)).replaceAll("-", "/"),
};

/** New things get new IDs; a read sometimes asks for something that was created shortly before. */
const write = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const prefix = ID_WORDS[name];
    return settled[name] ?? (prefix === undefined ? String((fresh += 1)) : `${prefix}${fresh - (fresh % 7)}`);
  });

async function send(drawn: Drawn): Promise<string[]> {
  const { method, path: aim, headers, text, access } = toSend(drawn, write);
  if (access === "token") headers.set("Authorization", `Bearer ${client.token}`);
  const init = { method, headers: [...headers], ...(text === undefined ? {} : { body: text }) };
  const answer = await fetch(`${stage.address}${aim}`, init);
  const type = answer.headers.get("content-type") ?? "";
  const heard = { status: answer.status, type, text: await answer.text() };
  statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1);
  const wrong = checkAnswer(drawn.drawable.contract, drawn.drawable.operation, heard);
  if (heard.status >= 500) wrong.push(`answered ${heard.status}`);
  return wrong.map(
    (one) => `${method} ${aim.slice(0, 300)} ${(text ?? "").slice(0, 600)}: ${one}: ${heard.text}`,
  );
}
const statuses = new Map<number, number>();

test(`${REQUESTS} requests from seed ${seed} are answered within the contract`, async (context) => {
  const drawables = listDrawables();
  const property = fc.asyncProperty(
    fc.array(someRequest(drawables), { minLength: LANES, maxLength: LANES }),
    async (drawn) => assert.deepEqual((await Promise.all(drawn.map(send))).flat(), []),
  );
  await fc.assert(property, {
    seed,
    numRuns: Math.ceil(REQUESTS / LANES),
    ...(path === undefined ? {} : { path }),
    endOnFailure: true,
  });
  context.diagnostic(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
});
