/** Rows that pay cards: by token, which is kept only until the row is decided, and never by card number. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { changeMerchant } from "#access";
import {
  BatchError,
  type Batch,
  cloneFailedRows,
  decideBatches,
  rejectBatch,
  releaseBatch,
  requestBatch,
  writeResult,
} from "#batches";
import { explainCard } from "#rails";
import { crashAt } from "#test/crash-at";
import {
  freshId,
  makeBatchWorld,
  outcomeOf,
  pay,
  request,
  workOff,
  type Outcome,
} from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

afterEach(() => decideBatches(async () => ({ kind: "process" })));

const CARD = "4111111111111111";
const CRYPTOGRAM = "AgAAAAAAAIR8CQrXcIhbQAAAAAA=";

const cardRow = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  transferId: freshId("t"),
  amount: "10.00",
  name: "Asha Rao",
  token: `tok_${freshId("card").padEnd(12, "0")}`,
  cardType: "CREDIT",
  networkType: "VISA",
  cryptogram: CRYPTOGRAM,
  tokenExpiry: "2028-05",
  ...changes,
});

const withTokens = { settings: { tokenRequestorId: "50110030273" } };

async function makeCardPayer() {
  const merchant = await world.makePayer();
  await changeMerchant(ctx, merchant.merchantId, withTokens);
  return merchant;
}

type Payer = Awaited<ReturnType<typeof makeCardPayer>>;

const reasons = ({ rows }: Outcome) => rows.map(({ failureReason }) => failureReason);
const statuses = ({ rows }: Outcome) => rows.map(({ status }) => status);

async function dieAt(point: string, merchant: Payer): Promise<void> {
  assert.ok(await crashAt(world, point, () => workOff(ctx, merchant)), point);
}

/** Another worker continues what a dead one had. */
async function resume(merchant: Payer, { batchId }: Batch): Promise<void> {
  await world.look("update batches.batch set free_at = '-infinity' where batch_id = $1", [batchId]);
  await workOff(ctx, merchant);
}

/** Counts the rows that still have their token, and the payees. */
async function countTokens({ merchantId }: Payer) {
  const [found] = await world.look<{ rows: string; payees: string }>(
    `select (select count(sealed_card) from batches.batch_row where merchant_id = $1) as rows,
       (select count(sealed_card) from beneficiaries.beneficiary where merchant_id = $1) as payees`,
    [merchantId],
  );
  return { rows: Number(found!.rows), payees: Number(found!.payees) };
}

test("cards are paid by their tokens, of which nothing is left", async () => {
  const merchant = await makeCardPayer();
  const token = "tok_5F2mQ8rXw1Zk";
  const rows = [cardRow({ token }), cardRow({ token: "909090909016" }), cardRow({ cardType: "CASH", token })];
  const outcome = await pay(ctx, merchant, { format: "CARD", rows });
  assert.deepEqual(statuses(outcome), ["SUCCESS", "FAILED", "REJECTED"]);
  assert.deepEqual(await countTokens(merchant), { rows: 0, payees: 0 });
  assert.deepEqual(Object.keys(outcome.rows[0]!.fields), [
    "transferId",
    "amount",
    "name",
    "cardType",
    "networkType",
  ]);
  const { merchantId } = merchant;
  const { bytes } = await writeResult(ctx, merchantId, { batchId: outcome.batchId, kind: "csv" });
  assert.match(bytes.toString(), /transferId,amount,name,cardType,networkType,remarks,/);
  assert.doesNotMatch(bytes.toString(), /tok_|909090909016|AgAA/);
  await assert.rejects(
    cloneFailedRows(ctx, merchantId, { batchId: outcome.batchId, by: "api-key:tests" }),
    (error) => BatchError.is(error, "nothing_to_clone"),
  );
});

