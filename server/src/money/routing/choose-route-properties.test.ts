import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkAmount, RAILS, railsOf, TRANSFER_MODES } from "#rails";
import { type BankFacts, chooseRoute, type RouteFacts } from "#routing";

const LAKH = 1_00_000_00n;

const someRails = fc.subarray([...RAILS]);
const someBank: fc.Arbitrary<BankFacts> = fc.record({
  bankId: fc.constantFrom("a", "b", "c", "d"),
  rails: someRails,
  enabled: fc.boolean(),
  railsDown: someRails,
  maxPaise: fc.constantFrom({}, { imps: 50_000_00n }, { neft: 4n * LAKH, upi: 10_000_00n }),
});
const someFacts: fc.Arbitrary<RouteFacts> = fc.record({
  mode: fc.constantFrom(...TRANSFER_MODES),
  amountPaise: fc.oneof(
    fc.bigInt({ min: 1n, max: 20n * LAKH }),
    fc.constantFrom(1_00n, LAKH, 2n * LAKH, 5n * LAKH),
  ),
  now: fc.date({ min: new Date("2025-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }),
  payee: fc.record({
    hasAccount: fc.boolean(),
    hasVpa: fc.boolean(),
    hasPhone: fc.boolean(),
    hasCard: fc.boolean(),
    railsDown: someRails,
  }),
  banks: fc.uniqueArray(someBank, { selector: ({ bankId }) => bankId }),
  banksTried: fc.subarray(["a", "b", "c", "d"]),
  fundSource: fc.constantFrom({ fundSourceId: "wallet", bankId: null }, { fundSourceId: "own", bankId: "a" }),
});

test("never outside the limits, never a bank that may not pay, the same answer for the same facts", () => {
  fc.assert(
    fc.property(someFacts, (some) => {
      const answer = chooseRoute(some);
      assert.deepEqual(chooseRoute(structuredClone(some)), answer);
      if (answer.kind !== "route") return;
      const { rail, bankId } = answer;
      const chosen = some.banks.find((one) => one.bankId === bankId)!;
      assert.ok(railsOf(some.mode, some.amountPaise).includes(rail));
      assert.equal(checkAmount(rail, some.amountPaise, some.now), null);
      assert.ok(some.amountPaise <= (chosen.maxPaise?.[rail] ?? some.amountPaise));
      assert.ok(chosen.enabled && chosen.rails.includes(rail) && !chosen.railsDown!.includes(rail));
      assert.ok(!some.banksTried.includes(bankId));
      assert.ok(some.fundSource.bankId === null || some.fundSource.bankId === bankId);
    }),
    { numRuns: 1_000 },
  );
});

test("trying one route after the other asks each bank at most once, and then ends", () => {
  fc.assert(
    fc.property(someFacts, (some) => {
      const tried: string[] = [];
      for (;;) {
        const answer = chooseRoute({ ...some, banksTried: tried });
        if (answer.kind !== "route") break;
        assert.ok(!tried.includes(answer.bankId));
        tried.push(answer.bankId);
      }
      assert.ok(tried.length <= some.banks.length);
    }),
  );
});

test("a transfer told to wait for an opening has a route at that moment", () => {
  fc.assert(
    fc.property(someFacts, (some) => {
      const answer = chooseRoute(some);
      if (answer.kind !== "closed") return;
      assert.ok(answer.opensAt > some.now);
      assert.equal(chooseRoute({ ...some, now: answer.opensAt }).kind, "route");
    }),
    { numRuns: 1_000 },
  );
});
