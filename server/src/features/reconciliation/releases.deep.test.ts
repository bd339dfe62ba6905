/** Credits that become spendable by a person's decision wait for another person, if policies require it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { disableMember } from "#access";
import { decideRequests, listRequests, setPolicies, workApprovals, type ApproverVerdict } from "#approvals";
import type { Actor } from "#audit";
import { readBalance, WALLET_ID } from "#fund-sources";
import { verifyLedger } from "#proof";
import { istDate } from "#lib/ist";
import {
  listBreaks,
  matchBreak,
  matchLines,
  readBreak,
  registerReleases,
  RESOLUTIONS,
  resolveBreak,
  undoBreak,
  undoMatch,
} from "#reconciliation";
import { recordNews } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { advance, makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene } from "./test/scene.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
registerReleases();
const { ctx } = world;
const { send, state, statusOf, breaksOf } = makeScene(world);
const amountPaise = 100_00n;

interface Guarded extends Payer {
  readonly asha: string;
  readonly ravi: string;
}

/** Makes a sandbox merchant with two members, whose policies require approval of credits. */
async function makeGuarded(): Promise<Guarded> {
  const merchant = await guard(await world.makePayer());
  const people = await makeMembers(ctx, merchant.organizationId, { asha: "admin", ravi: "admin" });
  return { ...merchant, asha: people.asha!, ravi: people.ravi! };
}

async function guard(merchant: Payer): Promise<Payer> {
  const any = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const level = { approvers: 1, permission: "approve_changes", memberIds: null } as const;
  const policies = [{ name: "Another person", ...any, levels: [level] }];
  await setPolicies(ctx, merchant.merchantId, { subjectKind: "credit", policies, by: "system" });
  return merchant;
}

const dayBefore = (days: number): string => istDate(new Date(Date.now() - days * 86_400_000));
const credit = (utr: string): HandLine => ({ side: "credit", amountPaise: 70_00n, utr });

/** Makes two statements with a gap between them: the credits of the second one wait. */
async function makeGap(merchant: Payer): Promise<string> {
  await state(merchant, [{ side: "credit", amountPaise: 500_00n, utr: "FIRST" }], {
    day: dayBefore(3),
    openingPaise: 0n,
  });
  await state(merchant, [credit("WRONG")], { day: dayBefore(2), openingPaise: 900_00n });
  const [{ breakId, kind } = assert.fail()] = await listBreaks(ctx, merchant.merchantId, {
    open: true,
    limit: 1,
  });
  assert.equal(kind, "opening_differs");
  return breakId;
}

async function topUpsOf({ merchantId }: Payer): Promise<string[]> {
  await matchLines(ctx, merchantId);
  const rows = await world.look<{ utr: string }>(
    "select utr from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING-%' order by utr",
    [merchantId],
  );
  return rows.map(({ utr }) => utr);
}

async function decide(
  { merchantId }: Payer,
  memberId: string,
  verdict: ApproverVerdict = "approve",
): Promise<string> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [{ requestId, contentHash } = assert.fail()] = await listRequests(tx, {
      limit: 5,
      subjectKinds: ["credit"],
    });
    const [outcome] = await decideRequests(tx, [{ request: { requestId }, memberId, verdict, contentHash }]);
    return outcome!.kind === "refused" ? outcome!.code : outcome!.kind;
  });
}

const resolve = (
  { merchantId }: Payer,
  breakId: string,
  by: Actor,
  resolution: (typeof RESOLUTIONS)[number] = "explained",
) => resolveBreak(ctx, merchantId, { breakId, resolution, note: "asked the branch", by });

const withoutEffect = async ({ merchantId }: Payer): Promise<unknown[]> =>
  (
    await world.look<{ because: string }>(
      `select detail ->> 'because' as because from audit.record
       where merchant_id = $1 and action = 'reconciliation.release_without_effect'`,
      [merchantId],
    )
  ).map(({ because }) => because);

