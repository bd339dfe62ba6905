/** A merchant's policy for transfers applies to every channel, unless the merchant exempts one by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize } from "#access";
import {
  ApprovalError,
  APPROVING,
  decideRequests,
  findRequests,
  setPolicies,
  WAYS,
  type ExemptWay,
} from "#approvals";
import { buildApi } from "#api";
import { receiveFile, registerBatchApprovals } from "#batches";
import { verifyLedger } from "#proof";
import { registerTransfers } from "#transfers";
import {
  accountRow,
  fileOf,
  freshId,
  makeBatchWorld,
  outcomeOf,
  request,
  workOff,
} from "../src/features/batches/test/batch-world.ts";
import { claim, makeLink, prove, toVpa } from "../src/features/links/test/payee.ts";
import { makeMembers } from "./make-members.ts";
import type { TestMerchant } from "./world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
registerTransfers();
registerBatchApprovals();
const app = buildApi(ctx);
world.onClose(() => app.close());

const ANYTHING = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };

type Asked = Readonly<Partial<Record<"transfer" | "batch", number>>>;

/** Makes a merchant where this many members must approve transfers and batches. */
async function makeOffice(asked: Asked, exceptWays: readonly ExemptWay[] = []) {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const people = await makeMembers(ctx, organizationId, { asha: "approver", vikram: "approver" });
  for (const kind of ["transfer", "batch"] as const) {
    const approvers = asked[kind];
    if (approvers === undefined) continue;
    const levels = [{ approvers, permission: APPROVING[kind], memberIds: null }];
    const exceptions = kind === "transfer" ? { exceptWays } : {};
    const policies = [{ name: "All of them", ...ANYTHING, levels }];
    await setPolicies(ctx, merchantId, { subjectKind: kind, policies, ...exceptions, by: "system" });
  }
  const approveBatch = async (batchId: string, memberId: string): Promise<string> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { contentHash } = (await findRequests(tx, "batch", [batchId])).get(batchId)!;
      const request = { subjectKind: "batch", subjectId: batchId } as const;
      const [outcome] = await decideRequests(tx, [{ request, memberId, verdict: "approve", contentHash }]);
      return outcome!.kind;
    });
  return { merchant, people, approveBatch };
}

const detailsOf = (row: Record<string, unknown>) => ({ ...row, address1: "12 MG Road" });

/** Sends a direct transfer in a version; returns the reply, and the transfer's state in the list. */
async function payBy(merchant: TestMerchant, version: string): Promise<[string, string]> {
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const headers = { authorization: `Bearer ${token}` };
  const { transferId, amount, ...person } = accountRow();
  const payload = { transferId, amount, transferMode: "imps", beneDetails: detailsOf(person) };
  const said = await app.inject({
    method: "POST",
    url: `/payout/${version}/directTransfer`,
    headers,
    payload,
  });
  const url = `/payout/v1/getTransferStatus?transferId=${String(transferId)}`;
  const read = await app.inject({ url, headers });
  return [
    said.json<{ message: string }>().message,
    read.json<{ data: { transfer: { status: string } } }>().data.transfer.status,
  ];
}

const WAITING = ["Transfer request is waiting for approval", "APPROVAL_PENDING"];

test("every version of the transfer calls waits for approval and says so", async () => {
  const { merchant } = await makeOffice({ transfer: 1 });
  for (const version of ["v1", "v1.2"]) assert.deepEqual(await payBy(merchant, version), WAITING, version);
});

test("a version that the merchant exempts by name pays at once; the others still wait", async () => {
  const { merchant } = await makeOffice({ transfer: 1 }, ["v1"]);
  assert.deepEqual(await payBy(merchant, "v1"), ["Transfer completed successfully", "SUCCESS"]);
  assert.deepEqual(await payBy(merchant, "v1.2"), WAITING);
});

/** Uploads one row as a member would. */
const upload = (merchant: TestMerchant, memberId: string) =>
  receiveFile(ctx, merchant.merchantId, {
    bytes: fileOf([accountRow()]),
    name: "one.csv",
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: `member:${memberId}`,
  });

async function firstStatus(merchant: TestMerchant, batchId: string): Promise<string> {
  await workOff(ctx, merchant);
  return (await outcomeOf(ctx, merchant, batchId)).rows[0]!.status;
}

