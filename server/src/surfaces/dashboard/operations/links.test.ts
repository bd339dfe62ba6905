import assert from "node:assert/strict";
import { test } from "node:test";
import { provePayee, registerLinks, sendPassword } from "#links";
import { istDate } from "#lib/ist";
import { makeDashboard } from "#test/dashboard";
import { makeWorld } from "#test/world";

const world = await makeWorld();
registerLinks();
const dashboard = makeDashboard(world);
const { merchantId, organizationId } = await world.makeMerchant({ balancePaise: 1_000_00n });
const admin = await dashboard.logIn(organizationId, "admin");
const viewer = await dashboard.logIn(organizationId, "viewer");
const ask = (name: string, input: object = {}) => admin.ask(name, { merchantId, ...input });

const LINK = {
  linkId: "gift_1",
  amount: "250.00",
  name: "Asha Rao",
  phone: "9876543210",
  lastDay: istDate(new Date(Date.now() + 5 * 86_400_000)),
  remarks: "Refund 7",
};

test("a link is made once, listed, opened by its address and deactivated", async () => {
  const made = await ask("createLink", LINK);
  assert.deepEqual([made.status, made.amount], ["ACTIVE", "250.00"]);
  assert.match(made.address, /\/pay\/[\w-]{48}$/);
  assert.deepEqual(await ask("createLink", LINK), made);
  const { items } = await ask("listLinks", { statuses: ["ACTIVE"] });
  const { address: _address, ...listed } = made;
  assert.deepEqual(items, [listed]);
  assert.deepEqual(await ask("getLink", { linkId: "gift_1" }), made);
  assert.equal((await ask("deactivateLink", { linkId: "gift_1" })).status, "EXPIRED");
  const { status, body } = await admin.call("deactivateLink", { merchantId, linkId: "gift_1" });
  assert.deepEqual([status, body.error.code], [409, "ended"]);
});

test("errors of a link are reported at their field", async () => {
  for (const [changes, code, field] of [
    [{ amount: "5000.00" }, "insufficient_balance", "amount"],
    [{ phone: "12" }, "phone_invalid", "phone"],
    [{ lastDay: "2020-01-01" }, "expiry_invalid", "lastDay"],
    [{ linkId: "gift_1", amount: "1.00" }, "key_exists", "linkId"],
  ] as const) {
    const { body } = await admin.call("createLink", { merchantId, ...LINK, linkId: "other", ...changes });
    assert.deepEqual([body.error.code, body.error.field], [code, field]);
  }
});

test("a viewer sees links, and neither makes one nor learns its address", async () => {
  assert.equal((await viewer.ask("listLinks", { merchantId })).items.length, 1);
  for (const name of ["createLink", "getLink", "deactivateLink"]) {
    const { status } = await viewer.call(name, { merchantId, ...LINK });
    assert.equal(status, 403, name);
  }
});

test("members other than the maker are shown the address only with a record of it", async () => {
  const other = await dashboard.logIn(organizationId, "admin");
  const made = await ask("createLink", { ...LINK, linkId: "gift_2" });
  const shown = await other.ask("getLink", { merchantId, linkId: "gift_2" });
  assert.deepEqual(shown, { ...made, address: null });
  const again = await other.ask("createLink", { merchantId, ...LINK, linkId: "gift_2" });
  assert.equal(again.address, null, "a member who repeats a link is not its maker");
  const revealed = await other.ask("revealLinkAddress", { merchantId, linkId: "gift_2" });
  assert.deepEqual(revealed, { address: made.address });
  const records = await world.look(
    "select from audit.record where merchant_id = $1 and action = 'links.address_revealed' and actor = $2",
    [merchantId, `member:${other.memberId}`],
  );
  assert.equal(records.length, 1);
  assert.equal((await other.ask("deactivateLink", { merchantId, linkId: "gift_2" })).address, null);
});

test("only the maker of a link or an Owner lets its codes be accepted again", async () => {
  const { address } = await ask("createLink", { ...LINK, linkId: "gift_3" });
  const token = address.slice(address.lastIndexOf("/") + 1);
  await sendPassword(world.ctx, token);
  for (let n = 0; n < 6; n += 1) await provePayee(world.ctx, token, String(n).repeat(6));
  const { codesRefusedUntil } = await ask("getLink", { linkId: "gift_3" });
  assert.ok(new Date(codesRefusedUntil) > new Date());
  const other = await dashboard.logIn(organizationId, "admin");
  const owner = await dashboard.logIn(organizationId, "owner");
  const { status } = await other.call("acceptLinkCodes", { merchantId, linkId: "gift_3" });
  assert.equal(status, 403);
  const opened = await owner.ask("acceptLinkCodes", { merchantId, linkId: "gift_3" });
  assert.deepEqual([opened.codesRefusedUntil, opened.status], [null, "ACTIVE"]);
  assert.equal((await ask("acceptLinkCodes", { linkId: "gift_3" })).codesRefusedUntil, null);
});