test("what waits for a gap is released when another person agrees, and not before", async () => {
  const merchant = await makeGuarded();
  const { merchantId, asha, ravi } = merchant;
  const breakId = await makeGap(merchant);
  const asked = await resolve(merchant, breakId, `member:${asha}`);
  assert.equal(asked.closedAt, null);
  assert.deepEqual(await topUpsOf(merchant), ["FIRST"]);
  for (const by of [`member:${asha}`, `member:${ravi}`, "system"] as const)
    for (const resolution of RESOLUTIONS)
      await assert.rejects(resolve(merchant, breakId, by, resolution), {
        name: "reconciliation.break_awaits_approval",
      });
  assert.equal(await decide(merchant, asha), "own_request");
  assert.equal(await decide(merchant, ravi, "reject"), "rejected");
  assert.deepEqual(await topUpsOf(merchant), ["FIRST"]);
  await resolve(merchant, breakId, `member:${asha}`, "bank_corrected");
  assert.equal(await decide(merchant, ravi), "approved");
  assert.deepEqual(await topUpsOf(merchant), ["FIRST", "WRONG"]);
  const { resolution, history } = await readBreak(ctx, merchantId, breakId);
  const last = history.at(-1)!;
  assert.deepEqual([resolution, last.action, last.by], ["bank_corrected", "resolved", `member:${asha}`]);
});

test("a statement that is not ours releases nothing, and so asks no one; nor does the operator's command", async () => {
  for (const [by, resolution, released] of [
    ["member", "not_ours", []],
    ["system", "written_off", ["WRONG"]],
  ] as const) {
    const merchant = await makeGuarded();
    const breakId = await makeGap(merchant);
    await resolve(merchant, breakId, by === "member" ? `member:${merchant.asha}` : by, resolution);
    assert.equal((await readBreak(ctx, merchant.merchantId, breakId)).resolution, resolution);
    assert.deepEqual(await topUpsOf(merchant), ["FIRST", ...released]);
  }
});

test("agreement to what has ended by itself, or was asked by who may no more, does nothing", async () => {
  const filled = await makeGuarded();
  await resolve(filled, await makeGap(filled), `member:${filled.asha}`);
  // The previous day is stated again, this time correctly.
  await world.look(
    `update reconciliation.break set closed_at = opened_at, resolution = 'went_away', note = 'x'
     where merchant_id = $1`,
    [filled.merchantId],
  );
  assert.equal(await decide(filled, filled.ravi), "approved");
  assert.deepEqual(await withoutEffect(filled), ["break_closed"]);
  const gone = await makeGuarded();
  await resolve(gone, await makeGap(gone), `member:${gone.asha}`);
  await disableMember(ctx, gone.organizationId, { memberId: gone.asha, by: "system" });
  assert.equal(await decide(gone, gone.ravi), "approved");
  assert.deepEqual(await withoutEffect(gone), ["not_permitted"]);
  assert.deepEqual(await topUpsOf(gone), ["FIRST"]);
});

