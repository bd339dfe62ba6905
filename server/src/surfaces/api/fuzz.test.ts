import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { makeWorld } from "#test/world";
import { sampleOf } from "#test/literals/requests";
import { openStage, type Heard } from "#test/literals/stage";
import { operations } from "./operations/index.ts";
import type { FieldShape } from "./operations/operation.ts";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest", { syncWaitMs: 0 });

const STRANGE: readonly unknown[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "%00",
  "../../etc/passwd",
  "' or 1=1 --",
  "{{7*7}}",
  "x".repeat(100_000),
  "9".repeat(10_000),
  -1,
  0,
  1e308,
  9_007_199_254_740_993n.toString(),
  true,
  [],
  ["a"],
  {},
  { a: { b: [{}] } },
];

/** Checks that the answer is an envelope, shows no internal error, and reveals nothing internal. */
function assertSound(heard: Heard, sent: string): void {
  const { status, subCode, message } = heard.body;
  assert.match(`${status} ${subCode}`, /^(SUCCESS|PENDING|ACCEPTED|ERROR|FAILED) \d{3}$/, sent);
  assert.ok(message.length > 0, sent);
  assert.ok(subCode !== "520" && subCode !== "202" && message !== "Bad request", `${sent}: ${message}`);
  assert.doesNotMatch(
    JSON.stringify(heard.body),
    /node_modules|\.ts:|\bat [^ ]+ \(|select |PostgreSQL|file:\/\//,
    sent,
  );
}

const namesOf = (fields: Readonly<Record<string, FieldShape>> | undefined): string[] =>
  Object.keys(fields ?? {});

for (const operation of operations) {
  const { name, query, body, pathFields, access } = operation;
  if (access === "open") continue;
  test(`${name}: whatever stands in a field is answered in an envelope`, async () => {
    for (const version of operation.versions) {
      const { method, path, asked } = await sampleOf(client, name, version);
      for (const value of STRANGE) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        for (const field of namesOf(body)) {
          const sent = { ...(asked.body as object), [field]: value };
          assertSound(await client.call(method, path, { body: sent }), `${field}=${text.slice(0, 40)}`);
        }
        // The request line has no room for more.
        const short = text.slice(0, 5_000).toWellFormed();
        for (const field of namesOf(query)) {
          const sent = { ...asked.query, [field]: short };
          assertSound(await client.call(method, path, { query: sent }), `${field}=${short.slice(0, 40)}`);
        }
        if (pathFields === undefined || short.length > 2_000) continue;
        const strayed = `/${version}/${name}/${encodeURIComponent(short)}`;
        assertSound(await client.call(method, strayed), strayed.slice(0, 60));
      }
    }
  });
}

test("whatever JSON is sent is answered in an envelope", async () => {
  const posts = operations.filter(({ body }) => body !== undefined);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posts), fc.jsonValue(), async ({ name }, value) => {
      const heard = await client.call("POST", `/v1/${name}`, { text: JSON.stringify(value) });
      assertSound(heard, JSON.stringify(value));
    }),
    { numRuns: 200 },
  );
});

test("inner fields of a direct transfer are looked at as well", async () => {
  const { method, path, asked } = await sampleOf(client, "directTransfer", "v1.2");
  const sound = asked.body as { beneDetails: Record<string, unknown> };
  for (const field of [
    "beneId",
    "address2",
    "city",
    "state",
    "pincode",
    "vpa",
    ...Object.keys(sound.beneDetails),
  ]) {
    for (const value of STRANGE) {
      const body = { ...sound, beneDetails: { ...sound.beneDetails, [field]: value } };
      assertSound(await client.call(method, path, { body }), `${field}=${String(value).slice(0, 40)}`);
    }
  }
});
