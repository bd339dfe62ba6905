/** An amount above a policy is paid in parts below it. The parts of 24 hours are added up, however they are ordered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import { acceptTransfers } from "#transfers";
import type { Browser } from "#test/dashboard";
import { orderTo } from "#test/faults/fault-world";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { makeOffice, order, orderOf, preview, payByKey, approve, setFor } = openFourEyes(world);

const WAITS = "APPROVAL_PENDING";

test("twelve payments of ₹1,99,000 below a policy of ₹2,00,000: one passes", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator" });
  const said: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) said.push(await order(browsers.meera!, merchantId, "199000.00"));
  assert.equal(said.filter((status) => status !== WAITS).length, 1);
  // The rest of the day's amount needs no approval.
  assert.notEqual(await order(browsers.meera!, merchantId, "900.00"), WAITS);
  assert.equal(await order(browsers.meera!, merchantId, "200.00"), WAITS);
});

test("twelve at the same time: one passes", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator" });
  const all = Array.from({ length: 12 }, () => order(browsers.meera!, merchantId, "199000.00"));
  const said = await Promise.all(all);
  assert.equal(said.filter((status) => status !== WAITS).length, 1);
});

test("charges count for the maker, so many payments of a rupee spend no more than a policy lets pass", async () => {
  const policies = [{ name: "Large", from: "30", levels: [{ approvers: 1 }] }];
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" }, policies);
  const account = "912345678901";
  const said: string[] = [];
  // Each costs ₹6 and ₹1.08 of tax.
  for (let nth = 0; nth < 5; nth += 1) said.push(await order(browsers.meera!, merchantId, "1.00", account));
  assert.deepEqual(said.slice(0, 4).includes(WAITS), false);
  assert.equal(said[4], WAITS);
  assert.notEqual(await order(browsers.ravi!, merchantId, "24.00", account), WAITS, "the payee got ₹5");
});

test("the parts of one payee add up, by every creator and channel", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" });
  const account = "912345678901";
  assert.notEqual(await order(browsers.meera!, merchantId, "150000.00", account), WAITS);
  assert.equal(await order(browsers.ravi!, merchantId, "60000.00", account), WAITS);
  assert.equal(await payByKey(merchant, "60000.00", account), WAITS);
  assert.notEqual(await order(browsers.ravi!, merchantId, "60000.00"), WAITS);
});

test("one account is one payee by every branch of its bank, and with zeros before its number", async () => {
  const { merchantId, browsers } = await makeOffice({
    meera: "initiator",
    ravi: "initiator",
    asha: "initiator",
  });
  const { meera, ravi, asha } = browsers;
  const branch = { accountNumber: "912345678901" };
  assert.notEqual(await order(meera!, merchantId, "150000.00", branch.accountNumber), WAITS);
  assert.equal(await order(ravi!, merchantId, "60000.00", { ...branch, ifsc: "HDFC0000002" }), WAITS);
  assert.equal(await order(ravi!, merchantId, "60000.00", "00912345678901"), WAITS);
  // The same account number at another bank is another account.
  assert.notEqual(await order(asha!, merchantId, "60000.00", { ...branch, ifsc: "ICIC0000001" }), WAITS);
});

test("an account is one payee by its number and by the UPI ID that is made of it", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" });
  const { meera, ravi } = browsers;
  const vpa = "0912345678901@hdfc0000002.IFSC.npci";
  assert.notEqual(await order(meera!, merchantId, "90000.00", { vpa }), WAITS);
  assert.equal(await order(ravi!, merchantId, "120000.00", "912345678901"), WAITS);
  assert.notEqual(await order(ravi!, merchantId, "120000.00", "912345678902"), WAITS);
});

test("a card that is listed twice is one payee", async () => {
  const { merchantId } = await makeOffice({});
  let cards = 0;
  const pay = async (amountPaise: bigint, card: string): Promise<string> => {
    cards += 1;
    const beneId = `card_${cards}`;
    const listed = { beneId, name: "Card Holder", phone: "9876543210", card, email: "c@example.com" };
    await addBeneficiary(world.ctx, merchantId, { ...listed, by: "system" });
    const createdBy = { maker: `api-key:${beneId}`, creator: "api" } as const;
    const order = { ...orderTo(beneId, { mode: "card" }), payee: { beneId }, amountPaise, createdBy };
    const [outcome] = await acceptTransfers(world.ctx, merchantId, [order]);
    return outcome!.kind === "accepted" ? outcome!.transfer.status : outcome!.kind;
  };
  assert.equal(await pay(90_000_00n, "411111XXXXXX1111"), "sent");
  assert.equal(await pay(90_000_00n, "411111XXXXXX1111"), "sent");
  assert.equal(await pay(90_000_00n, "411111XXXXXX1111"), "awaiting_approval");
  assert.equal(await pay(90_000_00n, "411111XXXXXX1112"), "sent");
});

test("the parts of a key add up like a member's, also across versions", async () => {
  const { merchant } = await makeOffice({});
  assert.notEqual(await payByKey(merchant, "199000.00"), WAITS);
  assert.equal(await payByKey(merchant, "199000.00"), WAITS);
});

test("a member and the key whose secret that member was shown are one maker, in either order", async () => {
  for (const keyFirst of [true, false]) {
    const { merchant, merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" });
    await world.look("update access.api_client set shown_to = $2 where merchant_id = $1", [
      merchantId,
      browsers.meera!.memberId,
    ]);
    const byKey = () => payByKey(merchant, "199000.00");
    const byForm = () => order(browsers.meera!, merchantId, "199000.00");
    const [first, second] = keyFirst ? [byKey, byForm] : [byForm, byKey];
    assert.notEqual(await first(), WAITS);
    assert.equal(await second(), WAITS);
    assert.notEqual(
      await order(browsers.ravi!, merchantId, "199000.00"),
      WAITS,
      "another member's sum is another",
    );
  }
});

test("what a member ordered with a key still counts after another member was shown its secret", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" });
  const show = ({ memberId }: Browser) =>
    world.look("update access.api_client set shown_to = $2 where merchant_id = $1", [merchantId, memberId]);
  await show(browsers.meera!);
  assert.notEqual(await payByKey(merchant, "199000.00"), WAITS);
  await show(browsers.ravi!);
  assert.equal(await order(browsers.meera!, merchantId, "199000.00"), WAITS);
  assert.equal(await payByKey(merchant, "199000.00"), WAITS, "the key's own sum goes on");
});

test("orders of a member and of that member's key at the same time: one passes", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ meera: "initiator" });
  await world.look("update access.api_client set shown_to = $2 where merchant_id = $1", [
    merchantId,
    browsers.meera!.memberId,
  ]);
  const said = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      nth % 2 === 0 ? payByKey(merchant, "199000.00") : order(browsers.meera!, merchantId, "199000.00"),
    ),
  );
  assert.equal(said.filter((status) => status !== WAITS).length, 1);
});

test("what was approved does not count again, and after 24 hours nothing of it does", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", owner: "owner" });
  assert.equal(await order(browsers.meera!, merchantId, "450000.00"), WAITS);
  assert.equal(await approve(browsers.owner!, merchantId, "transfer"), "approved");
  assert.notEqual(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
  assert.equal(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
  await world.look(`insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)`, [
    merchantId,
    24 * 3_600_000 + 60_000,
  ]);
  assert.notEqual(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
});

test("parts that are ordered on several days for one day add up on that day", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator" });
  const dayMs = 24 * 3_600_000;
  const payday = Date.now() + 10 * dayMs;
  const orderFor = async (at: number) => {
    const scheduled = { ...orderOf("199000.00"), processOn: new Date(at).toISOString() };
    return (await browsers.meera!.ask("createTransfer", { merchantId, ...scheduled })).transfer.status;
  };
  const passDays = (days: number) =>
    world.look(
      `insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)
       on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
      [merchantId, days * dayMs + days * 60_000],
    );
  assert.notEqual(await orderFor(payday), WAITS);
  await passDays(2);
  assert.equal(await orderFor(payday + dayMs / 2), WAITS);
  assert.equal(await orderFor(payday - dayMs / 2), WAITS);
  await passDays(4);
  // A payment for a day apart from the others needs no approval until that day comes.
  assert.notEqual(await orderFor(payday + 3 * dayMs), WAITS);
  await passDays(10);
  assert.equal(await order(browsers.meera!, merchantId, "199000.00"), WAITS);
});

test("parts of what two must approve take two, where each part by itself took one", async () => {
  const tiers = [
    { name: "Middle", from: "50000", to: "200000", levels: [{ approvers: 1 }] },
    { name: "Large", from: "200000.01", levels: [{ approvers: 2 }] },
  ];
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", asha: "approver" }, tiers);
  assert.equal(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
  assert.equal(await approve(browsers.asha!, merchantId, "transfer"), "approved");
  assert.equal(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
  assert.equal(await approve(browsers.asha!, merchantId, "transfer"), "pending");
});

/** Orders an amount to one payee several times and lets a person approve each order. Returns the outcomes. */
async function payParts(
  maker: Browser,
  merchantId: string,
  parts: { of: string; times: number; by: Browser },
) {
  const said: string[] = [];
  for (let nth = 0; nth < parts.times; nth += 1) {
    const status = await order(maker, merchantId, parts.of, "912345678901");
    said.push(status === WAITS ? await approve(parts.by, merchantId, "transfer") : "free");
  }
  return said;
}

