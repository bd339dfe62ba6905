import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { receiveFile, writeTemplate } from "#batches";
import { writeXlsx } from "@vitaran/spreadsheets";
import { explainCard } from "#rails";
import { makeBatchWorld, outcomeOf, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

const CARD = "4111111111111111";
const TOKEN_NEEDED = "Please provide valid token details";

async function makeCardPayer() {
  const merchant = await world.makePayer();
  await changeMerchant(ctx, merchant.merchantId, { settings: { tokenRequestorId: "50110030273" } });
  return merchant;
}

const receive = (merchantId: string, bytes: Buffer) =>
  receiveFile(ctx, merchantId, {
    bytes,
    name: "cards",
    format: "CARD",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: "api-key:tests",
  });

test("a template that was filled in pays; copied rows are warned of, card numbers refused row by row", async () => {
  const merchant = await makeCardPayer();
  const { bytes } = await writeTemplate("CARD", "csv");
  const head = bytes.toString().trim();
  const line = (id: string, token: string) => `${id},10.00,Asha Rao,${token},DEBIT,,,,,`;
  const lines = [line("c1", "tok_5F2mQ8rXw1Zk"), line("c2", "tok_5F2mQ8rXw1Zk"), line("c3", CARD)];
  const file = Buffer.from([head, ...lines, ""].join("\n"));
  const { batchId, warnings } = await receive(merchant.merchantId, file);
  assert.deepEqual(
    warnings.map(({ kind, lines: where }) => [kind, where]),
    [["same_payment", [2, 3]]],
  );
  await workOff(ctx, merchant);
  const { rows } = await outcomeOf(ctx, merchant, batchId);
  assert.deepEqual(
    rows.map(({ status, failureReason }) => [status, failureReason]),
    [
      ["SUCCESS", null],
      ["SUCCESS", null],
      ["REJECTED", `${TOKEN_NEEDED}. ${explainCard("token")}`],
    ],
  );
  assert.doesNotMatch(JSON.stringify(rows.map(({ fields }) => fields)), /4111|tok_/);
});

test("a column of card numbers is refused row by row", async () => {
  const merchant = await makeCardPayer();
  const head = "transferId,amount,token,cardType,cardNo";
  const file = `${head}\nc1,10.00,tok_5F2mQ8rXw1Zk,DEBIT,${CARD}\nc2,10.00,tok_5F2mQ8rXw1Zk,DEBIT,\n`;
  const { batchId } = await receive(merchant.merchantId, Buffer.from(file));
  await workOff(ctx, merchant);
  const { rows } = await outcomeOf(ctx, merchant, batchId);
  assert.deepEqual(
    rows.map(({ failureReason }) => failureReason),
    [`${TOKEN_NEEDED}. ${explainCard("cardNo")}`, null],
  );
});

test("a token that a spreadsheet has made a number is refused with its place", async () => {
  const merchant = await makeCardPayer();
  const columns = [
    { name: "transferId" },
    { name: "amount" },
    { name: "token", kind: "count" },
    { name: "cardType" },
  ] as const;
  const row = { transferId: "c1", amount: "10.00", token: 489537001200, cardType: "DEBIT" };
  const file = Buffer.concat(await Array.fromAsync(writeXlsx(columns, [row])));
  const { batchId } = await receive(merchant.merchantId, file);
  await workOff(ctx, merchant);
  const { rows } = await outcomeOf(ctx, merchant, batchId);
  assert.match(rows[0]!.failureReason!, /^Row 2, token: The cell is a number/);
});
