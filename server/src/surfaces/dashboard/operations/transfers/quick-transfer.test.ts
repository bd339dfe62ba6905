/** Quick transfers: preview, order, refusals with their fields, and finding the result when the response was lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { addBeneficiary } from "#beneficiaries";
import { operations } from "#dashboard";
import { runtimeOf, setQueuingTime } from "#transfers";
import { makeDashboard, type Browser, type Json } from "#test/dashboard";
import { makeApprovers } from "#test/make-approvers";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { refusalSentences, describeRefusal } from "./refusal-sentences.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-23T11:00:00+05:30") });
const { ctx } = world;
const dashboard = makeDashboard(world);

interface Scene {
  merchant: Payer;
  asha: Browser;
  preview(changes: object): Promise<Json>;
}

let made = 0;
const payee = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const order = (changes: object = {}) => {
  made += 1;
  return { transferKey: `quick-${made}`, ...payee, amount: "100.00", mode: "imps", ...changes };
};

async function makeScene(options: { balancePaise?: bigint } = {}): Promise<Scene> {
  const merchant = await world.makePayer(options);
  const asha = await dashboard.logIn(merchant.organizationId, "initiator");
  const { merchantId } = merchant;
  return {
    merchant,
    asha,
    preview: (changes) => asha.ask("previewTransfer", { merchantId, ...order(changes) }),
  };
}

test("a member previews and pays, and the same key is the same transfer", async () => {
  const { merchant, asha, preview } = await makeScene({ balancePaise: 1_000_00n });
  const { merchantId } = merchant;
  const seen = await preview({});
  assert.equal(seen.outcome, "sent");
  assert.equal(seen.route.rail, "imps");
  assert.equal(seen.payee.accountLast4, "1191");
  assert.equal(seen.available, "1000.00");
  assert.equal(Number(seen.total), Number(seen.amount) + Number(seen.fee) + Number(seen.tax));
  assert.equal(Number(seen.balanceAfter).toFixed(2), (1000 - Number(seen.total)).toFixed(2));
  assert.ok(!JSON.stringify(seen).includes(payee.accountNumber));

  const given = { merchantId, ...order() };
  const { transfer } = await asha.ask("createTransfer", given);
  assert.equal(transfer.status, "PENDING");
  const again = await asha.ask("createTransfer", given);
  assert.equal(again.transfer.transferId, transfer.transferId);
  const other = await asha.call("createTransfer", { ...given, amount: "101.00" });
  assert.deepEqual(
    [other.status, other.body.error.code, other.body.error.field],
    [409, "transfer_key_taken", "transferKey"],
  );
  await runtimeOf(ctx).idle();
  const asked = await asha.ask("getTransferByKey", { merchantId, transferKey: given.transferKey });
  assert.equal(asked.transfer.status, "SUCCESS");
  assert.ok(asked.transfer.utr);

  const duplicate = await preview({});
  assert.equal(duplicate.duplicate.transferKey, given.transferKey);
  const unknown = await asha.call("getTransferByKey", { merchantId, transferKey: "never-sent" });
  assert.equal(unknown.status, 404);
});

test("errors are reported at their field, before anything is stored", async () => {
  const { merchant, asha } = await makeScene();
  const { merchantId } = merchant;
  const wrong: [object, string, string][] = [
    [{ amount: "0.50" }, "invalid_request", "amount"],
    [{ amount: "10.555" }, "invalid_request", "amount"],
    [{ ifsc: "NOPE" }, "ifsc_invalid", "ifsc"],
    [{ ifsc: "ZZZZ0000001" }, "ifsc_invalid", "ifsc"],
    [{ ifsc: "HDFC0000001HDFC0000001" }, "ifsc_invalid", "ifsc"],
    [{ accountNumber: "12" }, "account_invalid", "accountNumber"],
    [{ name: "!!" }, "name_invalid", "name"],
    [{ remarks: "a_b" }, "remarks_invalid", "remarks"],
    [{ mode: "rtgs" }, "amount_below_minimum", "amount"],
    [{ mode: "upi" }, "no_vpa", "mode"],
    [{ fundSourceId: "NOPE_1" }, "fund_source_not_available", "fundSourceId"],
    [{ beneId: "asha" }, "payee_given_twice", "beneId"],
    [{ name: undefined, accountNumber: undefined, ifsc: undefined }, "payee_missing", "beneId"],
    [
      { name: undefined, accountNumber: undefined, ifsc: undefined, beneId: "nobody" },
      "beneficiary_not_found",
      "beneId",
    ],
  ];
  for (const [changes, code, field] of wrong) {
    const { status, body } = await asha.call("createTransfer", { merchantId, ...order(changes) });
    assert.deepEqual(
      [status, body.error.code, body.error.field],
      [422, code, field],
      JSON.stringify(changes),
    );
    assert.doesNotMatch(body.error.message, /[{}]/);
  }
  const [stored] = await world.look<{ count: string }>(
    "select count(*) from transfers.transfer where merchant_id = $1",
    [merchantId],
  );
  assert.equal(stored!.count, "0");
});

test("an order that money is missing for fails under its key, and the preview said so", async () => {
  const { merchant, asha, preview } = await makeScene({ balancePaise: 50_00n });
  const seen = await preview({});
  assert.deepEqual(
    [seen.outcome, seen.refusal.code, seen.refusal.field],
    ["failed", "insufficient_balance", "amount"],
  );
  const { transfer, rejection } = await asha.ask("createTransfer", {
    merchantId: merchant.merchantId,
    ...order(),
  });
  assert.equal(transfer.status, "FAILED");
  assert.equal(rejection.field, "amount");
});

test("who must agree is named before it is asked for, and never the member who orders", async () => {
  const { merchant, preview, asha } = await makeScene();
  const approvers = await makeApprovers(world, merchant, "transfer");
  await approvers.require(1);
  assert.deepEqual((await preview({})).approval.levels[0].names, [], "they are only invited");
  const admin = await dashboard.logInAs(approvers.people.asha);
  await dashboard.logInAs(approvers.people.vikram);
  const seen = await preview({});
  assert.equal(seen.outcome, "needs_approval");
  assert.equal(seen.approval.levels[0].names.length, 2);
  const { transfer } = await asha.ask("createTransfer", { merchantId: merchant.merchantId, ...order() });
  assert.equal(transfer.status, "APPROVAL_PENDING");
  const own = await admin.ask("previewTransfer", { merchantId: merchant.merchantId, ...order() });
  assert.equal(own.approval.levels[0].names.length, 1);
});

test("too little money is said with what becomes of the order, also where it waits for approval first", async () => {
  const { merchant, preview } = await makeScene({ balancePaise: 1_000_00n });
  const { merchantId } = merchant;
  const ask = async () => {
    const { outcome, total, shortfall } = await preview({ amount: "2000.00" });
    assert.equal(Number(shortfall.amount).toFixed(2), (Number(total) - 1_000).toFixed(2));
    return [outcome, shortfall.then, shortfall.hours];
  };
  assert.deepEqual(await ask(), ["failed", "failed", null]);
  await setQueuingTime(ctx, merchantId, { hours: 24, by: "system" });
  assert.deepEqual(await ask(), ["waits", "waits", 24]);
  const approvers = await makeApprovers(world, merchant, "transfer");
  await approvers.require(1);
  assert.deepEqual(await ask(), ["needs_approval", "waits", 24]);
  assert.equal((await preview({ amount: "10.00" })).shortfall, null);
});

test("nothing is ordered while payouts are switched off", async () => {
  const { merchant, asha } = await makeScene();
  const { merchantId } = merchant;
  await changeMerchant(ctx, merchantId, { settings: { payoutsEnabled: false } });
  const { status, body } = await asha.call("createTransfer", { merchantId, ...order() });
  assert.deepEqual([status, body.error.code], [403, "payouts_disabled"]);
});

test("orders that add up to two lakh since the last proof ask for a new one, and smaller ones do not", async () => {
  const { merchant, asha } = await makeScene({ balancePaise: 3_00_000_00n });
  const { merchantId } = merchant;
  await world.look("update access.session set proved_at = now() - interval '1 hour' where member_id = $1", [
    asha.memberId,
  ]);
  await asha.ask("createTransfer", { merchantId, ...order({ amount: "100.00" }) });
  const big = { merchantId, ...order({ amount: "199900.00" }) };
  const refused = await asha.call("createTransfer", big);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "step_up_required"]);
  assert.deepEqual(refused.body.error.details, { secondFactor: false });
  await world.look("update access.session set proved_at = now() where member_id = $1", [asha.memberId]);
  assert.equal((await asha.call("createTransfer", big)).status, 200);
  await world.look("update access.session set proved_at = now() - interval '1 hour' where member_id = $1", [
    asha.memberId,
  ]);
  assert.equal((await asha.call("createTransfer", big)).status, 200, "asked for again, it moves nothing");
});

test("a listed beneficiary is paid by its id; a viewer neither previews nor pays", async () => {
  const { merchant, asha } = await makeScene();
  const { merchantId, organizationId } = merchant;
  const details = {
    email: "asha@example.com",
    phone: "9876543210",
    address1: "ABC Street",
    vpa: "success@upi",
  };
  await addBeneficiary(ctx, merchantId, { beneId: "asha", name: "Asha Rao", ...details, by: "system" });
  const listed = { merchantId, transferKey: "to-listed", beneId: "asha", amount: "10.00", mode: "upi" };
  assert.equal((await asha.ask("previewTransfer", listed)).payee.beneId, "asha");
  assert.equal((await asha.ask("createTransfer", listed)).transfer.rail, "upi");
  const viewer = await dashboard.logIn(organizationId, "viewer");
  for (const name of ["previewTransfer", "createTransfer"]) {
    assert.equal((await viewer.call(name, { ...listed, transferKey: "by-viewer" })).status, 403);
  }
});

test("every refusal of an order has a field of the form and a sentence without gaps", () => {
  const form = Object.keys(operations.find(({ name }) => name === "createTransfer")!.body!);
  const details = { minPaise: 1_00n, maxPaise: 1_00_000_00n, daysMax: 365, payableAt: new Date() };
  for (const code of Object.keys(refusalSentences) as (keyof typeof refusalSentences)[]) {
    const { field, message } = describeRefusal(code, details);
    assert.ok(form.includes(field), `${code}: ${field}`);
    assert.match(message, /^[A-Z][^{}]+\.$/, code);
  }
  assert.match(describeRefusal("amount_above_maximum", details).message, /₹1,00,000\.00/);
});

test("a number like a card's is refused with the reason, and a phone number is taken as it is written", async () => {
  const { merchant, asha } = await makeScene({ balancePaise: 1_000_00n });
  const { merchantId } = merchant;
  const say = async (changes: object): Promise<string> => {
    const { status, body } = await asha.call("createTransfer", { merchantId, ...order(changes) });
    assert.equal(status, 422);
    return JSON.stringify(body.error);
  };
  const bare = { accountNumber: undefined, ifsc: undefined };
  assert.match(
    await say({ transferKey: "4071000100123450" }),
    /transferKey has a number that looks like a card's/,
  );
  const vpa = { ...bare, mode: "upi", vpa: "acme.5538002200112346@icici" };
  assert.match(
    await say(vpa),
    /"message":"A UPI ID looks like name@bank\. vpa has a number that looks like a card's/,
  );
  assert.match(
    await say({ remarks: "EMI loan 4071000100123450" }),
    /It has a number that looks like a card's/,
  );
  assert.doesNotMatch(await say({ accountNumber: "4071000100123450", ifsc: "NONE0000000" }), /card/);
  const wallet = { ...bare, mode: "paytm", phone: "+91 98765-43210" };
  await asha.ask("createTransfer", { merchantId, ...order(wallet) });
  const { items } = await asha.ask("listTransfers", { merchantId, q: "+91 98765 43210" });
  assert.equal(items[0].payee.phone, "9876543210");
});
