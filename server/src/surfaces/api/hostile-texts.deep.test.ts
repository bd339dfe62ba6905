/**
 * The longest hostile text that a body can contain, in every field of every operation of both APIs, costs the
 * server little more than plain letters do.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countCharacters,
  cpuMsOf,
  hostileTexts,
  leastCpuMsOf,
  putInto,
  textPlaces,
  type Schema,
} from "#test/hostile-texts";
import { askV2, CONTACT_V2, freshId, v2Account } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { type LengthSchema, makeShorten, schemaOf, type Shorten } from "#http";
import { sampleOf } from "#test/literals/requests";
import { openStage } from "#test/literals/stage";
import { operations } from "./operations/index.ts";
import type { CallerOperation, Version } from "./operations/operation.ts";
import { operationsV2, publish } from "./v2/index.ts";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest", { syncWaitMs: 0 });

/** Leaves room for the other fields of the body. */
const TEXT_BYTES = 1_000_000;
const HOSTILE = hostileTexts(TEXT_BYTES);
const LETTERS = "a".repeat(TEXT_BYTES);
/** Each field is tried with this many kinds of hostile text; the fields take turns through all kinds. */
const KINDS_A_FIELD = 2;
const RATIO_MAX = 4;
const NOISE_MS = 4;
/** JSON.parse itself takes several times as long for a number as for a text, and a number is read twice. */
const RATIO_MAX_OF_NUMBERS = 12;

interface Tried {
  readonly name: string;
  readonly schema: Schema;
  readonly sound: unknown;
  readonly shorten: Shorten;
  readonly send: (text: string) => Promise<unknown>;
}

/** The longest body that may be handed on: a valid body with one text that was cut. */
const HANDED_ON_MAX = 6_000;

let turn = 0;

async function tryAll({ name, schema, sound, shorten, send }: Tried): Promise<number> {
  const places = textPlaces(schema);
  const wholeOf = (way: readonly string[], text: string): string => JSON.stringify(putInto(sound, way, text));
  const [first] = places;
  if (first === undefined) return 0;
  await send(JSON.stringify(sound));
  const usual = await leastCpuMsOf(() => send(wholeOf(first, LETTERS)), 3);
  const allowed = usual * RATIO_MAX + NOISE_MS;
  for (const way of places) {
    for (let nth = 0; nth < KINDS_A_FIELD; nth += 1) {
      const { kind, text } = HOSTILE[(turn += 1) % HOSTILE.length]!;
      const handedOn = countCharacters(shorten(putInto(sound, way, text)));
      assert.ok(handedOn < HANDED_ON_MAX, `${name}, ${way.join(".")}: ${kind}: ${handedOn} characters`);
      const body = wholeOf(way, text);
      let took = await cpuMsOf(() => send(body));
      if (took > allowed) took = await leastCpuMsOf(() => send(body), 4);
      assert.ok(took <= allowed, `${name}, ${way.join(".")}: ${kind} take ${took} ms, letters ${usual} ms`);
    }
  }
  return places.length;
}

function bodyOf({ body }: CallerOperation, version: Version): Schema {
  const entries = Object.entries(body ?? {}).map(
    ([field, { schema }]) => [field, typeof schema === "function" ? schema(version) : schema] as const,
  );
  return { properties: Object.fromEntries(entries) };
}

test("every field of the classic API", async (context) => {
  let fields = 0;
  for (const operation of operations) {
    if (operation.access === "open" || operation.body === undefined) continue;
    const version = operation.versions.at(-1)!;
    const { method, path, asked } = await sampleOf(client, operation.name, version);
    fields += await tryAll({
      name: operation.name,
      schema: bodyOf(operation, version),
      sound: asked.body,
      shorten: makeShorten(schemaOf(operation.in(version).body!) as unknown as LengthSchema, operation.name),
      send: (text) => client.call(method, path, { text }),
    });
  }
  context.diagnostic(`${fields} fields`);
  assert.ok(fields > 100);
});

const details = () => ({
  beneficiary_name: "Asha Rao",
  beneficiary_instrument_details: { ...v2Account(), vpa: "success@upi" },
  beneficiary_contact_details: CONTACT_V2,
});
const order = () => ({
  transfer_id: freshId("t"),
  transfer_amount: 10,
  transfer_mode: "imps",
  beneficiary_details: details(),
});
const SOUND: Readonly<Record<string, () => unknown>> = {
  createTransfer: order,
  createBatchTransfer: () => ({ batch_transfer_id: freshId("batch"), transfers: [order()] }),
  createBeneficiary: () => ({ beneficiary_id: freshId("bene"), ...details() }),
};

test("every field of the v2 API", async (context) => {
  let fields = 0;
  for (const operation of operationsV2) {
    const { name, method, path, body } = operation;
    if (body === undefined) continue;
    fields += await tryAll({
      name,
      schema: publish(body) as Schema,
      sound: SOUND[name]!(),
      shorten: makeShorten(publish(body), name),
      send: (text) => askV2(client, `${method} ${path}`, { text }),
    });
  }
  context.diagnostic(`${fields} fields`);
  assert.ok(fields > 50);
});

test("a number without end in place of an amount", async () => {
  const usual = await leastCpuMsOf(
    () => client.call("POST", "/v1/requestTransfer", { text: `{"amount":"${LETTERS}"}` }),
    3,
  );
  for (const digits of [
    `0.${"0".repeat(TEXT_BYTES)}1`,
    `1.${"0".repeat(TEXT_BYTES)}`,
    "9".repeat(TEXT_BYTES),
  ]) {
    for (const send of [
      () => client.call("POST", "/v1/requestTransfer", { text: `{"amount":${digits}}` }),
      () => askV2(client, "POST /transfers", { text: `{"transfer_amount":${digits}}` }),
    ]) {
      const took = await leastCpuMsOf(send, 2);
      assert.ok(
        took <= usual * RATIO_MAX_OF_NUMBERS,
        `${digits.slice(0, 5)}: ${took} ms, letters ${usual} ms`,
      );
    }
  }
});

test("every part of every call has its maxima", () => {
  for (const operation of operations) {
    if (operation.access === "open") continue;
    for (const version of operation.versions) {
      const { name, pathFields, query, body } = operation.in(version);
      const schema = schemaOf({ ...pathFields, ...query, ...body });
      assert.ok(makeShorten(schema as unknown as LengthSchema, name));
    }
  }
  for (const { name, query, body = {} } of operationsV2)
    assert.ok(makeShorten(publish({ ...query, ...body }), name));
});