test("a batch of one row, by call or by file, does not bypass the policy", async () => {
  const { merchant, people } = await makeOffice({ transfer: 1 });
  const { batch } = await request(ctx, merchant, { rows: [accountRow()] });
  assert.equal(await firstStatus(merchant, batch.batchId), "APPROVAL_PENDING");
  const file = await upload(merchant, people.asha);
  assert.equal(await firstStatus(merchant, file.batchId), "APPROVAL_PENDING");
});

test("batches are exempted by name, separately by call and by file", async () => {
  const { merchant, people } = await makeOffice({ transfer: 1 }, ["batch_call"]);
  const { batch } = await request(ctx, merchant, { rows: [accountRow()] });
  assert.equal(await firstStatus(merchant, batch.batchId), "SUCCESS");
  const file = await upload(merchant, people.asha);
  assert.equal(await firstStatus(merchant, file.batchId), "APPROVAL_PENDING");
});

test("members who approved a batch have approved its rows, where they are enough", async () => {
  const { merchant, people, approveBatch } = await makeOffice({ transfer: 1, batch: 1 });
  const { batchId } = await upload(merchant, people.asha);
  await workOff(ctx, merchant);
  assert.equal(await approveBatch(batchId, people.asha), "refused");
  assert.equal(await approveBatch(batchId, people.vikram), "approved");
  assert.equal(await firstStatus(merchant, batchId), "SUCCESS");
  assert.deepEqual((await verifyLedger(ctx, merchant.merchantId)).findings, []);
});

test("rows that were approved with their batch are not counted when the same keys pay alone", async () => {
  const { merchant, approveBatch, people } = await makeOffice({ batch: 1 });
  const { merchantId, clientId } = merchant;
  const levels = [{ approvers: 1, permission: APPROVING.transfer, memberIds: null }];
  const policies = [{ name: "Large", ...ANYTHING, fromPaise: 500_00n, levels }];
  await setPolicies(ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  const rows = [accountRow({ amount: "450.00" }), accountRow({ amount: "900.00" })];
  const { batch } = await request(ctx, merchant, { rows, by: `api-key:${clientId}` });
  await workOff(ctx, merchant);
  assert.equal(await approveBatch(batch.batchId, people.vikram), "approved");
  assert.equal(await firstStatus(merchant, batch.batchId), "SUCCESS");
  const kept = await world.look<{ approvals: unknown }>(
    "select distinct approvals from approvals.counted where merchant_id = $1",
    [merchantId],
  );
  const approvals = [{ approvers: 1, memberIds: [people.vikram], permissions: [APPROVING.transfer] }];
  assert.deepEqual(kept, [{ approvals }]);
  assert.equal((await payBy(merchant, "v1.2"))[1], "SUCCESS");
});

test("a row that needs more people than its batch waits for them", async () => {
  const { merchant, approveBatch, people } = await makeOffice({ transfer: 2, batch: 1 });
  const { batch } = await request(ctx, merchant, { rows: [accountRow()], batchKey: freshId("payroll") });
  await workOff(ctx, merchant);
  assert.equal(await approveBatch(batch.batchId, people.vikram), "approved");
  assert.equal(await firstStatus(merchant, batch.batchId), "APPROVAL_PENDING");
});

test("what a payee claims by a link waits too", async () => {
  const { merchant } = await makeOffice({ transfer: 1 });
  const { token } = await makeLink(world, merchant);
  await claim(ctx, await prove(world, merchant, token), toVpa("success@upi"));
  const [transfer] = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.equal(transfer!.status, "awaiting_approval");
});

test("only policies for transfers have exceptions, and only known ones", async () => {
  const { merchantId } = await world.makePayer();
  const isBad = (error: unknown): boolean => ApprovalError.is(error, "bad_policy");
  const set = (subjectKind: "transfer" | "batch", exceptWays: readonly ExemptWay[]) =>
    setPolicies(ctx, merchantId, { subjectKind, policies: [], exceptWays, by: "system" });
  await assert.rejects(set("batch", ["v1"]), isBad);
  await assert.rejects(set("transfer", ["v1.2" as ExemptWay]), isBad);
  assert.deepEqual((await set("transfer", WAYS)).exceptWays, WAYS);
});
