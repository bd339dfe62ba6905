/** Each change that loosens a rule is made and then reversed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loosens, type RuleAtPlace } from "./loosens.ts";
import { readTerms, type GivenRule } from "./rule.ts";
import { RULE_KINDS } from "./kinds.ts";

let made = 0;

function ruleOf(
  kind: string,
  parameters: GivenRule["parameters"],
  more: Partial<RuleAtPlace> = {},
): RuleAtPlace {
  made += 1;
  const effect = kind === "trusted_amount" ? "allow" : "block";
  const terms = readTerms({
    kind,
    parameters,
    effect,
    scope: more.scope ?? "merchant",
    scopeId: more.scopeId ?? null,
  });
  return { ...terms, ruleId: more.ruleId ?? `rule ${made}`, place: more.place ?? 5 };
}

/** The parameters of each kind, followed by sets of parameters that are each looser. */
const TABLE: Readonly<Record<string, readonly [GivenRule["parameters"], ...GivenRule["parameters"][]]>> = {
  transfer_limit: [{ limitPaise: 100 }, { limitPaise: 101 }],
  daily_limit: [{ limitPaise: 100 }, { limitPaise: 101 }],
  velocity: [{ transfers: 5, periodMinutes: 60 }, { transfers: 6 }, { periodMinutes: 59 }],
  new_payee: [{ abovePaise: 100, addedWithinHours: 24 }, { abovePaise: 101 }, { addedWithinHours: 23 }],
  duplicate: [{ periodMinutes: 60 }, { periodMinutes: 59 }],
  unusual_amount: [
    { times: 5, leastKnown: 5, direction: "either" },
    { times: 6 },
    { leastKnown: 6 },
    { direction: "above" },
  ],
  trusted_amount: [{ upToPaise: 100 }, { upToPaise: 101 }],
};

for (const kind of RULE_KINDS) {
  test(`a looser ${kind} loosens, a stricter one does not, nor one that stays`, () => {
    const [parameters, ...looser] = TABLE[kind]!;
    const rule = ruleOf(kind, parameters);
    assert.equal(loosens(rule, { ...rule, place: 6 }, []), false, "moved among no others");
    for (const one of looser) {
      const loose = ruleOf(kind, { ...parameters, ...one });
      assert.equal(loosens(rule, loose, []), true, JSON.stringify(one));
      assert.equal(loosens(loose, rule, []), false, JSON.stringify(one));
    }
    const isTrust = kind === "trusted_amount";
    assert.deepEqual(
      [loosens(null, rule, []), loosens(rule, null, [])],
      [isTrust, !isTrust],
      "added, removed",
    );
    assert.equal(loosens(null, null, []), false, "inactive all the time");
  });
}

test("more of one parameter and less of another loosens", () => {
  const rule = ruleOf("velocity", { transfers: 5, periodMinutes: 60 });
  assert.equal(loosens(rule, ruleOf("velocity", { transfers: 50, periodMinutes: 600 }), []), true);
  assert.equal(loosens(rule, ruleOf("velocity", { transfers: 1, periodMinutes: 10 }), []), true);
});

test("a review instead of a block loosens, and not the other way", () => {
  const block = ruleOf("duplicate", { periodMinutes: 60 });
  const review = { ...block, effect: "review" } as const;
  assert.deepEqual([loosens(block, review, []), loosens(review, block, [])], [true, false]);
});

test("a rule about fewer loosens, and one that counts them apart; of trust it is the other way", () => {
  const whole = ruleOf("daily_limit", { limitPaise: 100 });
  const each = { ...whole, scope: "rail", scopeId: null } as const;
  const one = { ...each, scopeId: "imps" };
  const other = { ...each, scopeId: "upi" };
  const source = { ...each, scope: "fund_source" } as const;
  for (const [wide, narrow] of [
    [whole, each],
    [each, one],
    [whole, one],
  ] as const) {
    assert.deepEqual([loosens(wide, narrow, []), loosens(narrow, wide, [])], [true, false]);
    const [trustWide, trustNarrow] = [wide, narrow].map(({ scope, scopeId }) =>
      ruleOf("trusted_amount", { upToPaise: 100 }, { scope, scopeId }),
    );
    assert.deepEqual(
      [loosens(trustWide!, trustNarrow!, []), loosens(trustNarrow!, trustWide!, [])],
      [false, true],
    );
  }
  for (const elsewhere of [other, source]) assert.equal(loosens(one, elsewhere, []), true);
  assert.equal(loosens(each, source, []), true, "it cannot be told");
});

test("a rule that is moved behind trust loosens, and trust that is moved before a rule", () => {
  const trust = ruleOf("trusted_amount", { upToPaise: 100 });
  const rule = ruleOf("duplicate", { periodMinutes: 60 });
  const at = (one: RuleAtPlace, place: number): RuleAtPlace => ({ ...one, place });
  assert.equal(loosens(at(rule, 1), at(rule, 9), [trust]), true);
  assert.equal(loosens(at(rule, 9), at(rule, 1), [trust]), false);
  assert.equal(loosens(at(rule, 6), at(rule, 9), [trust]), false, "it was behind before");
  assert.equal(loosens(at(rule, 1), at(rule, 9), [at(rule, 5)]), false, "another rule is no trust");
  assert.equal(loosens(at(trust, 9), at(trust, 1), [at(rule, 5)]), true);
  assert.equal(loosens(at(trust, 1), at(trust, 9), [at(rule, 5)]), false);
});

test("another kind loosens, since it cannot be told", () => {
  const rule = ruleOf("transfer_limit", { limitPaise: 100 });
  assert.equal(loosens(rule, ruleOf("daily_limit", { limitPaise: 1 }), []), true);
});
