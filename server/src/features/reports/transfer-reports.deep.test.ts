import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRupees } from "#lib/money";
import { istText } from "#lib/ist";
import { CATALOGUE, columnNamesOf, type ReportFormat } from "#reports";
import { makeWorld } from "#test/world";
import { dayOf, daysBefore, download } from "./test/download.ts";
import { insertTransfers } from "./test/insert-transfers.ts";

const world = await makeWorld();
const { ctx } = world;
const FORMATS = ["csv", "xlsx", "xls"] as const satisfies readonly ReportFormat[];

interface Stored {
  transfer_key: string;
  reference_id: string;
  amount_paise: string;
  status: string;
  utr: string;
  accepted_at: Date;
}

const stored = (merchantId: string, where = "true") =>
  world.look<Stored>(
    `select transfer_key, reference_id, amount_paise, status, utr, accepted_at
     from transfers.transfer where merchant_id = $1 and ${where} order by reference_id`,
    [merchantId],
  );

const WORDS: Readonly<Record<string, string>> = {
  succeeded: "SUCCESS",
  failed: "FAILED",
  waiting: "QUEUED",
  sent: "PENDING",
};

test("10,000 transfers in each format are what the database has, row for row", async () => {
  const { merchantId } = await world.makeMerchant();
  const statuses = ["succeeded", "succeeded", "failed", "waiting", "sent"];
  await insertTransfers(
    world,
    merchantId,
    Array.from({ length: 10_000 }, (_, index) => ({ status: statuses[index % statuses.length]! })),
  );
  const rows = await stored(merchantId);
  assert.equal(rows.length, 10_000);
  const columns = ["referenceId", "transferId", "status", "amount", "utr", "addedOn"];
  for (const format of FORMATS) {
    const made = await download(ctx, merchantId, { format, columns });
    assert.deepEqual(made.header, [
      "Reference ID",
      "Transfer ID",
      "Status",
      "Amount",
      "UTR",
      "Added on (IST)",
    ]);
    assert.equal(made.report.rowCount, 10_000);
    const isText = format === "csv";
    const expected = rows.map((row) => [
      row.reference_id,
      row.transfer_key,
      WORDS[row.status],
      isText ? formatRupees(BigInt(row.amount_paise)) : Number(row.amount_paise) / 100,
      row.utr,
    ]);
    assert.deepEqual(
      made.rows.map((cells) => cells.slice(0, 5)),
      expected,
    );
    if (isText)
      assert.deepEqual(
        made.rows.map((cells) => cells[5]),
        rows.map((row) => istText(row.accepted_at)),
      );
  }
});

test("a day is a day in India, from its first moment to its last", async () => {
  const { merchantId } = await world.makeMerchant();
  const day = daysBefore(3);
  const midnight = new Date(`${day}T00:00:00+05:30`).getTime();
  const at = (ms: number, transferKey: string) => ({ acceptedAt: new Date(midnight + ms), transferKey });
  await insertTransfers(world, merchantId, [
    at(-1, "before"),
    at(0, "first"),
    at(86_399_999, "last"),
    at(86_400_000, "after"),
  ]);
  const made = await download(ctx, merchantId, { fromDay: day, toDay: day, columns: ["transferId"] });
  assert.deepEqual(made.rows, [["first"], ["last"]]);
  assert.equal(made.fileName, `Transfers_${day}_${day}_IST.csv`);
});

test("a range within a long history is found, however its reference ids lie", async () => {
  const { merchantId } = await world.makeMerchant();
  const transfers = Array.from({ length: 30_000 }, (_, index) => ({
    // Ninety days, from the oldest on; distant numbers, with a gap in the middle.
    acceptedAt: new Date(Date.now() - 90 * 86_400_000 + index * 259_200),
    referenceId: BigInt(1_000_000 + index + (index > 15_000 ? 70_000 : 0)),
  }));
  await insertTransfers(world, merchantId, transfers);
  const [fromDay, toDay] = [daysBefore(60), daysBefore(45)];
  const made = await download(ctx, merchantId, { fromDay, toDay, columns: ["referenceId"] });
  const wanted = transfers.filter(
    ({ acceptedAt }) => dayOf(acceptedAt) >= fromDay && dayOf(acceptedAt) <= toDay,
  );
  assert.ok(wanted.length > 5_000);
  assert.deepEqual(
    made.rows.map(([referenceId]) => referenceId),
    wanted.map(({ referenceId }) => String(referenceId)),
  );
});

test("only what has no end yet is pending, with what it waits for", async () => {
  const { merchantId } = await world.makeMerchant();
  const statuses = [
    "awaiting_approval",
    "waiting",
    "ready",
    "sent",
    "review",
    "succeeded",
    "failed",
    "rejected",
  ];
  await insertTransfers(
    world,
    merchantId,
    [...statuses, "cancelled", "reversed"].map((status) => ({ status })),
  );
  const made = await download(ctx, merchantId, { type: "pending_transfer", columns: ["status", "waitsFor"] });
  assert.deepEqual(made.rows, [
    ["APPROVAL_PENDING", "An approver"],
    ["QUEUED", "Balance"],
    ["PENDING", "The next dispatch"],
    ["PENDING", "The bank's answer"],
    ["PENDING", "Manual reconciliation"],
  ]);
});