test("a credit that a person says is a payment's return waits too; a debit frees nothing and does not", async () => {
  const merchant = await makeGuarded();
  const { merchantId, asha, ravi } = merchant;
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  await state(merchant, [
    { side: "debit", amountPaise, reference: one.reference },
    { side: "debit", amountPaise, reference: "OTHER" },
    { side: "credit", amountPaise, kind: "return", reference: "BACK" },
  ]);
  const open = await listBreaks(ctx, merchantId, { open: true, limit: 5 });
  const match = (kind: string, referenceId: bigint) => {
    const { breakId } = open.find((found) => found.kind === kind)!;
    return matchBreak(ctx, merchantId, { breakId, referenceId, note: "same payee", by: `member:${asha}` });
  };
  assert.equal((await match("unknown_debit", two.referenceId)).resolution, "matched");
  const { kind } = open.find((found) => found.kind !== "unknown_debit")!;
  assert.equal((await match(kind, one.referenceId)).closedAt, null);
  await matchLines(ctx, merchantId);
  assert.equal(await statusOf(merchant, one), "succeeded");
  await assert.rejects(match(kind, two.referenceId), { name: "reconciliation.break_awaits_approval" });
  assert.equal(await decide(merchant, ravi), "approved");
  await matchLines(ctx, merchantId);
  assert.equal(await statusOf(merchant, one), "reversed");
  assert.equal(await statusOf(merchant, two), "succeeded");
  const matched = [`${kind} matched`, "unknown_debit matched"].toSorted();
  assert.deepEqual(await breaksOf(merchant), matched);
  // Any member can match again what was undone, because the money has come back already.
  const { breakId } = open.find((found) => found.kind === kind)!;
  const readWallet = () => ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));
  const before = await readWallet();
  await undoBreak(ctx, merchantId, { breakId, note: "a mistake", by: `member:${ravi}` });
  assert.equal((await match(kind, one.referenceId)).resolution, "matched");
  await matchLines(ctx, merchantId);
  assert.deepEqual(await breaksOf(merchant), [...matched, "evidence_withdrawn"].toSorted());
  assert.equal(await statusOf(merchant, one), "reversed");
  assert.deepEqual(await readWallet(), before);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("an Owner's match or resolution takes the place of another member's request about the break", async () => {
  const merchant = await makeGuarded();
  const { merchantId, organizationId, asha } = merchant;
  const { olga } = await makeMembers(ctx, organizationId, { olga: "owner" });
  const [wrong, right] = [await send(merchant, "WRONG"), await send(merchant, "RIGHT")];
  await state(merchant, [{ side: "credit", amountPaise, kind: "return", reference: "BACK" }]);
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
  const match = (memberId: string, { referenceId }: typeof wrong) =>
    matchBreak(ctx, merchantId, { breakId, referenceId, note: "same payee", by: `member:${memberId}` });
  const inTheWay = { name: "reconciliation.break_awaits_approval" };
  const ends = () =>
    world.look<{ maker: string; status: string; by: string | null }>(
      `select maker, status, ended_by as by from approvals.request
       where merchant_id = $1 and subject_kind = 'credit' order by maker`,
      [merchantId],
    );
  await match(asha, wrong);
  await assert.rejects(match(merchant.ravi, right), inTheWay);
  assert.equal((await match(olga!, right)).closedAt, null, "the Owner's match needs another person too");
  await assert.rejects(match(asha, wrong), inTheWay);
  await assert.rejects(
    resolve(merchant, breakId, `member:${olga}`),
    inTheWay,
    "nor is an own request replaced",
  );
  const [ofAsha, ofOlga] = [`member:${asha}`, `member:${olga}`];
  const expected = [
    { maker: ofAsha, status: "withdrawn", by: ofOlga },
    { maker: ofOlga, status: "pending", by: null },
  ];
  assert.deepEqual(
    await ends(),
    expected.toSorted((a, b) => (a.maker < b.maker ? -1 : 1)),
  );
  assert.equal(await decide(merchant, asha), "approved");
  await matchLines(ctx, merchantId);
  assert.deepEqual(
    [await statusOf(merchant, right), await statusOf(merchant, wrong)],
    ["reversed", "succeeded"],
  );
  const gap = await makeGuarded();
  const owner = (await makeMembers(ctx, gap.organizationId, { olga: "owner" })).olga;
  const gapId = await makeGap(gap);
  await resolve(gap, gapId, `member:${gap.asha}`);
  assert.equal((await resolve(gap, gapId, `member:${owner}`, "not_ours")).resolution, "not_ours");
  assert.deepEqual(await topUpsOf(gap), ["FIRST"]);
});

test("where an Owner is alone the credits are released after a day", async () => {
  const merchant = await guard(await world.makePayer());
  const { merchantId, organizationId } = merchant;
  const { owner } = await makeMembers(ctx, organizationId, { owner: "owner" });
  await world.look("update access.member set password_hash = '$argon2id$x' where member_id = $1", [owner]);
  await resolve(merchant, await makeGap(merchant), `member:${owner}`);
  await workApprovals(ctx, merchantId);
  assert.deepEqual(await topUpsOf(merchant), ["FIRST"]);
  await advance(world, merchant, 24 * 3_600_000 + 1_000);
  await workApprovals(ctx, merchantId);
  assert.deepEqual(await topUpsOf(merchant), ["FIRST", "WRONG"]);
});