test("a large order that only waits leaves the sums below it as they are", async () => {
  const middle = { name: "Middle", from: "50000", to: "200000", levels: [{ approvers: 1 }] };
  const large = { name: "Large", from: "200000.01", levels: [{ approvers: 2 }] };
  for (const [policies, decoy] of [
    [[middle, large], "450000.00"],
    [[middle], "180000.00"],
  ] as const) {
    const { merchantId, browsers } = await makeOffice({ meera: "initiator", owner: "owner" }, policies);
    assert.equal(await order(browsers.meera!, merchantId, decoy), WAITS);
    const said: string[] = [];
    for (let nth = 0; nth < 4; nth += 1)
      said.push(await order(browsers.meera!, merchantId, "49000.00", "912345678901"));
    assert.deepEqual(said.slice(1), [WAITS, WAITS, WAITS]);
    assert.notEqual(said[0], WAITS);
  }
});

test("parts that a junior approves reach the policy that asks someone else, by permission or by name", async () => {
  const people = { meera: "initiator", junior: "approver", cfo: "admin" } as const;
  for (const isNamed of [false, true]) {
    const { merchant, merchantId, browsers } = await makeOffice(people);
    const { meera, junior, cfo } = browsers;
    const other = isNamed ? { members: [cfo!.memberId] } : { permission: "approve_changes" };
    await setFor(merchant, "transfer", [
      { name: "Middle", from: "50000", to: "200000", levels: [{ approvers: 1 }] },
      { name: "Large", from: "200000.01", levels: [{ approvers: 1, ...other }] },
    ]);
    const parts = { of: "190000.00", times: 3, by: junior! };
    const said = await payParts(meera!, merchantId, parts);
    assert.deepEqual(said, ["approved", "not_permitted", "not_permitted"]);
    const sum = { of: "maker", amount: "380017.70" };
    const seen = await preview(meera!, merchantId, "190000.00", "912345678901");
    assert.deepEqual(seen, ["needs_approval", sum]);
    assert.equal(await approve(cfo!, merchantId, "transfer"), "approved");
    assert.notEqual(await order(meera!, merchantId, "1000.00", "912345678901"), WAITS, "no more than before");
  }
});

