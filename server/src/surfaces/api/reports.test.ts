import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { makeReports } from "#reports";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeWorld } from "#test/world";
import { listedOrder, addBeneficiary, reportOrder } from "#test/literals/requests";
import { openStage } from "#test/literals/stage";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);

interface Listed extends Record<string, unknown> {
  readonly reports: readonly unknown[];
  readonly lastReturnId?: string;
}

test("a report is asked for, made, and downloaded with its name, length and hash, in both status modes", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const client = await stage.makeClient(mode);
    const beneId = await addBeneficiary(client);
    for (let count = 0; count < 3; count += 1) {
      await client.call("POST", "/v1/requestTransfer", { body: listedOrder(beneId) });
    }
    for (const [format, type] of [
      ["csv", "text/csv; charset=utf-8"],
      ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      ["xls", "application/vnd.ms-excel"],
    ] as const) {
      const body = { ...reportOrder(), format, name: 'Tödlich / ..\\"x' };
      const { body: asked } = await client.call("POST", "/v1.2/reports", { body });
      const reportId = String(asked.data?.reportId);
      await makeReports(world.ctx, client.merchant.merchantId);
      const { body: told } = await client.call("GET", `/v1.2/reports/${reportId}`);
      assert.deepEqual([told.data?.status, told.data?.rowCount], ["READY", 3]);
      const response = await fetch(`${stage.address}/payout/v1.2/reports/${reportId}/file`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      assert.equal(response.status, 200);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(response.headers.get("content-type"), type);
      assert.equal(response.headers.get("content-length"), String(bytes.length));
      assert.equal(bytes.length, told.data?.sizeBytes);
      assert.match(
        response.headers.get("content-disposition")!,
        new RegExp(`^attachment; filename="To-dlich-x_[0-9_-]+_IST\\.${format}"$`),
      );
      const hash = createHash("sha256").update(bytes);
      assert.equal(response.headers.get("repr-digest"), `sha-256=:${hash.copy().digest("base64")}:`);
      assert.equal(hash.digest("hex"), told.data?.sha256);
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    }
    const { body: list } = await client.call("GET", "/v1.2/reports", { query: { maxReturn: "2" } });
    assert.equal((list.data as Listed).reports.length, 2);
    const { body: rest } = await client.call("GET", "/v1.2/reports", {
      query: { lastReturnId: (list.data as Listed).lastReturnId! },
    });
    const last = rest.data as Listed;
    assert.deepEqual([last.reports.length, last.lastReturnId], [1, undefined]);
  }
});

test("names of 100 characters and ranges of 30 days are taken, longer ones are not", async () => {
  const client = await stage.makeClient("rest");
  const order = reportOrder();
  const dayBefore = (days: number): string =>
    new Date(Date.parse(String(order.endDate)) - days * 86_400_000).toISOString().slice(0, 10);
  const ask = async (changes: object): Promise<string> =>
    (await client.call("POST", "/v1.2/reports", { body: { ...order, ...changes } })).body.subCode;
  assert.equal(await ask({ name: "x".repeat(100) }), "200");
  assert.equal(await ask({ name: "x".repeat(101) }), "422");
  assert.equal(await ask({ name: "x" }), "200");
  assert.equal(await ask({ startDate: dayBefore(29) }), "200");
  assert.equal(await ask({ startDate: dayBefore(30) }), "422");
});

test("ten recipients are taken, the eleventh is not, and the settings tell who is there", async () => {
  const client = await stage.makeClient("rest");
  const people = Array.from({ length: 10 }, (_, index) => `person${index}@example.com`);
  const path = "/v1.2/notifications/transfer_failed";
  const { body: set } = await client.call("POST", `${path}/recipients`, {
    body: { recipients: people.join(",") },
  });
  assert.deepEqual(set.data?.recipients, people);
  const add = { recipients: "eleventh@example.com" };
  assert.equal((await client.call("POST", `${path}/addRecipients`, { body: add })).httpStatus, 422);
  await client.call("POST", `${path}/deleteRecipient`, { body: { recipient: people[0] } });
  assert.equal((await client.call("POST", `${path}/addRecipients`, { body: add })).httpStatus, 200);
  await client.call("POST", path, { body: { enabled: false } });
  const { body: told } = await client.call("GET", "/v1.2/notifications");
  const { categories } = told.data as {
    categories: { category: string; enabled: number; recipients: string[] }[];
  };
  const setting = categories.find(({ category }) => category === "transfer_failed")!;
  assert.deepEqual([setting.enabled, setting.recipients], [0, [...people.slice(1), "eleventh@example.com"]]);
  await client.call("POST", `${path}/recipients`, { body: {} });
  const { body: emptied } = await client.call("POST", `${path}/recipients`, { body: { recipients: [] } });
  assert.deepEqual(emptied.data?.recipients, []);
});
