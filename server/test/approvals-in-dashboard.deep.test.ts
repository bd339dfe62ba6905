/**
 * Members request and decide in the dashboard's API: these tests cover what they see, their permissions, and the
 * results.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant, type Role } from "#access";
import { registerBatchApprovals } from "#batches";
import { registerTransfers } from "#transfers";
import {
  accountRow,
  fileOf,
  freshId,
  makeBatchWorld,
  workOff,
} from "../src/features/batches/test/batch-world.ts";
import { makeDashboard, type Browser, type Json } from "./dashboard.ts";

const world = await makeBatchWorld();
const dashboard = makeDashboard(world);
registerTransfers();
registerBatchApprovals();

const bare = { from: null, to: null, rails: null, fundSources: null, creators: null };
const policyOf = (approvers: number, permission: string) => ({
  ...bare,
  name: "All of them",
  levels: [{ approvers, permission, members: null }],
});

async function makeOffice(approvers = 1) {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const logIn = (role: Role) => dashboard.logIn(organizationId, role);
  const [admin, asha, vikram, meera] = [
    await logIn("admin"),
    await logIn("approver"),
    await logIn("approver"),
    await logIn("initiator"),
  ];
  for (const [kind, permission] of [
    ["transfer", "approve_quick_transfer"],
    ["batch", "approve_bulk_transfer"],
  ] as const) {
    await admin.ask("setPolicies", { merchantId, kind, policies: [policyOf(approvers, permission)] });
  }
  const pay = async (maker: Browser): Promise<string> => {
    const { transferId: transferKey, ...row } = accountRow();
    const { bankAccount: accountNumber, ifsc, name, phone } = row;
    const order = { transferKey, amount: "10.00", mode: "imps", remarks: "Invoice 7" };
    const { transfer } = await maker.ask("createTransfer", {
      merchantId,
      ...order,
      accountNumber,
      ifsc,
      name,
      phone,
    });
    assert.ok(transfer !== null);
    return String(transferKey);
  };
  const queueOf = async (who: Browser): Promise<Json[]> =>
    (await who.ask("listApprovals", { merchantId })).items;
  const decide = async (who: Browser, { requestId }: Json, verdict = "approve", reason = "") => {
    const { contentHash } = await who.ask("getApproval", { merchantId, requestId });
    const requests = [{ requestId, contentHash }];
    const { items } = await who.ask("decideApprovals", { merchantId, requests, verdict, reason });
    return items[0].code ?? items[0].outcome;
  };
  return { merchant, merchantId, admin, asha, vikram, meera, pay, queueOf, decide, logIn };
}

test("a maker asks, a checker sees what is unusual and approves, and it is paid", async () => {
  const { merchant, merchantId, asha, meera, pay, queueOf, decide } = await makeOffice();
  const key = await pay(meera);
  const [own] = await queueOf(meera);
  assert.equal(own.turn, "own");
  assert.deepEqual(await meera.ask("countApprovals", { merchantId }), { requests: 0, batches: 0 });
  assert.deepEqual(await asha.ask("countApprovals", { merchantId }), { requests: 1, batches: 0 });
  const [request] = await queueOf(asha);
  assert.deepEqual(
    [
      request.turn,
      request.kind,
      request.amount,
      request.policy,
      request.level,
      request.levels,
      request.missing,
    ],
    ["now", "transfer", "10.00", "All of them", 1, 1, 1],
  );
  assert.partialDeepStrictEqual(request.transfer, {
    transferId: key,
    payee: "Asha Rao",
    remarks: "Invoice 7",
    lastPayment: null,
  });
  assert.match(request.transfer.paidTo, /^••••\d{4}$/);
  assert.ok(request.transfer.flags.includes("unverified"));
  assert.equal(await decide(asha, request), "approved");
  assert.deepEqual(await queueOf(asha), []);
  await workOff(world.ctx, merchant);
  const [paid] = await world.look("select status from transfers.transfer where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual(paid, { status: "succeeded" });
  const { items } = await asha.ask("listApprovalHistory", { merchantId });
  assert.deepEqual([items[0].status, items[0].decisions.length, items[0].turn], ["approved", 1, "ended"]);
});

test("makers cannot approve their own requests; a rejection needs a reason, and ends the request", async () => {
  const { merchantId, asha, vikram, pay, queueOf, decide } = await makeOffice();
  await pay(asha);
  const [request] = await queueOf(asha);
  assert.equal(await decide(asha, request), "own_request");
  const { requestId, contentHash } = request;
  const silent = { merchantId, requests: [{ requestId, contentHash }], verdict: "reject" };
  assert.equal((await vikram.call("decideApprovals", silent)).body.error.code, "reason_missing");
  assert.equal(await decide(vikram, request, "reject", "The invoice is not ours"), "rejected");
  const ended = await asha.ask("getApproval", { merchantId, requestId });
  assert.deepEqual([ended.status, ended.remarks], ["rejected", "The invoice is not ours"]);
});

test("a set is decided one by one; two must approve where two are required, and a viewer cannot", async () => {
  const { merchantId, asha, vikram, meera, pay, queueOf, decide, logIn } = await makeOffice(2);
  await pay(meera);
  await pay(asha);
  const queue = await queueOf(asha);
  const requests = queue.map(({ requestId, contentHash }: Json) => ({ requestId, contentHash }));
  const { items } = await asha.ask("decideApprovals", { merchantId, requests, verdict: "approve" });
  assert.deepEqual(items.map(({ outcome, code }: Json) => code ?? outcome).sort(), [
    "own_request",
    "pending",
  ]);
  const viewer = await logIn("viewer");
  const mine = queue.find(({ turn }: Json) => turn === "now");
  assert.equal(await decide(viewer, mine), "not_permitted");
  assert.equal((await queueOf(viewer))[0].turn, "never");
  assert.equal(await decide(vikram, mine), "approved");
});

test("an approver sees how a batch differs from the last one, and agrees to exactly that", async () => {
  const { merchant, merchantId, asha, meera, queueOf, decide } = await makeOffice();
  const rows = [accountRow({ name: "Ravi Kumar" }), accountRow()];
  const submit = async (given: readonly Json[]): Promise<string> => {
    const input = { merchantId, name: "Salaries.csv", format: "BANK_ACCOUNT", file: fileOf(given) };
    const { draftId } = await meera.ask("uploadBatch", input);
    const { contentHash } = await meera.ask("compareBatch", { merchantId, draftId });
    const { batchId } = await meera.ask("confirmBatch", { merchantId, draftId, contentHash });
    await workOff(world.ctx, merchant);
    return batchId;
  };
  await submit(rows);
  const [first] = await queueOf(asha);
  assert.partialDeepStrictEqual(first.batch, { name: "Salaries.csv", rows: 2, invalid: 0 });
  assert.equal(await decide(asha, first), "approved");
  await workOff(world.ctx, merchant);
  const again = rows.map((row) => ({ ...row, transferId: freshId("t") }));
  const batchId = await submit([{ ...again[0], bankAccount: "700200300400" }, again[1]]);
  const review = await asha.ask("reviewBatch", { merchantId, batchId });
  assert.deepEqual(
    review.accounts.first.map(({ name, paidTo, before }: Json) => [name, paidTo, before]),
    [["Ravi Kumar", "••••0400", `••••${String(rows[0]!["bankAccount"]).slice(-4)}`]],
  );
  assert.equal(review.sample.length, 2);
});

test("in the sandbox a manager plays another approver, and the history says so", async () => {
  const { merchantId, admin, meera, pay, queueOf } = await makeOffice();
  await pay(meera);
  const [{ requestId, contentHash }] = await queueOf(admin);
  const play = { merchantId, requestId, contentHash, verdict: "approve" };
  assert.equal((await admin.ask("playApprover", play)).outcome, "approved");
  const [record] = (await admin.ask("listAuditRecords", { merchantId, actions: ["approvals.approved"] }))
    .items;
  assert.equal(record.actor, `member:${admin.memberId}`);
  assert.match(JSON.parse(record.detail).as, /^member:/);
  const { items } = await admin.ask("listApprovalHistory", { merchantId });
  assert.match(items[0].decisions[0].remarks, /^Played in the sandbox by Member/);
  assert.equal((await meera.call("playApprover", play)).status, 403);
});

test("whom to ask is named by level: never the maker, nor members whom the level does not name", async () => {
  const { merchantId, admin, asha, vikram, logIn, pay, queueOf } = await makeOffice();
  await logIn("approver");
  const level = {
    approvers: 1,
    permission: "approve_quick_transfer",
    members: [asha.memberId, vikram.memberId],
  };
  const policies = [{ ...bare, name: "Two of us", fundSources: ["WALLET_1"], levels: [level] }];
  await admin.ask("setPolicies", { merchantId, kind: "transfer", policies });
  await pay(asha);
  const nameOf = async ({ memberId }: Browser): Promise<string> => {
    const found = await world.look<{ name: string }>("select name from access.member where member_id = $1", [
      memberId,
    ]);
    return found[0]!.name;
  };
  const names = [await nameOf(asha), await nameOf(vikram)].toSorted();
  const [{ turn, approvers }] = await queueOf(asha);
  assert.deepEqual([turn, approvers.map((one: Json) => one.memberId)], ["own", [vikram.memberId]]);
  const ask = { merchantId, amount: "10.00", creator: "api" };
  const named = await admin.ask("simulatePolicies", ask);
  assert.deepEqual(named.levels[0].names.toSorted(), names);
  assert.equal((await admin.ask("simulatePolicies", { ...ask, fundSourceId: "BANK_1" })).policy, null);
});

test("who is alone in a sandbox plays colleagues made for it, who are gone before money is real", async () => {
  const { organizationId, merchantId } = await world.makePayer();
  const owner = await dashboard.logIn(organizationId, "owner");
  const policies = [policyOf(2, "approve_quick_transfer")];
  const two = await owner.call("setPolicies", { merchantId, kind: "transfer", policies });
  assert.equal(two.status, 200);
  const { transferId: transferKey, bankAccount: accountNumber, ifsc, name, phone } = accountRow();
  const payee = { accountNumber, ifsc, name, phone };
  const order = { merchantId, ...payee, transferKey, amount: "10.00", mode: "imps", remarks: "Invoice 7" };
  await owner.ask("createTransfer", order);
  const [request] = (await owner.ask("listApprovals", { merchantId })).items;
  const { requestId, contentHash, turn } = request;
  assert.equal(turn, "own");
  const play = () => owner.ask("playApprover", { merchantId, requestId, contentHash, verdict: "approve" });
  assert.deepEqual([(await play()).outcome, (await play()).outcome], ["pending", "approved"]);
  const { items } = await owner.ask("listApprovalHistory", { merchantId });
  assert.deepEqual(
    items[0].decisions.map(({ by }: Json) => by.name),
    ["Practice Approver", "Practice Approver 2"],
  );
  await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });
  await dashboard.giveFactor(owner.memberId);
  const members = (await owner.ask("listMembers")).items;
  assert.deepEqual(members.map((one: Json) => one.status === "disabled").sort(), [false, true, true]);
  await owner.ask("createTransfer", { ...order, transferKey: `${transferKey}b` });
  const [next] = (await owner.ask("listApprovals", { merchantId })).items;
  const again = { merchantId, requestId: next.requestId, contentHash: next.contentHash, verdict: "approve" };
  assert.equal((await owner.call("playApprover", again)).body.error.code, "nobody_else");
});

test("the simulator answers what the policies would, by band, way and maker", async () => {
  const { merchantId, admin } = await makeOffice();
  const owner = { approvers: 1, permission: "own_organization", members: null };
  const finance = { approvers: 2, permission: "approve_quick_transfer", members: null };
  const policies = [
    { ...bare, name: "Large", from: "1000000.00", levels: [finance, owner] },
    { ...bare, name: "By program", creators: ["api"], levels: [finance] },
    { ...bare, name: "Files", creators: ["batch"], levels: [finance, owner] },
  ];
  await admin.ask("setPolicies", { merchantId, kind: "transfer", policies, exceptWays: ["v1"] });
  const ask = async (input: Json) => {
    const { policy, levels, excepted } = await admin.ask("simulatePolicies", { merchantId, ...input });
    return [policy, levels.map(({ approvers }: Json) => approvers), excepted];
  };
  assert.deepEqual(await ask({ amount: "1200000.00", creator: "api" }), ["Large", [2, 1], false]);
  assert.deepEqual(await ask({ amount: "10.00", creator: "api" }), ["By program", [2], false]);
  assert.deepEqual(await ask({ amount: "10.00", creator: "member" }), [null, [], false]);
  const file = { amount: "10.00", creator: "api", way: "batch_file" };
  assert.deepEqual(await ask(file), ["Files", [2, 1], false]);
  assert.deepEqual(await ask({ amount: "1200000.00", creator: "api", way: "v1" }), [null, [], true]);
  const none = { kind: "batch", policies: [], exceptWays: ["v1"] };
  const bad = await admin.call("setPolicies", { merchantId, ...none });
  assert.deepEqual([bad.status, bad.body.error.code], [422, "bad_policy"]);
  const { items } = await admin.ask("getPolicies", { merchantId });
  const transfers = items.find(({ kind }: Json) => kind === "transfer");
  assert.deepEqual(
    [transfers.version, transfers.policies[0].from, transfers.exceptWays],
    [2, "1000000.00", ["v1"]],
  );
});
