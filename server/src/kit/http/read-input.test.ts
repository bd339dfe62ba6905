import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  amount,
  day,
  flag,
  id,
  type InputShape,
  listOf,
  moment,
  object,
  oneOf,
  optional,
  prose,
  readInput,
  refusing,
  text,
  whole,
  withDefault,
} from "./index.ts";

const shape = {
  transferId: text({ max: 40, pattern: /^[\w-]+$/ }),
  amount: amount(),
  mode: withDefault(oneOf(["imps", "neft"]), "imps"),
  remarks: optional(text({ min: 0, max: 70 })),
  days: optional(listOf(day(), { max: 3 })),
};

const read = (fields: Record<string, unknown>, place: "body" | "text" = "body") =>
  readInput(shape, fields, { place });
const faultsOf = (fields: Record<string, unknown>): string[] => {
  const found = read(fields);
  return "faults" in found ? found.faults.map(({ field, problem }) => `${field}:${problem}`) : [];
};

test("what fits is given as the handler wants it", () => {
  const sound = { transferId: "INV-1", amount: "1250.5", days: ["2026-02-28"] };
  assert.deepEqual(read(sound), {
    values: {
      transferId: "INV-1",
      amount: 125_050n,
      mode: "imps",
      remarks: undefined,
      days: ["2026-02-28"],
    },
  });
  assert.deepEqual(readInput({ days: shape.days }, { days: "2026-02-28,2026-03-01" }, { place: "text" }), {
    values: { days: ["2026-02-28", "2026-03-01"] },
  });
});

test("every fault is found, in the order of the fields; unknown fields are faults", () => {
  assert.deepEqual(faultsOf({ amount: "0.99", mode: "rtgs", days: ["2026-02-30"], extra: 1 }), [
    "transferId:missing",
    "amount:too_small",
    "mode:wrong",
    "days:wrong",
    "extra:unknown",
  ]);
  assert.deepEqual(faultsOf({ transferId: "x".repeat(41), amount: "1.001" }), [
    "transferId:too_long",
    "amount:too_many_decimals",
  ]);
});

test("an order puts some faults first, absence can mean more, and a field can have words of its own", () => {
  const classic: InputShape = {
    withdrawalId: refusing(text({ max: 50, pattern: /^\w+$/ }), {
      missing: "id_missing",
      wrong: "id_invalid",
    }),
    amount: refusing(amount(), {
      missing: "amount_missing",
      too_small: "amount_small",
      wrong: "amount_invalid",
    }),
  };
  const manner = {
    place: "body",
    isAbsent: (value: unknown) => value === undefined || value === "" || value === null,
    lenient: true,
    order: ["withdrawalId:missing", "amount:missing"],
  } as const;
  const first = (fields: Record<string, unknown>): unknown => {
    const found = readInput(classic, fields, manner);
    return "faults" in found ? found.faults[0]!.refusal : found.values;
  };
  assert.equal(first({ withdrawalId: "?" }), "amount_missing");
  assert.equal(first({ withdrawalId: "", amount: "x" }), "id_missing");
  assert.equal(first({ withdrawalId: "?", amount: "x" }), "id_invalid");
  assert.equal(first({ withdrawalId: "a", amount: "0.50" }), "amount_small");
  assert.equal(first({ withdrawalId: "a", amount: "x" }), "amount_invalid");
  assert.deepEqual(first({ withdrawalId: "a", amount: "1.00", more: 1 }), {
    withdrawalId: "a",
    amount: 100n,
  });
});

test("lengths are checked before anything else", () => {
  let looked = 0;
  const watched = { ...text({ max: 5 }), read: () => ((looked += 1), { value: "" }) };
  for (const value of ["x".repeat(6), "\u0660".repeat(1_000_000), Array.from({ length: 6 })]) {
    const found = readInput({ watched }, { watched: value }, { place: "body" });
    assert.ok("faults" in found && found.faults[0]!.problem === "too_long");
  }
  assert.equal(looked, 0);
});

test("types are not coerced in a body; in a path or query text stands for them", () => {
  const loose = { count: whole({ min: 1, max: 9 }), on: flag() };
  assert.ok("faults" in readInput(loose, { count: "3", on: "true" }, { place: "body" }));
  assert.deepEqual(readInput(loose, { count: "3", on: "true" }, { place: "text" }), {
    values: { count: 3, on: true },
  });
  for (const count of ["0", "10", "3.0", "3e0", " 3", "", 2.5, null, [3]])
    assert.ok("faults" in readInput({ count: loose.count }, { count }, { place: "text" }), String(count));
});

test("text is one line without control characters, prose may break lines", () => {
  const line = text({ max: 20 });
  for (const bad of ["", "a\nb", "a\u0000", "a\u202eb", "\ud800", 5, null])
    assert.ok("problem" in line.read(bad, "body"), JSON.stringify(bad));
  assert.deepEqual(line.read("नमस्ते ₹", "body"), { value: "नमस्ते ₹" });
  assert.deepEqual(prose({ max: 20 }).read("a\n\tb", "body"), { value: "a\n\tb" });
  assert.ok("problem" in prose({ max: 20 }).read("a\u0000", "body"));
});

test("ids, moments and objects", () => {
  assert.ok("problem" in id().read("01999999-0000-7000-8000-00000000000G", "body"));
  assert.ok("value" in id().read("01999999-0000-7000-8000-000000000000", "body"));
  assert.ok("problem" in moment().read("2026-11-22 10:00:00", "body"));
  assert.ok("value" in moment().read("2026-11-22T10:00:00+05:30", "body"));
  const nested = object({ inner: object({ amount: amount() }) });
  assert.deepEqual(nested.read({ inner: { amount: "2" } }, "body"), { value: { inner: { amount: 200n } } });
  const wrong = nested.read({ inner: { amount: "two" } }, "body");
  assert.match((wrong as { says: string }).says, /^inner: amount: /);
});

test("whatever comes is read or refused, never thrown at", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(shape), "other"), fc.anything()), (fields) => {
      const found = read(fields);
      assert.ok("values" in found || found.faults.length > 0);
    }),
  );
});
