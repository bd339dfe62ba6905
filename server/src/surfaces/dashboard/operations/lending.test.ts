import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import { runtimeOf } from "#transfers";
import { makeDashboard } from "#test/dashboard";
import { makeLendingWorld } from "#test/lending-world";

const world = await makeLendingWorld();
const { ctx } = world;
const dashboard = makeDashboard(world, { simulatorUrl: world.simulator.url });
const payer = await world.makePayer({ balancePaise: 100_00n });
const { merchantId, organizationId } = payer;
const admin = await dashboard.logIn(organizationId, "admin");
const ask = (name: string, input: object = {}) => admin.ask(name, { merchantId, ...input });

const LOAN = {
  loanId: "LOAN_1",
  amount: "10000.00",
  beneId: "borrower",
  charges: [{ name: "processingFee", amount: "100.00" }],
  transferMode: "imps",
};

test("enrolled, with money of both, a loan is paid by the agreed split", async () => {
  assert.deepEqual(await ask("getLending"), { agreement: null, ledgers: [] });
  const split = { lenderName: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 };
  const wrong = await admin.call("enrolInLending", { merchantId, ...split, originatorPercent: 30 });
  assert.equal(wrong.body.error.code, "split_not_whole");
  const enrolled = await ask("enrolInLending", split);
  assert.equal(enrolled.agreement.enabled, true);
  const account = { accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const person = { name: "Asha Rao", email: "a@example.com", phone: "9876543210", address1: "Street" };
  await addBeneficiary(ctx, merchantId, { beneId: "borrower", ...person, ...account, by: "system" });
  const { amount, charges } = LOAN;
  assert.deepEqual(await ask("previewLoan", { amount, charges }), {
    amount: "10000.00",
    disbursal: "9900.00",
    lenderShare: "8000.00",
    originatorShare: "2000.00",
  });
  const used = await admin.call("previewLoan", { merchantId, amount: "100.00", charges });
  assert.equal(used.body.error.code, "charges_exceed_amount");
  const short = await admin.call("lend", { merchantId, ...LOAN });
  assert.equal(short.body.error.code, "lender_short");
  await ask("simulateTopUp", { fundSourceId: "LENDER_1", amount: "8000.00" });
  await ask("simulateTopUp", { fundSourceId: "ORIGINATOR_1", amount: "2000.00" });
  assert.equal((await ask("lend", LOAN)).repeated, false);
  await runtimeOf(ctx).idle();
  assert.equal((await ask("lend", LOAN)).repeated, true);
  const { body } = await admin.call("lend", { merchantId, ...LOAN, amount: "1.50", charges: [] });
  assert.equal(body.error.code, "loan_id_exists");
  const { items } = await ask("listLoans");
  const { disbursal, lenderShare, originatorShare, status } = items[0];
  assert.deepEqual(
    [disbursal, lenderShare, originatorShare, status],
    ["9900.00", "8000.00", "2000.00", "disbursed"],
  );
  const [lender, originator, intermediate] = await world.ledgersOf(payer);
  const { ledgers } = await ask("getLending");
  const shown = Object.fromEntries(
    ledgers.map((one: { party: string; available: string }) => [one.party, one.available]),
  );
  const text = (paise: bigint): string => (Number(paise) / 100).toFixed(2);
  assert.deepEqual(shown, {
    originator: text(originator),
    lender: text(lender),
    intermediate: text(intermediate),
  });
});
