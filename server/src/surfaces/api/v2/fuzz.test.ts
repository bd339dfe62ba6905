/** The v2 API answers every value in a field with one of its own messages, and never breaks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsV2 } from "#api";
import { putAt, waysInto } from "#test/ways-into";
import { makeWorld } from "#test/world";
import { askV2, checkSchema, CONTACT_V2, freshId, openV2, v2Account, type Fields } from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);

const ODD: readonly unknown[] = [
  null,
  true,
  7,
  -1.5,
  "",
  " ",
  "\u0000",
  "\ud800",
  "x".repeat(5_000),
  "\u{1f4b8}",
  "undefined",
  "'; drop table transfers.transfer; --",
  [],
  ["x"],
  {},
  { $ne: 1 },
];

const card_details = { card_token: "tok_5F2mQ8rXw1Zk", card_type: "CREDIT", card_network_type: "VISA" };
const details = {
  beneficiary_name: "Asha Rao",
  beneficiary_instrument_details: { ...v2Account(), vpa: "success@upi", card_details },
  beneficiary_contact_details: CONTACT_V2,
};
const order = (): Fields => ({
  transfer_id: freshId("t"),
  transfer_amount: 10,
  transfer_currency: "INR",
  transfer_mode: "imps",
  transfer_remarks: "Invoice 1",
  fundsource_id: "WALLET_1",
  beneficiary_details: details,
});
const BODIES: Readonly<Record<string, () => Fields>> = {
  createTransfer: order,
  createBatchTransfer: () => ({ batch_transfer_id: freshId("batch"), transfers: [order()] }),
  createBeneficiary: () => ({ beneficiary_id: freshId("bene"), ...details }),
};

for (const operation of operationsV2.filter(({ body }) => body !== undefined)) {
  test(`${operation.name}: every field with odd values`, async (context) => {
    const make = BODIES[operation.name]!;
    const seen: Record<number, number> = {};
    for (const way of waysInto(make())) {
      for (const odd of ODD) {
        const text = JSON.stringify(putAt(make(), way, odd));
        const heard = await askV2(client, `${operation.method} ${operation.path}`, { text });
        seen[heard.status] = (seen[heard.status] ?? 0) + 1;
        assert.ok(heard.status < 500, `${way.join(".")} ${text}`);
        const { httpStatus, schema } = operation.success;
        if (heard.status === httpStatus) assert.deepEqual(checkSchema(schema, heard.body), [], text);
        else assert.deepEqual(Object.keys(heard.body), ["type", "code", "message"], text);
      }
    }
    context.diagnostic(`answers by status: ${JSON.stringify(seen)}`);
  });
}

test("every parameter of the reading calls with odd values", async () => {
  for (const { name, method, path, query = {} } of operationsV2.filter(({ body }) => body === undefined)) {
    for (const parameter of Object.keys(query)) {
      for (const odd of ODD.filter((one) => typeof one === "string" && one !== "\ud800")) {
        const asked = { query: { [parameter]: String(odd) } };
        const { status } = await askV2(client, `${method} ${path}`, asked);
        assert.ok(
          status === 400 || status === 404,
          `${name} ${parameter} ${String(odd).slice(0, 40)}: ${status}`,
        );
      }
    }
  }
});
