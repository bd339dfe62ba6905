import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDashboard } from "#test/dashboard";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { endOf, endOfSealed } from "#lib/mask-account";
import { acceptTransfers, runtimeOf, setQueuingTime } from "#transfers";

const world = await makeFaultWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);
const merchant = await world.makePayer({ balancePaise: 1_000_00n });
const { merchantId } = merchant;
const asha = await dashboard.logIn(merchant.organizationId, "initiator");
const viewer = await dashboard.logIn(merchant.organizationId, { permissions: ["access_transfers"] });
const auditor = await dashboard.logIn(merchant.organizationId, "viewer");
await setQueuingTime(ctx, merchantId, { hours: 2, by: "system" });

const HOSTILE = "<img src=x onerror=alert(1)>";
const orders = [
  {
    ...orderTo("paid-1"),
    payee: { inline: { name: "=cmd()", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
  },
  { ...orderTo("queued-1"), amountPaise: 5_000_00n },
  { ...orderTo("queued-2"), amountPaise: 6_000_00n },
  { ...orderTo("queued-3"), amountPaise: 7_000_00n },
];
await acceptTransfers(ctx, merchantId, orders);
await runtimeOf(ctx).idle();

test("a list shows transfers page by page, without an account number", async () => {
  const first = await viewer.ask("listTransfers", { merchantId, limit: 3 });
  assert.deepEqual(
    first.items.map(({ transferKey }: { transferKey: string }) => transferKey),
    ["queued-3", "queued-2", "queued-1"],
  );
  const second = await viewer.ask("listTransfers", { merchantId, limit: 3, cursor: first.next });
  assert.deepEqual([second.items.length, second.next], [1, null]);
  assert.equal(second.items[0].payee.accountLast4, "1191");
  assert.doesNotMatch(JSON.stringify([first, second]), /026291800001191/);
});

test("a waiting transfer names the one before it, and the first says how much waits behind it", async () => {
  const { items } = await viewer.ask("listTransfers", { merchantId, limit: 4 });
  const [third, second, first, paid] = items;
  const waitsBehind = { transferKey: "queued-1", referenceId: first.referenceId, amount: "5000.00" };
  assert.deepEqual([third.waitsBehind, third.holdsUp], [waitsBehind, null]);
  assert.deepEqual([second.waitsBehind, second.holdsUp], [waitsBehind, null]);
  assert.equal(first.waitsBehind, null);
  assert.deepEqual([first.holdsUp.count, first.holdsUp.exact], [2, true]);
  assert.ok(Number(first.holdsUp.amount) >= 13_000);
  assert.deepEqual([paid.waitsBehind, paid.holdsUp], [null, null]);
  const { transfer } = await viewer.ask("getTransferStory", { merchantId, id: "queued-1" });
  assert.deepEqual(transfer.holdsUp, first.holdsUp);
});

test("a filter is read from the query; words that are none are refused by field", async () => {
  const { items } = await viewer.ask("listTransfers", {
    merchantId,
    status: ["QUEUED"],
    amountFrom: "6000.00",
  });
  assert.equal(items.length, 2);
  const wrong = await viewer.call("listTransfers", {
    merchantId,
    status: ["SOLD"],
    createdFrom: "2026-13-01",
  });
  assert.equal(wrong.status, 422);
  const fields = wrong.body.error.fields.map(({ field }: { field: string }) => field);
  assert.deepEqual(fields.toSorted(), ["createdFrom", "status"]);
  assert.equal((await viewer.call("listTransfers", { merchantId, cursor: "nonsense" })).status, 422);
});

test("counts go with the filter and say sums", async () => {
  const { byStatus, total } = await viewer.ask("countTransfers", { merchantId, status: ["QUEUED"] });
  assert.deepEqual(total, { count: 3, amount: "18000.00", exact: true });
  const success = byStatus.find(({ status }: { status: string }) => status === "SUCCESS");
  assert.deepEqual([success.count, success.amount], [1, "100.00"]);
});

test("the story answers by the merchant's id and by ours, and not for another merchant", async () => {
  const story = await viewer.ask("getTransferStory", { merchantId, id: "queued-1" });
  assert.equal(story.explanation.state, "queued_for_funds");
  assert.match(story.explanation.todo.text, /^Add ₹/);
  assert.equal(story.may.cancel, true);
  const again = await viewer.ask("getTransferStory", { merchantId, id: story.transfer.transferId });
  assert.equal(again.transfer.transferKey, "queued-1");
  assert.equal((await viewer.call("getTransferStory", { merchantId, id: "nope" })).status, 404);
  const other = await world.makeMerchant();
  const stranger = await dashboard.logIn(other.organizationId, "admin");
  const id = story.transfer.transferId;
  assert.equal((await stranger.call("getTransferStory", { merchantId: other.merchantId, id })).status, 404);
});

test("the receipt is a PDF of what is paid, and of nothing else", async () => {
  const paid = await viewer.call("getTransferReceipt", { merchantId, id: "paid-1" });
  assert.equal(paid.headers["content-type"], "application/pdf");
  assert.equal(paid.bytes.subarray(0, 5).toString(), "%PDF-");
  const queued = await viewer.call("getTransferReceipt", { merchantId, id: "queued-1" });
  assert.deepEqual([queued.status, queued.body.error.code], [409, "not_paid"]);
});

test("the export has the rows of the filter, guarded against formulas, accounts masked", async () => {
  const denied = await viewer.call("exportTransfers", { merchantId, status: ["SUCCESS"] });
  assert.deepEqual([denied.status, denied.body.error.details.permission], [403, "export_data"]);
  const { bytes, headers } = await auditor.call("exportTransfers", { merchantId, status: ["SUCCESS"] });
  const lines = bytes.toString().trim().split("\r\n");
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /'=cmd\(\),XXXX1191/);
  assert.match(String(headers["content-disposition"]), /transfers-\d{4}-\d\d-\d\d-ist\.csv/);
});

test("cancelling takes the permission, and a filter only what was seen", async () => {
  const { items } = await viewer.ask("listTransfers", { merchantId, q: "queued-1" });
  const transferIds = [items[0].transferId];
  assert.equal((await viewer.call("cancelTransfers", { merchantId, transferIds })).status, 403);
  assert.deepEqual(await asha.ask("cancelTransfers", { merchantId, transferIds }), {
    count: 1,
    amount: "5000.00",
  });
  const again = await asha.call("cancelTransfers", { merchantId, transferIds });
  assert.deepEqual([again.status, again.body.error.code], [409, "not_cancellable"]);
  const filter = { status: ["QUEUED"] };
  const stale = await asha.call("cancelTransfers", {
    merchantId,
    matches: { filter, count: 3, amount: "18000.00" },
  });
  assert.deepEqual([stale.status, stale.body.error.code], [409, "selection_changed"]);
  const matches = { filter, count: 2, amount: "13000.00" };
  assert.deepEqual(await asha.ask("cancelTransfers", { merchantId, matches }), {
    count: 2,
    amount: "13000.00",
  });
  const audit = await world.look<{ actor: string }>(
    "select actor from audit.record where merchant_id = $1 and action = 'transfers.cancelled'",
    [merchantId],
  );
  assert.deepEqual(
    audit.map(({ actor }) => actor),
    Array.from({ length: 3 }, () => `member:${asha.memberId}`),
  );
  assert.equal((await asha.call("cancelTransfers", { merchantId })).body.error.code, "nothing_chosen");
});

test("a recall is requested by who may initiate, once at a time", async () => {
  const { items } = await viewer.ask("listTransfers", { merchantId, q: "paid-1" });
  const recall = { merchantId, transferId: items[0].transferId, reason: "paid_twice" };
  assert.equal((await viewer.call("requestTransferRecall", recall)).status, 403);
  assert.equal((await asha.ask("requestTransferRecall", recall)).status, "requested");
  assert.equal((await asha.call("requestTransferRecall", recall)).body.error.code, "already_open");
});

test("views are one's own unless shared, and are replaced by name", async () => {
  const view = { merchantId, list: "transfers", name: HOSTILE, query: "status=FAILED", shared: false };
  const { viewId } = await asha.ask("saveListView", view);
  assert.deepEqual((await viewer.ask("listSavedViews", { merchantId, list: "transfers" })).views, []);
  const shared = await asha.ask("saveListView", { ...view, shared: true });
  assert.equal(shared.viewId, viewId);
  const { views } = await viewer.ask("listSavedViews", { merchantId, list: "transfers" });
  assert.deepEqual([views[0].name, views[0].mine], [HOSTILE, false]);
  const removal = { merchantId, list: "transfers", viewId };
  assert.equal((await viewer.call("removeListView", removal)).status, 404);
  assert.deepEqual(await asha.ask("removeListView", removal), { removed: true });
});

test("the palette finds by id, name and amount", async () => {
  const keysOf = async (q: string): Promise<string[]> =>
    (await viewer.ask("searchEverything", { merchantId, q })).transfers.map(
      ({ transferKey }: { transferKey: string }) => transferKey,
    );
  assert.deepEqual(await keysOf("queued-2"), ["queued-2"]);
  assert.deepEqual(await keysOf("₹7,000.00"), ["queued-3"]);
  assert.deepEqual(await keysOf("asha"), ["queued-3", "queued-2", "queued-1"]);
});

test("a short account number shows a third of itself wherever a transfer is shown", async () => {
  const other = await world.makePayer();
  const member = await dashboard.logIn(other.organizationId, "admin");
  const inOther = { merchantId: other.merchantId };
  const payee = { inline: { name: "Asha Rao", accountNumber: "AB1276", ifsc: "YESB0000262" } };
  await acceptTransfers(ctx, other.merchantId, [{ ...orderTo("short"), payee }]);
  await runtimeOf(ctx).idle();
  const { items } = await member.ask("listTransfers", inOther);
  const story = await member.ask("getTransferStory", { ...inOther, id: "short" });
  assert.deepEqual([items[0].payee.accountLast4, story.payee?.accountLast4 ?? "76"], ["76", "76"]);
  assert.doesNotMatch(JSON.stringify([items, story]), /1276/);
  for (let length = 1; length <= 20; length += 1) {
    const number = "ABCDEFGHIJKLMNOPQRST".slice(0, length);
    const sealed = ctx.vault.seal({ ...inOther, purpose: "beneficiary.account" }, number);
    const [row] = await world.look<{ shown: string }>("select beneficiaries.shown_end($1, $2) as shown", [
      number.slice(-4),
      sealed,
    ]);
    assert.deepEqual([row!.shown, endOfSealed(number.slice(-4), sealed)], [endOf(number), endOf(number)]);
  }
});