test("a line that a rule had tied to a payment is taken to another by two, also after it was undone", async () => {
  const merchant = await makeGuarded();
  const { merchantId, asha, ravi } = merchant;
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  const debit: HandLine = { side: "debit", amountPaise, reference: one.reference };
  await state(merchant, [debit], { kind: "intraday" });
  const [line] = await world.look<{ lineId: string }>(
    'select line_id as "lineId" from reconciliation.line where merchant_id = $1',
    [merchantId],
  );
  const undo = () =>
    undoMatch(ctx, merchantId, { lineId: line!.lineId, note: "not this one", by: `member:${asha}` });
  const match = (breakId: string, { referenceId }: { referenceId: bigint }) =>
    matchBreak(ctx, merchantId, { breakId, referenceId, note: "this one", by: `member:${asha}` });
  const { breakId } = await undo();
  assert.equal((await match(breakId, one)).resolution, "matched");
  await undo();
  assert.equal((await match(breakId, two)).closedAt, null);
  const takenFrom = () =>
    world.look(
      "select proposal ->> 'takenFrom' as key from approvals.request where merchant_id = $1 and status = 'pending'",
      [merchantId],
    );
  assert.deepEqual(await takenFrom(), [{ key: "ONE" }]);
  assert.equal(await decide(merchant, ravi), "approved");
  await matchLines(ctx, merchantId);
  await undo();
  assert.equal((await match(breakId, two)).closedAt, null, "what two said and one undid needs two again");
});

test("one person takes no credit from the payment to which the bank's words tie it", async () => {
  const merchant = await makeGuarded();
  const { merchantId, asha } = merchant;
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  const back = { side: "credit", amountPaise, kind: "return" } as const;
  await state(merchant, [
    { side: "debit", amountPaise, reference: one.reference },
    { ...back, reference: one.reference, utr: "632900000001" },
    { ...back, reference: one.reference, utr: "632900000002" },
  ]);
  const reason = "RETURNED_FROM_BENEFICIARY";
  const outcome = { kind: "returned", code: "", text: "", utr: "", reason } as const;
  const { transferId, referenceId } = two;
  await recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
  const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
  const said = await matchBreak(ctx, merchantId, {
    breakId,
    referenceId,
    note: "this",
    by: `member:${asha}`,
  });
  assert.equal(said.closedAt, null);
  const [asked] = await ctx.db.inMerchant(merchantId, (tx) => listRequests(tx, { limit: 1 }));
  assert.deepEqual([asked!.proposal!["effect"], asked!.proposal!["takenFrom"]], ["return", "ONE"]);
});

test("agreement to a match that would do something else by now than its card says does nothing", async () => {
  for (const change of ["effect", "takenFrom", "attempt"]) {
    const merchant = await makeGuarded();
    const { merchantId, debitAccount, asha, ravi } = merchant;
    const mishap = { match: { debitAccount }, mishap: { kind: "cut-answer" } };
    await world.simulator.control("POST", "/sim/script", mishap);
    const { transferId, referenceId } = await send(merchant, "OPEN");
    const other = await send(merchant, "OTHER");
    await state(merchant, [{ side: "debit", amountPaise, reference: "ELSE" }], { kind: "intraday" });
    const [{ breakId } = assert.fail()] = await listBreaks(ctx, merchantId, { open: true, limit: 1 });
    await matchBreak(ctx, merchantId, { breakId, referenceId, note: "this one", by: `member:${asha}` });
    const outcome = { kind: "succeeded", code: "", text: "", utr: "", credited: false } as const;
    if (change === "effect")
      await recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
    if (change === "takenFrom")
      await world.look(
        `update reconciliation.line set transfer_id = $2, attempt = 1, rule = 'utr' where merchant_id = $1`,
        [merchantId, other.transferId],
      );
    if (change === "attempt")
      await world.look(
        `update transfers.attempt set at = at + interval '1 hour' where merchant_id = $1 and transfer_id = $2`,
        [merchantId, transferId],
      );
    assert.equal(await decide(merchant, ravi), "approved");
    assert.deepEqual(await withoutEffect(merchant), ["match_changed"], change);
    assert.equal((await readBreak(ctx, merchantId, breakId)).closedAt, null);
  }
});
