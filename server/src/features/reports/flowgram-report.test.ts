import assert from "node:assert/strict";
import { test } from "node:test";
import { createLink } from "#links";
import { istDate } from "#lib/ist";
import { CATALOGUE } from "#reports";
import { makeWorld } from "#test/world";
import { download } from "./test/download.ts";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

async function makeLinks(count: number): Promise<string> {
  const { merchantId } = await world.makeMerchant({ balancePaise: 1_00_000_00n });
  for (let n = 1; n <= count; n += 1) {
    await createLink(ctx, merchantId, {
      linkKey: `gram_${n}`,
      amountPaise: BigInt(n) * 100_00n,
      name: "Asha Rao",
      phone: "9876543210",
      email: "asha@example.com",
      expiry: istDate(new Date(Date.now() + 5 * 86_400_000)).replaceAll("-", "/"),
      remarks: "Refund",
      notifyPayee: false,
      checkName: false,
      by,
    });
  }
  return merchantId;
}

test("every link of the days is in the report, as it stands", async () => {
  const merchantId = await makeLinks(3);
  await world.look(
    `update links.link
     set created_at = created_at - interval '31 days', expires_at = expires_at - interval '31 days'
     where merchant_id = $1 and link_key = 'gram_1'`,
    [merchantId],
  );
  const columns = ["cashgramId", "amount", "status", "phone", "email"];
  const made = await download(ctx, merchantId, { type: "flowgram", columns });
  assert.deepEqual(made.header, ["Flowgram ID", "Amount", "Status", "Phone", "Email"]);
  assert.deepEqual(made.rows, [
    ["gram_2", "200.00", "ACTIVE", "9876543210", "asha@example.com"],
    ["gram_3", "300.00", "ACTIVE", "9876543210", "asha@example.com"],
  ]);
  const other = await makeLinks(0);
  assert.deepEqual((await download(ctx, other, { type: "flowgram" })).rows, []);
});

test("no text of a link runs as a formula", async () => {
  const merchantId = await makeLinks(1);
  await world.look(
    `update links.link
     set link_key = $2, name = $2, phone = $2, email = $2, remarks = $2, utr = $2, reason = $2, status = 'expired',
       ended_at = created_at, due_at = null
     where merchant_id = $1`,
    [merchantId, "=cmd|' /C calc'!A0"],
  );
  for (const format of ["csv", "xlsx", "xls"] as const) {
    const [cells] = (await download(ctx, merchantId, { type: "flowgram", format })).rows;
    const texts = CATALOGUE.flowgram.columns.flatMap(({ name, kind = "text" }, index) =>
      kind === "text" ? [[name, cells![index]] as const] : [],
    );
    const hostile = texts.filter(([name]) =>
      ["cashgramId", "name", "phone", "email", "remarks", "utr", "reason"].includes(name),
    );
    assert.equal(hostile.length, 7);
    for (const [name, cell] of hostile) assert.equal(cell, "'=cmd|' /C calc'!A0", `${format} ${name}`);
  }
});

test("no text of a statement runs as a formula", async () => {
  const { merchantId } = await world.makeMerchant({ balancePaise: 1_00_000_00n });
  await world.look(
    `with transfer as (
       insert into transfers.transfer (merchant_id, transfer_id, reference_id, transfer_key, content_hash, source_no,
         fund_source_id, beneficiary_id, amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, utr, steps,
         accepted_at)
       values ($1, uuidv7(), 1, $2, '\\x00', 0, 'WALLET_1', uuidv7(), 100, 0, 0, 'upi', 'upi', $2, 'failed', $2, 1,
         now())
       returning transfer_id
     ), moved as (
       update ledger.account set balance_paise = balance_paise - 100 where merchant_id = $1 and account_no = 1000
     )
     insert into ledger.posting (merchant_id, cause_id, phase, line, kind, debit_no, credit_no, amount_paise, at)
     select $1, transfer_id, 1, 1, 'hold', 1000, 1001, 100, date_trunc('milliseconds', now())
     from transfer`,
    [merchantId, "@SUM(A1)"],
  );
  for (const format of ["csv", "xlsx", "xls"] as const) {
    const columns = ["transferId", "utr", "remarks"];
    const { rows } = await download(ctx, merchantId, { type: "account_statement", format, columns });
    assert.ok(
      rows.some((cells) => cells.length === 3 && cells.every((cell) => cell === "'@SUM(A1)")),
      format,
    );
  }
});
