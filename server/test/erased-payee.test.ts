/** A payee whose details went through every surface is erased: none of them is left, and the books still verify. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { verifyAuditChain } from "#audit";
import { BatchError, cloneFailedRows, startDraft, workBatches, writeResult } from "#batches";
import { workVerifications } from "#beneficiaries";
import {
  erasuresWorker,
  listErasures,
  previewErasure,
  requestErasure,
  revealKept,
  ErasureError,
} from "#erasures";
import { verifyLedger } from "#proof";
import { importStatement, matchLines } from "#reconciliation";
import { istDate } from "#lib/ist";
import { blockPayee } from "#risk";
import { runtimeOf } from "#transfers";
import { saveView } from "#views";
import { addEndpoint, deliverWebhooks } from "#webhooks";
import { makeLink } from "../src/features/links/test/payee.ts";
import { makeStatement } from "../src/features/reconciliation/test/make-statement.ts";
import { download } from "../src/features/reports/test/download.ts";
import { startReceiver } from "../src/people/webhooks/test/scripted-receiver.ts";
import { makeDashboard } from "./dashboard.ts";
import { hearDetails } from "./hear-details.ts";
import { batchRow, rowsFile } from "./literals/requests.ts";
import { freshId, openStage, type Client } from "./literals/stage.ts";
import { makeMembers } from "./make-members.ts";
import { makeWorld } from "./world.ts";

const world = await makeWorld();
const { ctx } = world;
const stage = await openStage(world);
const dashboard = makeDashboard(world);

/** The payee to be erased. It shares its e-mail address with another one. */
const payee = {
  name: "Zqnoria Planted",
  phone: "9340417230",
  email: "zqfamily@example.com",
  address1: "Zqlane 17, Indiranagar",
  vpa: "zqnoria@okaxis",
  bankAccount: "918273640051",
  ifsc: "HDFC0000001",
};
const TEXTS = [payee.name, payee.phone, payee.address1, "zqnoria", payee.bankAccount];

const other = {
  beneId: "zqother",
  name: "Meera Iyer",
  phone: "9340417999",
  email: payee.email,
  address1: "4 Lake Road",
  bankAccount: "918273649999",
  ifsc: "HDFC0000001",
};

const order = (changes: Record<string, unknown> = {}) => ({
  amount: "10.00",
  transferId: freshId("t"),
  transferMode: "banktransfer",
  remarks: `rent of ${payee.name}`,
  ...changes,
});

async function post(client: Client, call: string, body: object): Promise<void> {
  const { body: answer } = await client.call("POST", `/v1/${call}`, { body });
  assert.ok(["200", "201"].includes(answer.subCode), `${call}: ${answer.subCode} ${answer.message}`);
}

