import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_ADDRESS, DEFAULT_EMAIL, readOperator } from "./index.ts";

test("without settings everything is the default", () => {
  assert.deepEqual(readOperator({}), {
    email: DEFAULT_EMAIL,
    address: DEFAULT_ADDRESS,
    accountManager: DEFAULT_EMAIL,
    supportForm: null,
    webhookAddresses: { test: [], live: [] },
  });
});

test("the sender of e-mails is the operator's address unless another one is set", () => {
  const SMTP_FROM = "Payouts <payouts@business.example>";
  assert.equal(readOperator({ SMTP_FROM }).email, "payouts@business.example");
  const both = readOperator({ SMTP_FROM, OPERATOR_EMAIL: "help@business.example" });
  assert.deepEqual([both.email, both.accountManager], ["help@business.example", "help@business.example"]);
  assert.equal(
    readOperator({ ACCOUNT_MANAGER: "meera@business.example" }).accountManager,
    "meera@business.example",
  );
});

test("a value that would not stand in a page as it is stops the start", () => {
  for (const [name, bad] of [
    ["OPERATOR_EMAIL", "Help <help@business.example>"],
    ["OPERATOR_EMAIL", "help@business"],
    ["ACCOUNT_MANAGER", '"><script>@business.example'],
    ["OPERATOR_ADDRESS", "Sector 44 <b>Gurgaon</b>"],
    ["SUPPORT_FORM_URL", "javascript:alert(1)"],
    ["WEBHOOK_ADDRESSES_TEST", "203.0.113.7, business.example"],
    ["WEBHOOK_ADDRESSES_LIVE", "203.0.113.0/24/7"],
  ] as const)
    assert.throws(() => readOperator({ [name]: bad }), { name: "ConfigError", setting: name }, bad);
  const { webhookAddresses } = readOperator({ WEBHOOK_ADDRESSES_LIVE: "203.0.113.0/24, 2001:db8::1" });
  assert.deepEqual(webhookAddresses.live, ["203.0.113.0/24", "2001:db8::1"]);
});
