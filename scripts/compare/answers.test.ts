import assert from "node:assert/strict";
import { test } from "node:test";
import { findDifference, makeNames, type Names, writeAnswer } from "./answers.ts";

const areAlike = (before: string, after: string, names: Names): boolean =>
  findDifference(before, after, names) === null;

const ids = [
  ["01a2197c-c6e0-7066-9942-9a9bd963309c", "01a2197c-e6a2-70b2-93ad-239bed8541ce"],
  ["633112000001", "633112000017"],
  ["PLEEJBNJTFPHGFNF", "FEW3E82E6UPTDC67"],
  ["vs_sandbox_YQ-elk0hKLPiSrVH", "vs_sandbox_XtA6AT4lvzAu86Zy"],
  ["2026-11-26T20:12:26.822Z", "2026-11-26T20:12:41.100Z"],
  ["2026-11-26 20:12:26", "2026-11-26 20:13:01"],
] as const;

test("what each server makes for itself may differ", () => {
  for (const [before, after] of ids)
    assert.ok(areAlike(`{"id":"${before}","n":1}`, `{"id":"${after}","n":1}`, makeNames()), before);
});

test("a word, an amount, a field, an order of fields and a time of another form may not", () => {
  for (const [before, after] of [
    ['{"status":"SUCCESS"}', '{"status":"PENDING"}'],
    ['{"amount":"1000000.00"}', '{"amount":"1000100.00"}'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"at":"2026-11-26T20:12:26Z"}', '{"at":"2026-11-26 20:12:26"}'],
    ['{"at":"2026-11-26T20:12:26Z"}', '{"at":"2026-11-27T20:12:26Z"}'],
    ['{"of":"paymentInstrumentIdentifier"}', '{"of":"beneficiaryInstrumentDetails"}'],
  ] as const)
    assert.ok(!areAlike(before, after, makeNames()), before);
});

test("a name that was learnt holds from then on, in both directions", () => {
  const [[a, b]] = ids;
  const other = "01a2197c-0000-7066-9942-9a9bd963309c";
  const names = makeNames();
  assert.ok(areAlike(`${a} ${a}`, `${b} ${b}`, names));
  assert.ok(!areAlike(a, other, names));
  assert.ok(!areAlike(other, b, names));
  assert.ok(areAlike(`x ${a}`, `x ${b}`, names));
});

test("texts that differ teach nothing", () => {
  const [[a, b], [c, d]] = ids;
  const names = makeNames();
  assert.ok(!areAlike(`${a} SUCCESS`, `${b} PENDING`, names));
  assert.ok(!areAlike(`${a} ${c}`, `${b} x`, names));
  assert.equal(names.after.size, 0);
  assert.ok(areAlike(`${a} ${c}`, `${a.replace("01", "02")} ${d}`, names));
});

test("status, body and headers that promise something are compared; counts of the minute have to be there", () => {
  const headers = { "content-type": "application/json", date: "today", "ratelimit-remaining": "7" };
  const answer = { status: 200, headers, body: "{}" };
  const text = writeAnswer(answer);
  assert.equal(
    text,
    writeAnswer({ ...answer, headers: { ...headers, date: "later", "ratelimit-remaining": "6" } }),
  );
  for (const other of [
    { ...answer, status: 201 },
    { ...answer, body: "[]" },
    { ...answer, headers: { ...headers, "content-type": "text/csv" } },
    { ...answer, headers: { ...headers, "retry-after": "1" } },
    { ...answer, headers: { ...headers, "retry-after": "400" } },
    { ...answer, headers: { ...headers, "ratelimit-limit": "9000" } },
    { ...answer, headers: { "content-type": "application/json" } },
  ])
    assert.notEqual(writeAnswer(other), text);
});

test("numbers that run, and the ends of accounts, are names as well; a duration is only there", () => {
  const write = (body: string): string => writeAnswer({ status: 200, headers: {}, body });
  const names = makeNames();
  for (const [before, after, alike] of [
    ['{"referenceId":10015,"accountLast4":"1234"}', '{"referenceId":10016,"accountLast4":"9876"}', true],
    ['{"referenceId":"10016"}', '{"referenceId":"10015"}', true],
    ['{"referenceId":10015}', '{"referenceId":10017}', false],
    ['"Try again in 7 minutes."', '"Try again in 1 minute."', true],
    ['{"rowCount":23,"sizeBytes":900}', '{"rowCount":24,"sizeBytes":931}', true],
    ['{"rowCount":23}', '{"rowCount":24}', false],
    ["signature=oeNiYb5jpm5vGXxu%2BQTcz", "signature=pU8NqmeViUcnlyP%2FlKeOw", true],
    ['{"tookMs":5}', '{"tookMs":17}', true],
    ['{"tookMs":5}', '{"tookMs":null}', false],
  ] as const)
    assert.equal(areAlike(write(before), write(after), names), alike, before);
});