/** Uses the payee's details in every way there is. */
async function plant(client: Client): Promise<void> {
  const { merchantId, organizationId, debitAccount } = client.merchant;
  const people = await makeMembers(ctx, organizationId, { asha: "admin" });
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const receiver = await startReceiver();
  world.onClose(() => receiver.close());
  receiver.answer = ({ body }) => {
    const isAboutPayee = /zqn|Zqn/.test(body);
    return { status: 500, body: isAboutPayee ? `no such payee ${payee.name} ${payee.vpa}` : "no" };
  };
  for (const format of ["classic_form", "v2"] as const)
    await addEndpoint(ctx, merchantId, { url: `${receiver.url}/${format}`, format });
  await post(client, "addBeneficiary", { beneId: "zqlisted", ...payee });
  await post(client, "addBeneficiary", other);
  await post(client, "requestTransfer", order({ beneId: "zqlisted" }));
  await post(client, "requestTransfer", order({ beneId: other.beneId, remarks: "salary" }));
  await post(client, "directTransfer", order({ transferMode: "upi", beneDetails: payee }));
  const query = { name: payee.name, phone: payee.phone, bankAccount: payee.bankAccount, ifsc: payee.ifsc };
  await client.call("GET", "/v1/validation/bankDetails", { query });
  const row = batchRow({ ...payee, vpa: undefined, address1: undefined });
  const batch = {
    batchTransferId: freshId("b"),
    batchFormat: "BANK_ACCOUNT",
    deleteBene: 0,
    batch: [row, batchRow()],
  };
  await post(client, "requestBatchTransfer", batch);
  await startDraft(ctx, merchantId, {
    bytes: Buffer.from(rowsFile([batchRow({ ...payee, vpa: undefined, address1: undefined }), batchRow()])),
    ...{ name: "rents.csv", format: "BANK_ACCOUNT", replacesBeneficiaries: false, fundSourceId: null },
    by: `member:${people["asha"]!}`,
  });
  await makeLink(world, client.merchant, { name: payee.name, phone: payee.phone, notifyPayee: true });
  await blockPayee(ctx, merchantId, {
    payee: { kind: "vpa", vpa: payee.vpa },
    because: "asked",
    by: "system",
  });
  await ctx.db.inMerchant(merchantId, (tx) => {
    const saved = { list: "transfers", name: "Noria", query: "q=zqnoria%40okaxis", shared: false } as const;
    return saveView(tx, { ...saved, memberId: people["asha"]! });
  });
  await settle(client);
  const narration = `IMPS/${payee.name.toUpperCase()}/${payee.bankAccount}`;
  const lines = [{ side: "debit", amountPaise: 77_00n, narration }] as const;
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), lines });
  await importStatement(ctx, merchantId, { bankId: "meghdoot", statement });
  await matchLines(ctx, merchantId);
  const { rows } = await download(ctx, merchantId, { type: "transfer" });
  assert.ok(rows.flat().some((cell) => String(cell).includes(payee.name)));
}

/** Reads the batch everywhere it is shown, and proves that a row which was changed otherwise is still refused. */
async function readBatchBack(client: Client): Promise<void> {
  const { merchantId, organizationId } = client.merchant;
  const [{ batchId, batchKey } = assert.fail()] = await world.look<{ batchId: string; batchKey: string }>(
    `select batch_id as "batchId", batch_key as "batchKey" from batches.batch`,
  );
  const query = { batchTransferId: batchKey };
  const { body } = await client.call("GET", "/v1/getBatchTransferStatus", { query });
  assert.equal(body.subCode, "200", body.message);
  assert.equal((body.data!["transfers"] as unknown[]).length, 2);
  const { bytes } = await writeResult(ctx, merchantId, { batchId, kind: "csv" });
  const [, erasedLine, otherLine] = bytes.toString().trim().split("\n");
  assert.match(erasedLine!, /^1,.*\(erased\).*\(erased\)/);
  assert.doesNotMatch(otherLine!, /erased/);
  const reader = await dashboard.logIn(organizationId, "admin");
  const { items } = await reader.ask("listBatchRows", { merchantId, batchId });
  assert.deepEqual([items[0].name, items[0].paidTo], ["(erased)", "(erased)"]);
  assert.notEqual(items[1].name, "(erased)");
  // Nothing is left to be paid to an erased payee, even if the row failed.
  await world.look(`update batches.batch_row set status = 'rejected', failure = 'x', because = 'x', transfer_id = null,
    reference_id = null where row_no = 1`);
  await assert.rejects(cloneFailedRows(ctx, merchantId, { batchId, by: "system" }), (error) =>
    BatchError.is(error, "nothing_to_clone"),
  );
  await world.look(`update batches.batch_row as row set status = 'accepted', failure = null, because = null,
      transfer_id = transfer.transfer_id, reference_id = transfer.reference_id
    from transfers.transfer where transfer.transfer_key = row.row_key and row.row_no = 1`);
  for (const change of [
    "sealed_fields = (select sealed_fields from batches.batch_row where row_no = 2)",
    "erased_hash = null",
    "erased_hash = sha256(erased_hash)",
    "leaf_hash = sha256(leaf_hash)",
  ]) {
    const [kept] = await world.look<Record<string, Buffer>>(
      "select sealed_fields, erased_hash, leaf_hash from batches.batch_row where row_no = 1",
    );
    await world.look(`update batches.batch_row set ${change} where row_no = 1`);
    await assert.rejects(writeResult(ctx, merchantId, { batchId, kind: "csv" }), (error) =>
      BatchError.is(error, "content_changed"),
    );
    await world.look(
      "update batches.batch_row set sealed_fields = $1, erased_hash = $2, leaf_hash = $3 where row_no = 1",
      [kept!["sealed_fields"], kept!["erased_hash"], kept!["leaf_hash"]],
    );
  }
  await writeResult(ctx, merchantId, { batchId, kind: "csv" });
}