test("fee and tax are what a transfer costs: nothing once it has not been paid", async () => {
  const { merchantId } = await world.makeMerchant();
  const statuses = ["succeeded", "sent", "failed", "rejected", "cancelled", "reversed"];
  await insertTransfers(
    world,
    merchantId,
    statuses.map((status) => ({ status })),
  );
  const made = await download(ctx, merchantId, { columns: ["fee", "tax"] });
  const costs = ["3.00", "0.54"];
  const nothing = ["0.00", "0.00"];
  assert.deepEqual(made.rows, [costs, costs, nothing, nothing, nothing, nothing]);
});

test("reversed transfers are listed by the day on which they came back, with the UTR of the way back", async () => {
  const { merchantId } = await world.makeMerchant();
  const acceptedAt = new Date(Date.now() - 40 * 86_400_000);
  const [one, other, old] = await insertTransfers(
    world,
    merchantId,
    ["one", "other", "old"].map((transferKey) => ({ transferKey, status: "reversed", acceptedAt })),
  );
  const reverse = (transferId: string, daysAgo: number) =>
    world.look(
      `with event as (
         insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type)
         values ($1, $2, $3, 2, false, 'TRANSFER_REVERSED')
       )
       insert into transfers.fact (merchant_id, transfer_id, attempt, fact_key, source, evidence, credited, code,
         detail, utr, other_bank, at)
       values ($1, $2, 1, 'return', 'callback', 'RET', false, '', '', 'RETURN1', false, $3)`,
      [merchantId, transferId, new Date(Date.now() - daysAgo * 86_400_000)],
    );
  await reverse(other!.transferId, 2);
  await reverse(one!.transferId, 5);
  await reverse(old!.transferId, 31);
  const made = await download(ctx, merchantId, {
    type: "reversed_transfers",
    fromDay: daysBefore(29),
    columns: ["transferId", "status", "returnUtr", "daysTaken"],
  });
  assert.deepEqual(made.rows, [
    ["one", "REVERSED", "RETURN1", "35"],
    ["other", "REVERSED", "RETURN1", "38"],
  ]);
});

const HOSTILE = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '"=1"', "=1\n,2", "  =1"];

test("no text of any column runs as a formula, in any format", async () => {
  const { merchantId } = await world.makeMerchant();
  await insertTransfers(
    world,
    merchantId,
    HOSTILE.map((text, index) => ({ text, transferKey: `${text}${index}`, status: "sent" })),
  );
  await world.look(
    `insert into webhooks.event (merchant_id, subject_id, at, seq, pending, type)
     select merchant_id, transfer_id, accepted_at, 1, false, 'TRANSFER_REVERSED'
     from transfers.transfer where merchant_id = $1`,
    [merchantId],
  );
  for (const type of ["transfer", "pending_transfer", "reversed_transfers"] as const) {
    const texts = CATALOGUE[type].columns.flatMap(({ kind = "text" }, index) =>
      kind === "text" ? [index] : [],
    );
    for (const format of FORMATS) {
      const made = await download(ctx, merchantId, { type, format });
      assert.equal(made.rows.length, HOSTILE.length);
      for (const cells of made.rows) {
        for (const index of texts) {
          const cell = cells[index] ?? "";
          assert.equal(typeof cell, "string", "a text is a text");
          assert.doesNotMatch(
            cell as string,
            /^(?:[\t\r\n]|\s*[=+\-@])/,
            `${type} ${format} ${made.header[index]}`,
          );
        }
      }
      const remarks = columnNamesOf(type).indexOf("remarks");
      assert.ok(
        made.rows.some((cells) => String(cells[remarks]).startsWith("'=cmd")),
        "the guard's apostrophe",
      );
    }
  }
});

test("no file has more of an account number than its last four characters", async () => {
  const { merchantId } = await world.makeMerchant();
  await insertTransfers(world, merchantId, [{ text: "1772" }]);
  const made = await download(ctx, merchantId, { columns: ["bankAccount", "card"] });
  assert.deepEqual(made.rows, [["XXXXXX1772", "XXXXXX4242"]]);
});

test("a report without rows is a file with its header", async () => {
  const { merchantId } = await world.makeMerchant();
  for (const format of FORMATS) {
    const made = await download(ctx, merchantId, { format, columns: ["utr", "amount"] });
    assert.deepEqual([made.header, made.rows, made.report.rowCount], [["UTR", "Amount"], [], 0]);
  }
});

test("one merchant's report has nothing of another's", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  await insertTransfers(world, one.merchantId, [{ transferKey: "mine" }]);
  await insertTransfers(world, other.merchantId, [{ transferKey: "theirs" }]);
  const made = await download(ctx, one.merchantId, { columns: ["transferId"] });
  assert.deepEqual(made.rows, [["mine"]]);
});
