import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary, getBeneficiary, searchBeneficiaries } from "#beneficiaries";
import { verifyLedger } from "#proof";
import type { TestMerchant } from "#test/world";
import { accountRow, freshId, makeBatchWorld, outcomeOf, pay, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

async function beneficiariesOf({ merchantId }: TestMerchant): Promise<number> {
  const listed = await ctx.db.inMerchant(merchantId, (tx) => searchBeneficiaries(tx, { limit: 100 }));
  return listed.length;
}

test("rows of every format are paid, each by its own mode", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const person = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com" };
  const by = "api-key:tests";
  await addBeneficiary(ctx, merchantId, {
    ...person,
    beneId: "listed",
    address1: "12 MG Road",
    accountNumber: "00011020001772",
    ifsc: "HDFC0000001",
    by,
  });
  const payment = () => ({ transferId: freshId("t"), amount: "10.00", remarks: "November" });
  const cases = [
    {
      format: "BENEFICIARY_ID",
      row: { ...payment(), beneId: "listed", transferMode: "imps" },
      category: "BANK",
    },
    { format: "BANK_ACCOUNT", row: accountRow(), category: "BANK" },
    { format: "UPI", row: { ...payment(), ...person, vpa: "success@upi" }, category: "UPI" },
    { format: "PAYTM", row: { ...payment(), ...person }, category: "PAYTM" },
    { format: "AMAZONPAY", row: { ...payment(), ...person }, category: "AMAZONPAY" },
  ] as const;
  for (const { format, row, category } of cases) {
    const { status, rows, totals } = await pay(ctx, merchant, { format, rows: [row] });
    assert.equal(rows[0]!.failureReason, null, format);
    assert.equal(rows[0]!.status, "SUCCESS", format);
    assert.equal(rows[0]!.transfer!.category, category);
    assert.equal(rows[0]!.transfer!.transferKey, row.transferId);
    assert.equal(status, "completed", format);
    assert.deepEqual(
      { ...totals },
      {
        open: 0,
        accepted: 1,
        rejected: 0,
        done: 1,
        donePaise: 10_00n,
        failed: 0,
        failedPaise: 0n,
      },
    );
  }
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("what is wrong with a row is told of that row, and the others are paid", async () => {
  const merchant = await world.makePayer();
  const bad: [unknown, string][] = [
    [accountRow({ ifsc: "PYTM0_000001" }), "Invalid IFSC code provided for bank account."],
    [accountRow({ bankAccount: undefined }), "No Bank account or IFSC associated with the beneficiary."],
    [accountRow({ amount: "0.99" }), "Transfer amount is less than minimum amount of Rs. 1."],
    [accountRow({ amount: 1.001 }), "Invalid Amount Passed.Only 2 decimal places are allowed."],
    [accountRow({ transferId: "" }), "TransferId missing in the request."],
    [accountRow({ remarks: "50% off" }), "Remarks can have only numbers, alphabets and whitespaces."],
    [accountRow({ phone: 9876543210 }), "Please provide a valid Phone Number"],
    [accountRow({ email: null }), "Please provide a valid email"],
    [
      accountRow({ name: "4111 1111 1111 1111" }),
      "A card number cannot be taken: cards are paid by their tokens. name has a number that looks like a card's; " +
        "card numbers are never taken or stored. Leave the number out, or give its last four digits only.",
    ],
    ["no row at all", "TransferId missing in the request."],
    [null, "TransferId missing in the request."],
  ];
  const rows = [accountRow(), ...bad.map(([row]) => row), accountRow()];
  const outcome = await pay(ctx, merchant, { rows });
  assert.equal(outcome.status, "partly_failed");
  assert.deepEqual(
    outcome.rows.map((row) => row.failureReason),
    [null, ...bad.map(([, because]) => because), null],
  );
  assert.deepEqual(
    outcome.rows.map((row) => row.status),
    ["SUCCESS", ...bad.map(() => "REJECTED"), "SUCCESS"],
  );
  const card = outcome.rows.find(({ failureReason }) => failureReason?.startsWith("A card number"));
  assert.equal(card!.fields.name, undefined, "the card number is not kept");
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("the same bank account is one beneficiary, however many rows and batches name it", async () => {
  const merchant = await world.makePayer();
  const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
  const first = await pay(ctx, merchant, {
    rows: [accountRow(account), accountRow({ ...account, name: "A Rao" })],
  });
  const second = await pay(ctx, merchant, { rows: [accountRow({ ...account, phone: "9876500000" })] });
  const beneIds = [...first.rows, ...second.rows].map((row) => row.beneId);
  assert.equal(new Set(beneIds).size, 1);
  assert.match(beneIds[0]!, /^9876543210_\d{10}$/);
  assert.equal(await beneficiariesOf(merchant), 1);
});

test("deleteBene replaces the beneficiary of the same id, once in a batch", async () => {
  const merchant = await world.makePayer();
  const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
  const first = await pay(ctx, merchant, { rows: [accountRow(account)] });
  const rows = [
    accountRow({ ...account, name: "Asha Sharma" }),
    accountRow({ ...account, name: "Asha Verma" }),
  ];
  const second = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.equal(second.status, "completed");
  const [one, other] = second.rows.map((row) => row.beneId);
  assert.deepEqual([one, other], [first.rows[0]!.beneId, one]);
  const now = await getBeneficiary(ctx, merchant.merchantId, one!);
  assert.equal(now.name, "Asha Sharma");
  assert.equal(await beneficiariesOf(merchant), 1);
});

test("deleteBene leaves who has the bank account under another id, and pays them", async () => {
  const merchant = await world.makePayer();
  const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
  await pay(ctx, merchant, { rows: [accountRow({ ...account, beneId: "OLD" })] });
  const rows = [accountRow({ ...account, name: "Asha Sharma" }), accountRow({ ...account, beneId: "NEW" })];
  const outcome = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.deepEqual(
    outcome.rows.map((row) => [row.status, row.beneId]),
    [
      ["SUCCESS", "OLD"],
      ["SUCCESS", "OLD"],
    ],
  );
  const kept = await getBeneficiary(ctx, merchant.merchantId, "OLD");
  assert.equal(kept.name, "Asha Rao");
});

test("deleteBene with the account of one and the id of another keeps both, and holds up no row", async () => {
  const merchant = await world.makePayer();
  const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
  await pay(ctx, merchant, {
    rows: [accountRow({ beneId: "ASHA" }), accountRow({ ...account, beneId: "RAVI" })],
  });
  const rows = [accountRow({ ...account, beneId: "ASHA" }), accountRow()];
  const outcome = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.deepEqual(
    outcome.rows.map((row) => row.status),
    ["SUCCESS", "SUCCESS"],
  );
  assert.equal(outcome.rows[0]!.beneId, "RAVI");
  assert.equal(await beneficiariesOf(merchant), 3);
});

test("an id that another bank account has is refused, or replaced where that is asked for", async () => {
  const merchant = await world.makePayer();
  await pay(ctx, merchant, { rows: [accountRow({ beneId: "ASHA" })] });
  const refused = await pay(ctx, merchant, { rows: [accountRow({ beneId: "ASHA" })] });
  assert.equal(refused.rows[0]!.failureReason, "Beneficiary Id already exists");
  assert.equal(refused.status, "rejected");
  const replaced = await pay(ctx, merchant, {
    rows: [accountRow({ beneId: "ASHA" })],
    replacesBeneficiaries: true,
  });
  assert.equal(replaced.status, "completed");
  assert.equal(replaced.rows[0]!.beneId, "ASHA");
});

test("what cannot take a beneficiary's place leaves it there", async () => {
  const merchant = await world.makePayer();
  await pay(ctx, merchant, { rows: [accountRow({ beneId: "ASHA" })] });
  const rows = [accountRow({ beneId: "ASHA", ifsc: "VTRN0000001" }), accountRow()];
  const outcome = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.deepEqual(
    outcome.rows.map((row) => row.status),
    ["REJECTED", "SUCCESS"],
  );
  const kept = await getBeneficiary(ctx, merchant.merchantId, "ASHA");
  assert.equal(kept.ifsc, "HDFC0000001");
});

test("a transfer id counts once: in a batch, and among all transfers of the merchant", async () => {
  const merchant = await world.makePayer();
  const twice = accountRow();
  const first = await pay(ctx, merchant, {
    rows: [twice, { ...accountRow(), transferId: twice.transferId }],
  });
  assert.deepEqual(
    first.rows.map((row) => row.failureReason),
    [null, "Transfer Id already exists."],
  );
  const second = await pay(ctx, merchant, { rows: [twice] });
  assert.equal(second.rows[0]!.failureReason, "Transfer Id already exists.");
  assert.equal(second.rows[0]!.transfer, null);
});

test("a batch none of whose rows can be accepted is rejected as a whole, and the merchant hears of it", async () => {
  const merchant = await world.makePayer();
  const { batch } = await request(ctx, merchant, {
    batchKey: "all_bad",
    rows: [accountRow({ amount: "x" })],
  });
  await workOff(ctx, merchant);
  const outcome = await outcomeOf(ctx, merchant, batch.batchId);
  assert.equal(outcome.status, "rejected");
  const events = await world.look<{ type: string; data: Record<string, string> }>(
    "select type, data from webhooks.event where merchant_id = $1 and type = 'BULK_TRANSFER_REJECTED'",
    [merchant.merchantId],
  );
  assert.deepEqual(events, [
    {
      type: "BULK_TRANSFER_REJECTED",
      data: {
        batchTransferId: "all_bad",
        referenceId: String(batch.referenceId),
        reason: "No row of the batch could be accepted.",
      },
    },
  ]);
});

test("money that suffices for some rows pays those", async () => {
  const merchant = await world.makePayer(40_00n);
  const outcome = await pay(ctx, merchant, { rows: Array.from({ length: 4 }, () => accountRow()) });
  // Each costs its 10.00 with a fee of 6.00 and tax of 1.08.
  assert.deepEqual(
    outcome.rows.map((row) => row.status),
    ["SUCCESS", "SUCCESS", "FAILED", "FAILED"],
  );
  assert.equal(outcome.rows[2]!.failureReason, "INSUFFICIENT_BALANCE");
  assert.deepEqual([outcome.totals.donePaise, outcome.totals.failedPaise], [20_00n, 20_00n]);
});
