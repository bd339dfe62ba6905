/** Bulks of validations: how they are read, also from old clients, and which are refused as a whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { workVerifications } from "#beneficiaries";
import { makeWorld } from "#test/world";
import { freshId, openStage } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const VERIFIED = "Bank Account details verified successfully.";

const bulkOf = (entries: readonly Record<string, unknown>[]): Record<string, unknown> => ({
  bulkValidationId: freshId("bulk"),
  entries,
});
const entry = (bankAccount: unknown, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: "Asha Rao",
  phone: "9876543210",
  bankAccount,
  ifsc: "HDFC0000001",
  ...changes,
});

test("a bulk is a map by account, also for accounts that stand there twice and for malformed ones", async () => {
  const own = await stage.makeClient("rest");
  const body = bulkOf([
    entry("919191919101"),
    entry("909090909001"),
    entry("919191919101"),
    entry("12345"),
    entry("919191919105", { ifsc: "PYTM0_000001" }),
    entry("919191919103", { name: "x".repeat(101) }),
    entry(7),
  ]);
  assert.equal((await own.call("POST", "/v1/bulkValidation/bankDetails", { body })).body.subCode, "200");
  const bulkValidationId = String(body["bulkValidationId"]);
  const read = async (query: Record<string, string>) =>
    (await own.call("GET", "/v1/getBulkValidationStatus", { query })).body.data!["entries"] as Record<
      string,
      Record<string, unknown>
    >;
  const waiting = (await read({ bulkValidationId }))["919191919101_HDFC0000001"]!;
  assert.ok(
    !("accountExists" in waiting) && String(waiting["message"]).startsWith("Validation is in progress"),
  );
  await workVerifications(world.ctx, own.merchant.merchantId);
  const entries = await read({ bulkValidationId });
  assert.deepEqual(
    Object.entries(entries).map(([key, one]) => [key, one["accountExists"] ?? "", one["message"]]),
    [
      ["919191919101_HDFC0000001", "YES", VERIFIED],
      ["909090909001_HDFC0000001", "NO", "Invalid account number or ifsc provided"],
      ["919191919101_HDFC0000001_2", "YES", VERIFIED],
      ["12345_HDFC0000001", "", "Please provide a valid Bank Account"],
      ["919191919105_PYTM0_000001", "", "Please provide a valid IFSC code"],
      ["919191919103_HDFC0000001", "", "Please provide a valid name"],
      ["_HDFC0000001", "", "Please provide a valid Bank Account"],
    ],
  );
  const first = entries["919191919101_HDFC0000001"]!;
  assert.deepEqual(
    [first["amountDeposited"], first["nameMatchScore"], typeof first["refId"]],
    ["0", 100, "string"],
  );
  const only = await read({ bulkValidationId, bankAccount: "909090909001", ifsc: "HDFC0000001" });
  assert.deepEqual(Object.keys(only), ["909090909001_HDFC0000001"]);
});

test("a bulk is found by clients that never send its id", async () => {
  const own = await stage.makeClient("rest");
  const read = (query: Record<string, string>) => own.call("GET", "/v1/getBulkValidationStatus", { query });
  assert.equal(
    (await read({ batchTransferId: "undefined" })).body.message,
    "Bulk Validation Id does not exist",
  );
  const [one, other] = [bulkOf([entry("123456")]), bulkOf([entry("123457")])];
  for (const body of [one, other]) await own.call("POST", "/v1/bulkValidation/bankDetails", { body });
  const idOf = async (query: Record<string, string>) => (await read(query)).body.data?.["bulkValidationId"];
  const newest = { batchTransferId: "undefined", bankAccount: "undefined", ifsc: "undefined" };
  assert.equal(await idOf(newest), other["bulkValidationId"]);
  assert.equal(await idOf({}), other["bulkValidationId"]);
  assert.equal(await idOf({ batchTransferId: String(one["bulkValidationId"]) }), one["bulkValidationId"]);
  assert.equal(
    await idOf({ bulkValidationId: String(one["bulkValidationId"]), ...newest }),
    one["bulkValidationId"],
  );
  assert.equal(
    (
      await client.call("GET", "/v1/getBulkValidationStatus", {
        query: { bulkValidationId: String(one["bulkValidationId"]) },
      })
    ).httpStatus,
    404,
  );
});

test("a bulk without what must be there is refused whole", async () => {
  const say = async (body: unknown): Promise<string> =>
    (await client.call("POST", "/v1/bulkValidation/bankDetails", { body })).body.message;
  const missing = "Mandatory parameters missing in the request.";
  for (const body of [
    {},
    bulkOf([]),
    { ...bulkOf([entry("123456")]), bulkValidationId: "" },
    { bulkValidationId: "a", entries: { 0: entry("123456") } },
    bulkOf([entry("123456"), entry(null)]),
    bulkOf([entry("123456", { phone: "" })]),
    { bulkValidationId: "a", entries: ["123456"] },
  ])
    assert.equal(await say(body), missing, JSON.stringify(body));
  const key = "Please provide a valid bulkValidationId";
  assert.equal(await say({ ...bulkOf([entry("123456")]), bulkValidationId: "a".repeat(51) }), key);
  assert.equal(await say({ ...bulkOf([entry("123456")]), bulkValidationId: 7 }), key);
  const most = bulkOf(Array.from({ length: 500 }, (_, n) => entry(String(100_000 + n))));
  assert.match(await say(most), /^Bulk Validation requested/);
});
