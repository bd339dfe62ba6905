/** Cards are paid by token, and a batch has no place for one: its rows are refused, and no card number is kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import { receiveFile } from "#batches";
import { freshId, makeBatchWorld, outcomeOf, pay, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

const CARD = "4111111111111111";
/** A wrong digit makes it no card number, and no business of ours either. */
const MISTYPED = "4111111111111112";
const TOKEN_NEEDED = "Please provide valid token details";

const row = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  beneId: "ASHA",
  transferId: freshId("t"),
  amount: "10.00",
  ...changes,
});

async function makeCardPayer() {
  const merchant = await world.makePayer();
  await addBeneficiary(ctx, merchant.merchantId, {
    beneId: "ASHA",
    name: "Asha Rao",
    phone: "9876543210",
    email: "asha@example.com",
    address1: "12 MG Road",
    card: "411111XXXXXX1111",
    by: "api-key:tests",
  });
  return merchant;
}

test("a listed beneficiary has no token, so that its card cannot be paid; a card number is refused", async () => {
  const merchant = await makeCardPayer();
  const rows = [
    row(),
    row({ cardNo: CARD }),
    row({ cardNo: "4111 1111 1111 1111" }),
    row({ cardNo: MISTYPED }),
    row({ remarks: CARD }),
    row({ beneId: CARD }),
    row({ cardNumber: CARD }),
  ];
  const outcome = await pay(ctx, merchant, { format: "CARD", rows });
  assert.deepEqual(
    outcome.rows.map(({ failureReason }) => failureReason),
    [
      "Mode Not valid for Beneficiary",
      ...Array.from({ length: 5 }, () => TOKEN_NEEDED),
      "Mode Not valid for Beneficiary",
    ],
  );
  assert.doesNotMatch(JSON.stringify(outcome.rows.map(({ fields }) => fields)), /4111/);
});

test("a column of card numbers in a file is refused row by row", async () => {
  const merchant = await makeCardPayer();
  const { batchId } = await receiveFile(ctx, merchant.merchantId, {
    bytes: Buffer.from(`beneId,transferId,amount,cardNo\nASHA,c1,10.00,${CARD}\nASHA,c2,10.00,\n`),
    name: "cards.csv",
    format: "CARD",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: "api-key:tests",
  });
  await workOff(ctx, merchant);
  assert.deepEqual(
    (await outcomeOf(ctx, merchant, batchId)).rows.map(({ failureReason }) => failureReason),
    [TOKEN_NEEDED, "Mode Not valid for Beneficiary"],
  );
});
