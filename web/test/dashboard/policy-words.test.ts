// The words of a policy for an approver cover every field of the contract, tested without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ApprovalPolicy } from "#dashboard/api/operations.ts";
import { makePolicyWords, markDiffering } from "#dashboard/features/approvals/policy-words.ts";
import english from "#dashboard/features/approvals/texts.en.ts";
import hindi from "#dashboard/features/approvals/texts.hi.ts";
import { translator } from "#dashboard/texts/catalogue.ts";

const contract = new URL("../../../contract/openapi-dashboard.json", import.meta.url);
const { components } = JSON.parse(readFileSync(contract, "utf8")) as {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
};
const fieldsOf = (schema: string): string[] => Object.keys(components.schemas[schema]!.properties);

const level = { approvers: 1, permission: "approve_quick_transfer", members: null } as const;
const policy = {
  name: "Large ones",
  from: "200000.00",
  to: null,
  rails: null,
  fundSources: null,
  creators: null,
  levels: [level],
} as const satisfies ApprovalPolicy;

/** Another value for each field. The test fails if one is missing here. */
const others: Readonly<Record<string, unknown>> = {
  name: "Small ones",
  from: "300000.00",
  to: "400000.00",
  rails: ["rtgs"],
  fundSources: ["WALLET_2"],
  creators: ["api"],
  levels: [level, level],
  approvers: 2,
  permission: "own_organization",
  members: ["m1"],
};

test("no field of a policy or of a level can change without the line that an approver reads", () => {
  const words = translator("en", english);
  for (const t of [words, translator<typeof english>("hi", hindi)]) {
    const { line } = makePolicyWords(t, (id) => id, {});
    const differs = (changed: object, field: string): void => {
      assert.ok(field in others, `${field} has another value here`);
      assert.notEqual(line({ ...policy, ...changed }), line(policy), field);
    };
    for (const field of fieldsOf("ApprovalPolicy")) differs({ [field]: others[field] }, field);
    for (const field of fieldsOf("PolicyLevel"))
      differs({ levels: [{ ...level, [field]: others[field] }] }, field);
  }
  const { line, conditions, members } = makePolicyWords(words, (id) => id, {
    m1: "Asha Rao",
    WALLET_2: "Payroll",
  });
  const narrow = { rails: ["rtgs"], fundSources: ["WALLET_2"] };
  const whole = line({ ...policy, ...narrow, levels: [{ ...level, members: ["m1"] }] });
  for (const text of ["Only by RTGS", "Only from Payroll", "Only Asha Rao"])
    assert.ok(whole.includes(text), whole);
  assert.equal(conditions(narrow), "Only by RTGS, Only from Payroll");
  assert.equal(members({ members: ["m1"] }), "Only Asha Rao");
  assert.deepEqual(
    markDiffering(["1. A", "2. C"], ["1. A", "2. B"], (one) => `* ${one}`),
    ["1. A", "* 2. C"],
  );
});
