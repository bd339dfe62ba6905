import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsV2 } from "#api";
import { makeWorld } from "#test/world";
import {
  agreeFirst,
  askV2,
  checkSchema,
  CONTACT_V2,
  freshId,
  openV2,
  soundBeneficiaryV2,
  soundOrderV2,
  type Fields,
} from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const { schema } = operationsV2.find(({ name }) => name === "getBeneficiary")!.success;

function mustFit(body: Fields): void {
  assert.deepEqual(checkSchema(schema, body), []);
  assert.equal(JSON.stringify(body).match(/:null/g), null);
}

test("a beneficiary is added, read by its id and by its account, and removed", async () => {
  const given = soundBeneficiaryV2();
  const added = await askV2(client, "POST /beneficiary", { body: given });
  assert.equal(added.status, 201);
  mustFit(added.body);
  const account = given.beneficiary_instrument_details as Record<string, string>;
  assert.deepEqual(added.body, {
    ...given,
    beneficiary_instrument_details: { ...account, ifsc: account.bank_ifsc },
    beneficiary_status: "VERIFIED",
    added_on: added.body.added_on,
  });
  const id = String(given.beneficiary_id);
  for (const query of [{ beneficiary_id: id }, account]) {
    const read = await askV2(client, "GET /beneficiary", { query });
    assert.deepEqual([read.status, read.body], [200, added.body]);
  }
  const removed = await askV2(client, "DELETE /beneficiary", { query: { beneficiary_id: id } });
  assert.deepEqual([removed.status, removed.body], [200, { ...added.body, beneficiary_status: "DELETED" }]);
  const again = await askV2(client, "GET /beneficiary", { query: { beneficiary_id: id } });
  assert.deepEqual([again.status, again.body.code], [404, "beneficiary_not_found"]);
});

test("a UPI ID alone, a name alone, and ids that the classic contract does not know are enough", async () => {
  for (const beneficiary_instrument_details of [{ vpa: "asha.rao@upi" }, undefined]) {
    const body = {
      beneficiary_id: `${freshId("a")}-b.c|d`,
      beneficiary_name: "Asha Rao",
      beneficiary_instrument_details,
    };
    const added = await askV2(client, "POST /beneficiary", { body });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    mustFit(added.body);
    const { beneficiary_id } = body;
    const removed = await askV2(client, "DELETE /beneficiary", { query: { beneficiary_id } });
    assert.equal(removed.body.beneficiary_status, "DELETED");
  }
});

test("accounts are 4 to 25 letters and digits, found again and paid", async () => {
  for (const bank_account_number of ["1234", "A".repeat(25)]) {
    const body = {
      ...soundBeneficiaryV2(),
      beneficiary_instrument_details: { bank_account_number, bank_ifsc: "hdfc0000001" },
    };
    const { status } = await askV2(client, "POST /beneficiary", { body });
    assert.equal(status, 201);
    const read = await askV2(client, "GET /beneficiary", {
      query: { bank_account_number, bank_ifsc: "HDFC0000001" },
    });
    assert.equal(read.status, 200);
    const order = soundOrderV2({ beneficiary_details: { beneficiary_id: read.body.beneficiary_id } });
    assert.equal((await askV2(client, "POST /transfers", { body: order })).status, 200);
  }
});

test("who awaits approval is INITIATED, and whose removal does keeps its status", async () => {
  const asking = await client.another();
  const settled: Record<string, unknown> = {
    ...soundBeneficiaryV2(),
    beneficiary_contact_details: CONTACT_V2,
  };
  await askV2(asking, "POST /beneficiary", { body: settled });
  await agreeFirst(asking, "beneficiary");
  const added = await askV2(asking, "POST /beneficiary", { body: soundBeneficiaryV2() });
  assert.deepEqual([added.status, added.body.beneficiary_status], [201, "INITIATED"]);
  mustFit(added.body);
  const query = { beneficiary_id: String(settled.beneficiary_id) };
  const removed = await askV2(asking, "DELETE /beneficiary", { query });
  assert.deepEqual([removed.status, removed.body.beneficiary_status], [200, "VERIFIED"]);
  assert.equal((await askV2(asking, "GET /beneficiary", { query })).status, 200);
});

test("another merchant's beneficiaries are no one's", async () => {
  const given = soundBeneficiaryV2();
  await askV2(client, "POST /beneficiary", { body: given });
  const stranger = await client.another();
  const query = { beneficiary_id: String(given.beneficiary_id) };
  const account = given.beneficiary_instrument_details as Record<string, string>;
  for (const [way, asked] of [
    ["GET", query],
    ["GET", account],
    ["DELETE", query],
  ] as const) {
    assert.equal((await askV2(stranger, `${way} /beneficiary`, { query: asked })).status, 404);
  }
  assert.equal((await askV2(client, "GET /beneficiary", { query })).status, 200);
});
