/** Batches as members work with them: upload, columns, corrections, review, confirmation, result. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setPolicies } from "#approvals";
import { registerBatchApprovals } from "#batches";
import { makeDashboard } from "./dashboard.ts";
import { accountRow, fileOf, makeBatchWorld, workOff } from "../src/features/batches/test/batch-world.ts";

const world = await makeBatchWorld();
const dashboard = makeDashboard(world);

test("a member uploads, maps, corrects, compares, confirms and reads the result", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const meera = await dashboard.logIn(organizationId, "initiator");
  const other = await dashboard.logIn(organizationId, "approver");
  const first = accountRow();
  const { bankAccount } = first;
  const file = fileOf([first, accountRow({ amount: "ten" })], { bankAccount: "Konto" });
  const { draftId } = await meera.ask("uploadBatch", {
    merchantId,
    name: "Salaries.csv",
    format: "BANK_ACCOUNT",
    file,
  });
  const one = { merchantId, draftId };
  const { draft, titles, mapping } = await meera.ask("getBatchColumns", one);
  assert.deepEqual([draft.mapped, titles.includes("Konto"), mapping.Konto], [false, true, ""]);
  const columns = titles.map((title: string) => ({
    title,
    field: title === "Konto" ? "bankAccount" : title,
  }));
  const lacking = await meera.call("mapBatch", {
    ...one,
    mapping: [{ title: "Konto", field: "bankAccount" }],
  });
  assert.deepEqual([lacking.status, lacking.body.error.code], [422, "columns_missing"]);
  const mapped = await meera.ask("mapBatch", { ...one, mapping: columns });
  assert.deepEqual([mapped.rows, mapped.wrong], [2, 1]);

  const { items: wrong } = await meera.ask("listBatchDraftRows", { ...one, only: "wrong" });
  assert.deepEqual(
    wrong[0].faults.map(({ field }: { field: string }) => field),
    ["amount"],
  );
  assert.equal((await meera.call("compareBatch", one)).body.error.code, "rows_wrong");
  const changed = await meera.ask("changeBatchRow", {
    ...one,
    rowNo: wrong[0].rowNo,
    fields: { amount: "12.50" },
  });
  assert.deepEqual(changed.faults, []);
  const review = await meera.ask("compareBatch", one);
  assert.deepEqual([review.rows, review.amount, review.added.count], [2, "22.50", 2]);
  assert.equal((await other.call("compareBatch", one)).status, 404);

  const { batchId } = await meera.ask("confirmBatch", { ...one, contentHash: review.contentHash });
  await workOff(world.ctx, merchant);
  const batch = await meera.ask("getBatch", { merchantId, batchId });
  assert.deepEqual([batch.status, batch.done, batch.doneAmount], ["completed", 2, "22.50"]);
  const { items } = await meera.ask("listBatchRows", { merchantId, batchId, only: "paid" });
  assert.deepEqual(
    items.map(({ paidTo }: { paidTo: string }) => paidTo.slice(0, 4)),
    ["••••", "••••"],
  );
  assert.ok(!JSON.stringify(items).includes(String(bankAccount)));
  assert.equal((await meera.ask("listBatches", { merchantId })).items[0].batchId, batchId);
  assert.equal((await meera.call("getBatchResult", { merchantId, batchId })).status, 403);
  const admin = await dashboard.logIn(organizationId, "admin");
  const result = await admin.call("getBatchResult", { merchantId, batchId, kind: "xls" });
  assert.equal(result.bytes.subarray(0, 4).toString("hex"), "d0cf11e0");
  assert.equal(
    (await meera.call("cloneFailedRows", { merchantId, batchId })).body.error.code,
    "nothing_to_clone",
  );
});

test("a result is masked; whole numbers take the right to them, a fresh proof and a record", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const row = accountRow();
  const account = String(row["bankAccount"]);
  const initiator = await dashboard.logIn(organizationId, "initiator");
  const upload = { merchantId, name: "Salaries.csv", format: "BANK_ACCOUNT" };
  const { draftId } = await initiator.ask("uploadBatch", {
    ...upload,
    file: fileOf([row, accountRow({ bankAccount: `50-1O ${account}!` })]),
  });
  const draft = { merchantId, draftId };
  const { items } = await initiator.ask("listBatchDraftRows", draft);
  const shown = items.map(({ fields }: { fields: { bankAccount: string } }) => fields.bankAccount);
  const dots = (number: string): string => "•".repeat(number.length - 4) + number.slice(-4);
  assert.deepEqual(shown, [dots(account), `••-•• ${dots(account)}!`], "a slip is seen, the number is not");
  const change = { ...draft, rowNo: 2, fields: { bankAccount: accountRow()["bankAccount"] } };
  assert.deepEqual((await initiator.ask("changeBatchRow", change)).faults, []);
  const { contentHash } = await initiator.ask("compareBatch", draft);
  const { batchId } = await initiator.ask("confirmBatch", { ...draft, contentHash });
  await workOff(world.ctx, merchant);

  const one = { merchantId, batchId };
  const [viewer, admin] = [
    await dashboard.logIn(organizationId, "viewer"),
    await dashboard.logIn(organizationId, "admin"),
  ];
  for (const member of [viewer, admin]) {
    const { bytes } = await member.call("getBatchResult", { ...one, kind: "csv" });
    assert.ok(bytes.toString().includes(`XXXXXX${account.slice(-4)}`) && !bytes.includes(account));
    assert.ok(bytes.includes(String(row["transferId"])), "each row is told by its id");
  }
  const whole = { ...one, kind: "csv" };
  const revealer = await dashboard.logIn(organizationId, { permissions: ["reveal_account_numbers"] });
  for (const member of [initiator, viewer, revealer])
    assert.equal((await member.call("revealBatchResult", whole)).body.error.code, "not_permitted");
  const prove = (when: string) =>
    world.look(`update access.session set proved_at = ${when} where member_id = $1`, [admin.memberId]);
  await prove("now() - interval '6 minutes'");
  assert.equal((await admin.call("revealBatchResult", whole)).body.error.code, "step_up_required");
  const recorded = () =>
    world.look<{ actor: string; subject: string; detail: object }>(
      `select actor, subject, detail from audit.record
       where merchant_id = $1 and action = 'batches.accounts_revealed'`,
      [merchantId],
    );
  assert.deepEqual(await recorded(), [], "who was refused has seen nothing");
  await prove("now()");
  const { bytes, headers } = await admin.call("revealBatchResult", whole);
  assert.ok(bytes.includes(account));
  assert.match(String(headers["content-disposition"]), /whole-numbers\.csv/);
  const seen = { actor: `member:${admin.memberId}`, subject: `batch:${batchId}` };
  assert.deepEqual(await recorded(), [{ ...seen, detail: { kind: "csv", rows: 2 } }]);
});

test("a file that is not a table is refused in its own words; every template comes in three formats", async () => {
  const { merchantId, organizationId } = await world.makePayer();
  const meera = await dashboard.logIn(organizationId, "initiator");
  const upload = { merchantId, name: "x.csv", format: "UPI" };
  const pdf = await meera.call("uploadBatch", { ...upload, file: Buffer.from("%PDF-1.7 and more") });
  assert.equal(pdf.body.error.code, "file_refused");
  assert.match(pdf.body.error.message, /not a table/);
  for (const kind of ["csv", "xls", "xlsx"]) {
    const template = await meera.call("getBatchTemplate", { merchantId, format: "UPI", kind });
    assert.ok(template.status === 200 && template.bytes.length > 50, kind);
  }
});

test("to change beneficiaries by file takes the right to it, and a policy for files is for members' too", async () => {
  registerBatchApprovals();
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const level = { approvers: 1, permission: "approve_bulk_transfer", memberIds: null } as const;
  const any = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null };
  const policies = [{ name: "Files", ...any, creators: ["batch"] as const, levels: [level] }];
  await setPolicies(world.ctx, merchantId, { subjectKind: "batch", policies, by: "system" });
  const meera = await dashboard.logIn(organizationId, "initiator");
  const admin = await dashboard.logIn(organizationId, "admin");
  const upload = { merchantId, name: "x.csv", format: "BANK_ACCOUNT", file: fileOf([accountRow()]) };
  for (const change of [{ replacesBeneficiaries: true }, { format: "BENEFICIARIES" }]) {
    const refused = await meera.call("uploadBatch", { ...upload, ...change });
    assert.equal(refused.body.error.code, "not_permitted");
  }
  await admin.ask("uploadBatch", { ...upload, replacesBeneficiaries: true });
  const { draftId } = await meera.ask("uploadBatch", upload);
  const one = { merchantId, draftId };
  const { contentHash } = await meera.ask("compareBatch", one);
  const { batchId } = await meera.ask("confirmBatch", { ...one, contentHash });
  await workOff(world.ctx, merchant);
  assert.equal((await meera.ask("getBatch", { merchantId, batchId })).status, "awaiting_approval");
});