const TOKEN_NEEDED = "Please provide valid token details";
const cardIn = (column: string): string => `${TOKEN_NEEDED}. ${explainCard(column)}`;
const PROBLEMS: readonly (readonly [Record<string, unknown>, string | null])[] = [
  [{}, null],
  [{ networkType: undefined, cryptogram: undefined, tokenExpiry: undefined, name: undefined }, null],
  [{ cardType: "debit", networkType: "mastercard", tokenPANSequenceNumber: "001" }, null],
  [{ token: undefined }, TOKEN_NEEDED],
  [{ token: 4 }, TOKEN_NEEDED],
  [{ token: "tok_short" }, TOKEN_NEEDED],
  [{ token: "a".repeat(64) }, null],
  [{ token: "a".repeat(65) }, TOKEN_NEEDED],
  [{ token: "4895370012003478" }, null],
  [{ token: CARD, cryptogram: undefined }, cardIn("token")],
  [{ token: CARD, tokenExpiry: undefined }, cardIn("token")],
  [{ cryptogram: "A".repeat(600) }, null],
  [{ cryptogram: "A".repeat(601) }, TOKEN_NEEDED],
  [{ cryptogram: 7 }, TOKEN_NEEDED],
  [{ cryptogram: "4111 1111 1111 1111" }, cardIn("cryptogram")],
  [{ token: "4111-1111-1111-1111" }, cardIn("token")],
  [{ token: "4111_1111_1111_1111" }, cardIn("token")],
  [{ token: `tok_${CARD}` }, cardIn("token")],
  [{ tokenExpiry: "05/28" }, TOKEN_NEEDED],
  [{ tokenExpiry: "2028-13" }, TOKEN_NEEDED],
  [{ tokenPANSequenceNumber: "0001" }, TOKEN_NEEDED],
  [{ cardType: undefined }, "cardType is invalid"],
  [{ cardType: "CASH" }, "cardType is invalid"],
  [{ cardType: "constructor" }, "cardType is invalid"],
  [{ networkType: "RUPAY" }, "Please provide a valid networkType"],
  [{ name: "a".repeat(100) }, null],
  [{ name: "a".repeat(101) }, "Please provide a valid name"],
  [{ transferMode: "imps" }, "Invalid transfer mode passed in the request."],
  [{ cardNo: CARD }, cardIn("cardNo")],
  [{ cardNo: "4111111111111112" }, cardIn("cardNo")],
  [{ remarks: CARD }, cardIn("remarks")],
  [{ name: `Asha ${CARD}` }, cardIn("name")],
];

test("what is wrong with a card is told of its row", async () => {
  const merchant = await makeCardPayer();
  const rows = PROBLEMS.map(([changes]) => cardRow(changes));
  const outcome = await pay(ctx, merchant, { format: "CARD", rows });
  assert.deepEqual(
    outcome.rows.map(({ failureReason }, index) => [PROBLEMS[index]![0], failureReason]),
    PROBLEMS,
  );
  assert.doesNotMatch(JSON.stringify(outcome.rows.map(({ fields }) => fields)), /4111/);
});

test("a merchant without tokens of its own pays no card", async () => {
  const merchant = await world.makePayer();
  const early = await pay(ctx, merchant, { format: "CARD", rows: [cardRow()] });
  assert.deepEqual(reasons(early), ["This feature is not available for your account."]);
  // Permission is taken away after the batch was checked.
  await changeMerchant(ctx, merchant.merchantId, withTokens);
  decideBatches(async () => ({ kind: "wait" }));
  const { batch } = await request(ctx, merchant, { format: "CARD", rows: [cardRow()] });
  await workOff(ctx, merchant);
  await world.look("update access.merchant set token_requestor_id = null where merchant_id = $1", [
    merchant.merchantId,
  ]);
  await ctx.db.inMerchant(merchant.merchantId, (tx) => releaseBatch(tx, batch));
  await workOff(ctx, merchant);
  assert.deepEqual(reasons(await outcomeOf(ctx, merchant, batch.batchId)), reasons(early));
  assert.deepEqual(await countTokens(merchant), { rows: 0, payees: 0 });
});

