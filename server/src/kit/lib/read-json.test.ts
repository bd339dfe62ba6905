import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isIdleBody, readBodyText, readJsonObject } from "./read-json.ts";

const read = (text: string): unknown => readJsonObject(Buffer.from(text));

test("an object is read as it is", () => {
  const texts = ["{}", ' {"a": 1, "b": {"c": [1, {"d": "x:y\\":z"}]}} ', '{"a":"\\\\","b":":"}', '{"":null}'];
  for (const text of texts) assert.deepEqual(read(text), JSON.parse(text));
});

test("what JSON can write is read back, whatever is in it", () => {
  const sound = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }))
    .map((value) => JSON.stringify(value));
  const isSafe = (text: string): boolean => !text.includes("__proto__");
  fc.assert(fc.property(sound.filter(isSafe), (text) => assert.deepEqual(read(text), JSON.parse(text))));
});

test("nothing but one sound object is read", () => {
  const refused = [
    "",
    " ",
    "null",
    "[]",
    "1",
    '"text"',
    "{",
    "{}x",
    "{'a':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":1,"a":1}',
    '{"a":{"b":1,"b":2}}',
    '{"a":[{"b":1,"\\u0062":2}]}',
    '{"__proto__":{"admin":true}}',
    '{"a":{"__proto__":1}}',
    `${'{"a":'.repeat(18)}1${"}".repeat(18)}`,
    `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  ];
  for (const text of refused) assert.equal(read(text), null, text.slice(0, 40));
  assert.equal(readJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), null, "not UTF-8");
  assert.equal(readJsonObject(undefined), null);
});

test("a body that should say nothing may be absent, blank or any JSON", () => {
  for (const text of ["", " \n", "{}", "[]", "null"]) assert.ok(isIdleBody(Buffer.from(text)), text);
  assert.ok(isIdleBody(undefined));
  assert.ok(!isIdleBody(Buffer.from("{")));
});

const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

test("a byte-order mark before a body is no part of it, in each of the encodings that have one", () => {
  const text = '{"name": "आशा राव", "amount": 1}';
  const bodies = [Buffer.from(text), Buffer.from(`\ufeff${text}`), wide(text), wide(text).swap16()];
  for (const body of bodies) assert.deepEqual(readJsonObject(body), JSON.parse(text));
  for (const blank of [Buffer.from("\ufeff"), Buffer.from("\ufeff \n"), wide("")]) {
    assert.ok(isIdleBody(blank));
    assert.equal(readJsonObject(blank), null);
  }
});

test("a mark anywhere else is no JSON, and half a character is no text", () => {
  for (const text of ["\ufeff\ufeff{}", "{}\ufeff", '{\ufeff"a":1}']) assert.equal(read(text), null);
  assert.equal(readJsonObject(Buffer.from('{"a":1}', "utf16le")), null, "UTF-16 without a mark");
  for (const half of [wide("{}").subarray(0, 5), Buffer.from([0xff, 0xfe, 0x00, 0xd8]), Buffer.from([0xff])])
    assert.equal(readBodyText(half), null);
  assert.equal(read('{"a":"\ufeff"}')?.constructor, Object);
});