test("an exemption of small amounts exempts no parts of a large one", async () => {
  const policies = [
    { name: "Small", to: "199999.99", levels: [] },
    { name: "Others", levels: [{ approvers: 1 }] },
  ];
  const { merchantId, browsers } = await makeOffice({ meera: "initiator" }, policies);
  assert.notEqual(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
  assert.equal(await order(browsers.meera!, merchantId, "150000.00"), WAITS);
});

test("a preview counts as acceptance does, and says the sum that makes a payment wait", async () => {
  const { merchantId, browsers } = await makeOffice({ meera: "initiator", ravi: "initiator" });
  const { meera, ravi } = browsers;
  const account = "912345678901";
  const WAIT = "needs_approval";
  assert.deepEqual(await preview(meera!, merchantId, "150000.00", account), ["sent", null]);
  assert.deepEqual(
    await preview(meera!, merchantId, "200000.00", account),
    [WAIT, null],
    "by its own amount",
  );
  assert.notEqual(await order(meera!, merchantId, "150000.00", account), WAITS);
  const ofPayee = { of: "payee", amount: "210000.00" };
  assert.deepEqual(await preview(ravi!, merchantId, "60000.00", account), [WAIT, ofPayee]);
  assert.deepEqual(await preview(ravi!, merchantId, "49999.99", account), ["sent", null]);
  const ofMaker = { of: "maker", amount: "210017.70" };
  assert.deepEqual(await preview(meera!, merchantId, "60000.00"), [WAIT, ofMaker]);
  assert.equal(await order(meera!, merchantId, "60000.00"), WAITS);
  assert.deepEqual(await preview(ravi!, merchantId, "60000.00"), ["sent", null], "previews are not counted");
});
