import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize } from "#access";
import { buildApi } from "#api";
import { lend } from "#lending";
import { makeWorld } from "#test/world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeWorld();
const app = buildApi(world.ctx);
mountSandbox(app, world.ctx, { simulatorUrl: "http://127.0.0.1:1" });
world.onClose(() => app.close());

test("a sandbox merchant agrees with a lender, receives both parties' money, and sees its loans", async () => {
  const merchant = await world.makeMerchant({ balancePaise: 100_00n });
  const { token } = await authorize(world.ctx, { ...merchant, ip: "127.0.0.1" });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (method: "GET" | "PUT" | "POST" | "DELETE", path: string, payload: object = {}) =>
    (
      await app.inject({
        method,
        url: `/sandbox/co-lending${path}`,
        headers,
        payload: JSON.stringify(payload),
      })
    ).json();
  assert.deepEqual(await ask("GET", ""), { agreement: null, ledgers: [], loans: [] });
  const early = await ask("POST", "/top-ups", { ledger: "lender", amount: "1.00" });
  assert.equal(early.error.code, "fund-sources.not_found");
  const agreement = { lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 19 };
  assert.equal((await ask("PUT", "", agreement)).error.code, "lending.split_not_whole");
  assert.equal(
    (await ask("PUT", "", { ...agreement, lenderPercent: "80" })).error.details.field,
    "lenderPercent",
  );
  const agreed = await ask("PUT", "", { ...agreement, originatorPercent: 20 });
  assert.equal(agreed.agreement.lenderName, "Sahayak Finance");
  assert.equal(
    (await ask("POST", "/top-ups", { ledger: "wallet", amount: "1.00" })).error.details.field,
    "ledger",
  );
  assert.equal(
    (await ask("POST", "/top-ups", { ledger: "lender", amount: "x" })).error.details.field,
    "amount",
  );
  await ask("POST", "/top-ups", { ledger: "lender", amount: "8000.00", utr: "SHARE-1" });
  await ask("POST", "/top-ups", { ledger: "lender", amount: "8000.00", utr: "SHARE-1" });
  const funded = await ask("POST", "/top-ups", { ledger: "originator", amount: "2000.00" });
  const balances = (shown: { ledgers: { fundSourceId: string; available: string }[] }) =>
    Object.fromEntries(shown.ledgers.map(({ fundSourceId, available }) => [fundSourceId, available]));
  const full = { LENDER_1: "8000.00", ORIGINATOR_1: "2000.00", INTERMEDIATE_1: "0.00" };
  assert.deepEqual(balances(funded), full);
  await lend(world.ctx, merchant.merchantId, {
    loanKey: "L1",
    amountPaise: 10_000_00n,
    charges: [{ name: "fee", amountPaise: 100_00n }],
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    mode: "imps",
    remarks: "",
    by: "system",
  });
  const ended = await ask("DELETE", "");
  assert.equal(ended.agreement.enabled, false);
  assert.deepEqual(balances(ended), { LENDER_1: "0.00", ORIGINATOR_1: "0.00", INTERMEDIATE_1: "100.00" });
  const [{ loanKey, amount, disbursal, lender, originator }] = ended.loans;
  assert.deepEqual(
    [loanKey, amount, disbursal, lender, originator],
    ["L1", "10000.00", "9900.00", "8000.00", "2000.00"],
  );
});
