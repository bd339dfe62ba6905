import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID, writeStatementFile } from "#fund-sources";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };

test("a statement of several pages is one file of its kind, with every entry", async () => {
  const { merchantId } = await world.makeMerchant();
  for (let index = 0; index < 70; index += 1) {
    const credit = {
      bankId: "meghdoot",
      fundSourceId: WALLET_ID,
      utr: `UTR${index}`,
      amountPaise: 1_00_000_50n,
    };
    await topUp(ctx, merchantId, credit);
  }
  const write = (format: "csv" | "xlsx" | "pdf") =>
    writeStatementFile(ctx, merchantId, { fundSourceId: WALLET_ID, ...range, format });
  const csv = await write("csv");
  assert.match(csv.name, /^statement-WALLET_1_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_IST\.csv$/);
  assert.equal(csv.bytes.toString().trim().split(/\r?\n/).length, 71);
  assert.equal((await write("xlsx")).bytes.subarray(0, 2).toString(), "PK");
  const pdf = (await write("pdf")).bytes;
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  assert.equal(pdf.toString("latin1").match(/\/Type \/Page\n/g)?.length, 2);
});

test("a fund source that does not exist has no file", async () => {
  const { merchantId } = await world.makeMerchant();
  const format = "csv" as const;
  await assert.rejects(writeStatementFile(ctx, merchantId, { fundSourceId: "BANK_9", ...range, format }), {
    code: "not_found",
  });
});