async function settle({ merchant: { merchantId } }: Client): Promise<void> {
  await workBatches(ctx, merchantId);
  await workVerifications(ctx, merchantId);
  await runtimeOf(ctx).idle();
  await deliverWebhooks(ctx, merchantId);
}

test("nothing of an erased payee is left but what the law requires, sealed", async () => {
  const client = await stage.makeClient("rest");
  const { merchantId } = client.merchant;
  await plant(client);
  const before = await hearDetails(world, { merchantId, texts: TEXTS });
  const tables = new Set(before.map((one) => one.split(" ")[0]));
  assert.ok(tables.size >= 10, [...tables].join(", "));

  const known = { beneId: "zqlisted" };
  const preview = await previewErasure(ctx, merchantId, known);
  assert.deepEqual([preview.transfers, preview.underWay], [3, 0]);
  assert.ok(preview.paid > 0);
  await assert.rejects(previewErasure(ctx, merchantId, { beneId: "nobody" }), (error) =>
    ErasureError.is(error, "payee_not_found"),
  );
  // The address is also another payee's, so that one must be named, or all.
  for (const all of [undefined, 1, 4])
    await assert.rejects(
      requestErasure(ctx, merchantId, { email: payee.email, all, by: "system" }),
      (error: Error) =>
        ErasureError.is(error, "shared") &&
        error.message.includes("••••9999 (zqother)") &&
        !TEXTS.some((text) => error.message.includes(text)),
    );
  const certificate = await requestErasure(ctx, merchantId, { ...known, by: "system" });
  // The link was not claimed, so its payee could still do so; it ends in ten days.
  assert.equal(certificate.status, "waiting");
  await world.look(
    `update links.link set status = 'expired', reason = 'EXPIRED', due_at = null, ended_at = now()`,
  );
  await world.look(`update messages.message set status = 'sent', sent_by = 'sandbox', due_at = null, finished_at = now()
    where status = 'pending'`);
  // The draft waits for its maker as well.
  await world.look("delete from batches.draft_row");
  await world.look("delete from batches.draft");
  await world.look(`update erasures.erasure set due_at = requested_at`);
  await erasuresWorker.work!(ctx, merchantId);
  const [erasure] = await ctx.db.inMerchant(merchantId, listErasures);
  assert.notEqual(erasure!.doneAt, null);
  const left = await hearDetails(world, { merchantId, texts: TEXTS });
  assert.deepEqual(
    left.filter((one) => !one.startsWith("erasures.erasure has")),
    [],
  );
  await readBatchBack(client);
  const kept = await revealKept(ctx, merchantId, { erasureNo: 1, by: "system" });
  assert.match(JSON.stringify(kept.payees), /918273640051/);
  // A year later only what belongs to the payments is kept, and in the end nothing.
  await world.look("update erasures.erasure set all_until = requested_at, due_at = requested_at");
  await erasuresWorker.work!(ctx, merchantId);
  const { payees } = await revealKept(ctx, merchantId, { erasureNo: 1, by: "system" });
  assert.ok(!JSON.stringify(payees).includes(payee.phone));
  await world.look("update erasures.erasure set kept_until = requested_at, due_at = requested_at");
  await erasuresWorker.work!(ctx, merchantId);
  assert.deepEqual(await hearDetails(world, { merchantId, texts: TEXTS }), []);
  // Details of others are left.
  const heard = await hearDetails(world, { merchantId, texts: [other.name, payee.email] });
  assert.ok(heard.includes(`beneficiaries.beneficiary has ${payee.email}`));
  assert.ok(heard.includes(`beneficiaries.beneficiary has ${other.name}`));
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});