test("a batch that waits keeps its tokens sealed, shows none, and loses them when it is rejected", async () => {
  decideBatches(async () => ({ kind: "wait" }));
  const merchant = await makeCardPayer();
  const token = "tok_5F2mQ8rXw1Zk";
  const rows = [cardRow({ token }), cardRow()];
  const { batch } = await request(ctx, merchant, { format: "CARD", rows });
  await workOff(ctx, merchant);
  assert.deepEqual(await countTokens(merchant), { rows: 2, payees: 0 });
  const waiting = await outcomeOf(ctx, merchant, batch.batchId);
  assert.doesNotMatch(JSON.stringify(waiting.rows.map(({ fields }) => fields)), /tok_|AgAA/);
  for (const { row } of await world.look<{ row: string }>(
    "select kept::text as row from batches.batch_row as kept where batch_id = $1",
    [batch.batchId],
  ))
    assert.doesNotMatch(row, /tok_5F2m|AgAA|746f6b5f3546326d/);
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    rejectBatch(tx, { batchId: batch.batchId, because: "Not this month" }),
  );
  assert.deepEqual(await countTokens(merchant), { rows: 0, payees: 0 });
  assert.deepEqual(statuses(await outcomeOf(ctx, merchant, batch.batchId)), ["REJECTED", "REJECTED"]);
});

test("wherever the worker dies, each card is paid once and no token is left", async () => {
  for (const point of ["prepared", "accepted", "chunk_done", "finished"]) {
    const merchant = await makeCardPayer();
    const { batch } = await request(ctx, merchant, { format: "CARD", rows: [cardRow(), cardRow()] });
    await dieAt(`batches.process.${point}`, merchant);
    await resume(merchant, batch);
    const outcome = await outcomeOf(ctx, merchant, batch.batchId);
    assert.deepEqual([point, ...statuses(outcome)], [point, "SUCCESS", "SUCCESS"]);
    assert.deepEqual(await countTokens(merchant), { rows: 0, payees: 0 });
    const path = `/sim/debits?debitAccount=${merchant.debitAccount}&form=summary`;
    const debits = await world.simulator.control<{ rows: unknown[] }>("GET", path);
    assert.equal(debits.rows.length, 2, point);
  }
});

test("what was paid before the worker died loses its token also while payouts are switched off", async () => {
  const merchant = await makeCardPayer();
  const { merchantId } = merchant;
  const { batch } = await request(ctx, merchant, { format: "CARD", rows: [cardRow(), cardRow()] });
  await dieAt("batches.process.accepted", merchant);
  assert.equal((await countTokens(merchant)).rows, 2);
  await changeMerchant(ctx, merchantId, { settings: { payoutsEnabled: false } });
  await resume(merchant, batch);
  assert.equal((await countTokens(merchant)).rows, 0);
  await changeMerchant(ctx, merchantId, { settings: { payoutsEnabled: true } });
  await resume(merchant, batch);
  assert.deepEqual(statuses(await outcomeOf(ctx, merchant, batch.batchId)), ["SUCCESS", "SUCCESS"]);
});

test("the same rows are the same batch, another token is another", async () => {
  const merchant = await makeCardPayer();
  const rows = [cardRow(), cardRow()];
  const ask = async (batchKey: string, again: Record<string, unknown>[]) => {
    const acceptance = await requestBatch(ctx, merchant.merchantId, {
      batchKey,
      format: "CARD",
      replacesBeneficiaries: false,
      fundSourceId: null,
      rows: again,
      by: "api-key:tests",
    });
    return acceptance.kind === "repeated" ? acceptance.sameContent : acceptance.kind;
  };
  assert.equal(await ask("same", rows), "accepted");
  await workOff(ctx, merchant);
  assert.equal(await ask("same", rows), true);
  assert.equal(await ask("same", [rows[0]!, { ...rows[1], token: "tok_another1234" }]), false);
});
