import assert from "node:assert/strict";
import { test } from "node:test";
import { readLetter, requestRecall } from "#recalls";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { writeLetterPage, writeLetterText, type LetterFacts } from "./write-letter.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });

test("the letter says all that the bank needs, in both forms, and the same each time", async () => {
  const { ctx } = world;
  const merchant = await world.makePayer();
  const { merchantId, debitAccount } = merchant;
  const order = { ...orderTo("INV_7"), amountPaise: 1_23_456_78n };
  const [accepted] = await acceptTransfers(ctx, merchantId, [order]);
  assert.equal(accepted?.kind, "accepted");
  const { transferId, referenceId } = (accepted as { transfer: { transferId: string; referenceId: bigint } })
    .transfer;
  await runtimeOf(ctx).idle();
  const by = "system" as const;
  const asked = { transferId, reason: "wrong_amount", remarks: "1234.56 was meant", by } as const;
  const { recallId } = await requestRecall(ctx, merchantId, asked);
  const letter = await readLetter(ctx, merchantId, { recallId });
  assert.equal(letter.number, `${referenceId}-1`);
  const [paid] = await world.look<{ utr: string; reference: string }>(
    `select transfer.utr, attempt.reference
     from transfers.transfer
     join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1`,
    [merchantId],
  );
  const parts = [
    ...[
      "To: Meghdoot Bank",
      "Meghdoot House, 12 Dalal Marg, Mumbai 400001",
      "Date: 2026-11-20",
      `Our number: ${referenceId}-1`,
    ],
    ...[paid!.utr, paid!.reference, "INR 1,23,456.78", "IMPS", `ending in ${debitAccount.slice(-4)}`],
    ...["Asha Rao", "026291800001191", "YESB0000262", "Yes Bank"],
    ...["The payment was made with a wrong amount.", "1234.56 was meant"],
  ];
  for (const part of parts) {
    assert.ok(letter.text.includes(part), `${part} in\n${letter.text}`);
    assert.ok(letter.page.includes(part), `${part} in the page`);
  }
  assert.ok(!letter.text.includes(debitAccount) && !letter.page.includes(debitAccount));
  assert.deepEqual(await readLetter(ctx, merchantId, { recallId }), letter);
});

const HOSTILE = `<script>alert("1")</script> & 'x'\nTo: another bank\u202e`;
const facts: LetterFacts = {
  number: "10023-1",
  date: "2026-11-20",
  merchantName: HOSTILE,
  bankName: HOSTILE,
  bankAddress: HOSTILE,
  reason: "other",
  remarks: HOSTILE,
  payment: [
    ["Beneficiary", HOSTILE],
    ["VPA", ""],
  ],
};

test("nothing that comes from outside is markup, or a line of its own", () => {
  const page = writeLetterPage(facts);
  assert.equal(page.match(/<script/g), null);
  assert.equal(page.match(/&lt;script&gt;alert\(&quot;1&quot;\)/g)?.length, 6);
  const text = writeLetterText(facts);
  assert.equal(text.split("\n").filter((line) => line.startsWith("To:")).length, 1);
  for (const one of [page, text]) assert.ok(!one.includes("\u202e"));
});

test("what is not known leaves no empty line, and long texts are wrapped", () => {
  const text = writeLetterText({ ...facts, bankAddress: "", remarks: "word ".repeat(60).trim() });
  assert.ok(!text.includes("VPA"));
  assert.match(text, /^To: .*\nFrom: /);
  assert.ok(text.split("\n").every((line) => line.length <= 100));
  assert.ok(!writeLetterText({ ...facts, remarks: "" }).includes("Remarks"));
});
