/** A member cannot find an account number by guessing in forms, previews, searches or rows of files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePolicies, setPolicies } from "#approvals";
import { recordAudit } from "#audit";
import { registerBatchApprovals, requestBatch, workBatches } from "#batches";
import { noteTriedNumbers } from "#beneficiaries";
import { type Browser, makeDashboard, type Json } from "#test/dashboard";
import { makeFaultWorld } from "#test/faults/fault-world";
import { openFourEyes } from "#test/four-eyes";
import { withinOneWindow } from "#test/within-one-minute";

const world = await makeFaultWorld({ start: new Date("2026-11-23T11:00:00+05:30") });
const dashboard = makeDashboard(world);
const { makeOffice, preview } = openFourEyes(world);
registerBatchApprovals();

let made = 0;
const payee = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const vendor = {
  ...{ beneId: "VENDOR1", name: "Asha Rao" },
  ...{ phone: "9876543210", email: "asha@example.com", address1: "12 MG Road" },
};
const order = (changes: object = {}) => {
  made += 1;
  return { transferKey: `guess-${made}`, ...payee, amount: "100.00", mode: "imps", ...changes };
};

async function makeScene() {
  const { merchantId, organizationId } = await world.makePayer();
  const asha = await dashboard.logIn(organizationId, "initiator");
  const preview = (changes: object): Promise<Json> =>
    asha.ask("previewTransfer", { merchantId, ...order(changes) });
  return { merchantId, organizationId, asha, preview };
}

test("an order under another's key is never the same, so it tells nothing of the other's account", async () => {
  const { merchantId, organizationId, asha } = await makeScene();
  const given = { merchantId, ...order() };
  await asha.ask("createTransfer", given);
  const ravi = await dashboard.logIn(organizationId, "initiator");
  for (const accountNumber of [payee.accountNumber, "026291899991191"]) {
    const { status, body } = await ravi.call("createTransfer", { ...given, accountNumber });
    assert.deepEqual([status, body.error.code], [409, "transfer_key_taken"]);
  }
  assert.equal((await asha.ask("createTransfer", given)).rejection, null);
});

test("account numbers that are only tried out are counted, each once, unless the member may reveal them", async () => {
  await withinOneWindow(world, 60, async () => {
    const { merchantId, organizationId, asha, preview } = await makeScene();
    const used = "select used from access.failure_window where used > 0 order by used desc";
    await world.look("delete from access.failure_window");
    await preview({});
    await preview({ amount: "120.00" });
    assert.deepEqual(await world.look(used), [{ used: 1 }, { used: 1 }]);
    const vpa = "026291800001192@YESB0000262.ifsc.npci";
    await preview({ accountNumber: undefined, ifsc: undefined, mode: "upi", vpa });
    assert.deepEqual(await world.look(used), [{ used: 2 }, { used: 1 }, { used: 1 }]);
    await world.look("update access.failure_window set used = 60 where used = 2");
    const next = { merchantId, ...order({ accountNumber: "026291800001193" }) };
    const { status, body, headers } = await asha.call("previewTransfer", next);
    assert.deepEqual(
      [status, body.error.code, body.error.field],
      [429, "too_many_attempts", "accountNumber"],
    );
    assert.match(body.error.message, /Try again in (\d+ minutes|a minute|\d+ seconds|a second),/);
    assert.equal(headers["retry-after"], String(body.error.details.seconds));
    // A repeated guess reveals nothing new, and an order that is stored and recorded does not count as a guess.
    assert.equal((await preview({})).outcome, "sent");
    assert.equal((await asha.ask("createTransfer", next)).rejection, null);
    const limits = { permissions: ["access_transfers", "manage_limits"] } as const;
    const [admin, keeper] = await Promise.all([
      dashboard.logIn(organizationId, "admin"),
      dashboard.logIn(organizationId, limits),
    ]);
    const range = { from: "2026-11-20T00:00:00Z", to: "2026-11-24T00:00:00Z" };
    const block = {
      merchantId,
      payeeKind: "account",
      value: payee.accountNumber,
      ifsc: payee.ifsc,
      ...range,
    };
    for (const browser of [admin, keeper]) await browser.ask("tryBlock", block);
    await admin.ask("previewTransfer", next);
    assert.deepEqual((await world.look<{ used: number }>(used)).length, 5);
  });
});

test("Owners are told of every 20 account numbers that a member of a live merchant tries in a day", async () => {
  await withinOneWindow(world, 60, async () => {
    const { merchantId, browsers } = await makeOffice({ vik: "initiator", admin: "admin" });
    const { vik, admin } = browsers as Record<"vik" | "admin", Browser>;
    const numberAt = (place: number) => String(91_00_00_00_10_00 + place);
    const note = async ({ memberId }: Browser, from: number, count: number) => {
      const numbers = Array.from({ length: count }, (_, place) => numberAt(from + place));
      await noteTriedNumbers(world.ctx, merchantId, { memberId, numbers });
    };
    for (const [browser, from] of [
      [vik, 0],
      [vik, 20],
      [admin, 0],
    ] as const) {
      await note(browser, from, 19);
      await preview(browser, merchantId, "100.00", numberAt(from));
      await preview(browser, merchantId, "100.00", numberAt(from + 19));
    }
    const told = await world.look<{ actor: string; count: number }>(
      `select actor, (detail ->> 'count')::integer as count from audit.record
       where merchant_id = $1 and action = 'beneficiaries.numbers_tried' order by seq`,
      [merchantId],
    );
    assert.deepEqual(told, [
      { actor: `member:${vik.memberId}`, count: 20 },
      { actor: `member:${vik.memberId}`, count: 40 },
      { actor: `member:${admin.memberId}`, count: 20 },
    ]);
  });
});

test("numbers that a member adds by form or file are noted if they end like a listed one", async () => {
  const { merchantId, browsers } = await makeOffice({ vik: "admin", owner: "owner" });
  const { vik, owner } = browsers as Record<"vik" | "owner", Browser>;
  await owner.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  const guess = (place: number) => ({ ...payee, accountNumber: `${91_00_00_00_10 + place}1191` });
  for (const place of [1, 2, 3])
    await vik.ask("addBeneficiary", { merchantId, ...vendor, beneId: `FORM${place}`, ...guess(place) });
  const rows = Array.from({ length: 27 }, (_, n) =>
    n < 10 ? String(92_00_00_00_10_00 + n) : guess(n).accountNumber,
  ).concat(payee.accountNumber);
  const lines = rows.map(
    (number, n) =>
      `FILE${n},Asha Rao,${vendor.phone},${vendor.email},${vendor.address1},${number},${payee.ifsc}`,
  );
  const file = Buffer.from(["beneId,name,phone,email,address1,bankAccount,ifsc", ...lines].join("\n"));
  const { batchId } = await vik.ask("uploadBeneficiaries", { merchantId, name: "New.csv", file });
  await workBatches(world.ctx, merchantId);
  const { batch } = await vik.ask("getBeneficiaryBatch", { merchantId, batchId });
  assert.deepEqual([batch.addedCount, batch.rejectedCount], [27, 1]);
  const told = await world.look(
    `select actor, detail from audit.record where merchant_id = $1 and action = 'beneficiaries.numbers_tried'`,
    [merchantId],
  );
  assert.deepEqual(told, [{ actor: `member:${vik.memberId}`, detail: { count: 20 } }]);
});

test("the account of a UPI ID is counted also beside an account number, empty or not", async () => {
  await withinOneWindow(world, 60, async () => {
    const { preview } = await makeScene();
    await world.look("delete from access.failure_window");
    const tried = async (changes: object): Promise<number> => {
      await preview({ mode: "upi", ...changes });
      const [{ used } = assert.fail()] = await world.look<{ used: number }>(
        "select max(used)::int as used from access.failure_window",
      );
      return used;
    };
    const vpaOf = (number: string) => `${number}@YESB0000262.ifsc.npci`;
    const empty = { accountNumber: "", ifsc: "" };
    assert.equal(await tried({ ...empty, vpa: vpaOf("026291800001192") }), 1);
    assert.equal(await tried({ ...empty, vpa: vpaOf("026291800001193") }), 2);
    assert.equal(await tried({ vpa: vpaOf("026291800001194") }), 4, "both numbers");
    assert.equal(await tried({ vpa: vpaOf("026291800001195") }), 5, "the account number was tried before");
    assert.equal(await tried({ vpa: vpaOf(payee.accountNumber) }), 5, "the same number twice");
  });
});

test("an account number, alone or as a UPI ID, is searched for as it is shown, by all members", async () => {
  const { merchantId, organizationId } = await makeScene();
  const [admin, viewer] = await Promise.all([
    dashboard.logIn(organizationId, "admin"),
    dashboard.logIn(organizationId, { permissions: ["access_transfers"] }),
  ]);
  const vpa = `${payee.accountNumber}@${payee.ifsc}.ifsc.npci`;
  await admin.ask("addBeneficiary", { merchantId, ...vendor, vpa });
  const guess = `026291899991191@${payee.ifsc}.ifsc.npci`;
  const elsewhere = `${payee.accountNumber}@YESB0000001.ifsc.npci`;
  const found = async (browser: typeof viewer, text: string): Promise<number[]> => [
    (await browser.ask("searchEverything", { merchantId, q: text })).beneficiaries.length,
    (await browser.ask("listBeneficiaries", { merchantId, search: text })).items.length,
  ];
  await admin.ask("addBeneficiary", { merchantId, ...vendor, beneId: "VENDOR2", ...payee });
  for (const browser of [admin, viewer]) {
    for (const text of [vpa, vpa.toLowerCase(), ` ${vpa} `, guess, guess.toLowerCase()])
      assert.deepEqual(await found(browser, text), [1, 1], text);
    for (const text of [payee.accountNumber, "026291899991191"])
      assert.deepEqual(await found(browser, text), [1, 1], text);
    assert.deepEqual(await found(browser, elsewhere), [0, 0]);
  }
});

test("the review of one's own file confirms no number, also to a member who may reveal them", async () => {
  const { merchantId, organizationId } = await makeScene();
  const admin = await dashboard.logIn(organizationId, "admin");
  await admin.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  const reviewOf = async (number: string): Promise<string> => {
    const head = "transferId,beneficiaryId,amount,name,phone,email,bankAccount,ifsc";
    const row = `pay-1,VENDOR1,1.00,Asha Rao,9876543210,asha@example.com,${number},${payee.ifsc}`;
    const file = Buffer.from([head, row].join("\n"));
    const upload = { merchantId, name: "One.csv", format: "BANK_ACCOUNT", file };
    const { draftId } = await admin.ask("uploadBatch", upload);
    const { contentHash: _, ...review } = await admin.ask("compareBatch", { merchantId, draftId });
    return JSON.stringify(review);
  };
  assert.equal(await reviewOf("026291899991191"), await reviewOf(payee.accountNumber));
});

test("rows with accounts tell an ID only if they name it, unless the member may reveal numbers", async () => {
  const { merchantId, organizationId, asha } = await makeScene();
  const admin = await dashboard.logIn(organizationId, "admin");
  await admin.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  // The bank takes no RTGS payment of this amount, so a guess costs nothing.
  const rows = [payee.accountNumber, "026291899991191"].map(
    (number) => `${number},guess-${number},1.00,Asha Rao,9876543210,asha@example.com,${payee.ifsc},rtgs`,
  );
  const head = "bankAccount,transferId,amount,name,phone,email,ifsc,transferMode";
  const bytes = Buffer.from([head, ...rows].join("\n"));
  const file = { merchantId, name: "Salaries.csv", format: "BANK_ACCOUNT", file: bytes };
  const { draftId } = await asha.ask("uploadBatch", file);
  const { contentHash } = await asha.ask("compareBatch", { merchantId, draftId });
  const { batchId } = await asha.ask("confirmBatch", { merchantId, draftId, contentHash });
  await workBatches(world.ctx, merchantId);
  const idsFor = async (browser: typeof asha): Promise<unknown[]> =>
    (await browser.ask("listBatchRows", { merchantId, batchId })).items.map(({ beneId }: Json) => beneId);
  assert.deepEqual(await idsFor(asha), [null, null]);
  const { items } = await asha.ask("listBeneficiaries", { merchantId });
  assert.deepEqual(
    items.map(({ beneId }: Json) => beneId),
    ["VENDOR1"],
    "the rows of a member who may not manage beneficiaries list none",
  );
});

test("no hash that a member is shown of a batch is that of a draft with the same numbers", async () => {
  const { merchantId, organizationId, asha } = await makeScene();
  const policies = parsePolicies([{ name: "All", levels: [{ approvers: 1 }] }], "batch");
  await setPolicies(world.ctx, merchantId, { subjectKind: "batch", policies, by: "system" });
  const admin = await dashboard.logIn(organizationId, "admin");
  const file = Buffer.from(
    `transferId,amount,name,phone,email,bankAccount,ifsc,remarks
SAL1,100.00,Asha Rao,9876543210,asha@example.com,${payee.accountNumber},${payee.ifsc},Salary`,
  );
  const upload = { merchantId, name: "One.csv", format: "BANK_ACCOUNT", file };
  const own = { merchantId, draftId: (await asha.ask("uploadBatch", upload)).draftId };
  const draft = { merchantId, draftId: (await admin.ask("uploadBatch", upload)).draftId };
  const { contentHash } = await admin.ask("compareBatch", draft);
  const { contentHash: ownHash } = await asha.ask("compareBatch", own);
  assert.notEqual(ownHash, contentHash);
  const exchanged = await asha.call("confirmBatch", { ...own, contentHash });
  assert.equal(exchanged.body.error.code, "draft_changed", "a hash is good for its draft only");
  const { batchId } = await admin.ask("confirmBatch", { ...draft, contentHash });
  await workBatches(world.ctx, merchantId);
  const [stored] = await world.look<{ hash: string; fileHash: string }>(
    `select encode(content_hash, 'hex') as hash, encode(file_hash, 'hex') as "fileHash"
     from batches.batch where batch_id = $1`,
    [batchId],
  );
  const other = await makeScene();
  await other.asha.ask("uploadBatch", { ...upload, merchantId: other.merchantId });
  const [hashes] = await world.look<{ count: number }>(
    "select count(distinct file_hash)::int as count from batches.draft where merchant_id = any ($1)",
    [[merchantId, other.merchantId]],
  );
  assert.equal(hashes!.count, 2, "no merchant can make the hash of another's file");
  const uploads = { action: "batches.draft_uploaded", subject: `batch-draft:${draft.draftId}` };
  const details = `select detail from audit.record where merchant_id = $1 and action = '${uploads.action}'`;
  assert.doesNotMatch(JSON.stringify(await world.look(details, [merchantId])), /hash/i);
  const former = { ...uploads, actor: "system" as const, detail: { fileHash: stored!.fileHash } };
  await world.ctx.db.inMerchant(merchantId, (tx) => recordAudit(tx, [former]));
  const queue = { merchantId, kinds: ["batch"] };
  const { items: seen } = await asha.ask("listApprovals", queue);
  const { items: seenByAdmin } = await admin.ask("listApprovals", queue);
  assert.notEqual(seen[0].contentHash, seenByAdmin[0].contentHash);
  const answers = [
    ...[seen, seenByAdmin, await asha.ask("reviewBatch", { merchantId, batchId })],
    ...[
      await asha.ask("getBatch", { merchantId, batchId }),
      await admin.ask("listAuditRecords", { merchantId }),
    ],
  ];
  for (const hash of [stored!.hash, stored!.fileHash, ownHash])
    assert.ok(!JSON.stringify(answers).includes(hash), "no answer has a hash that others could make");
  const ravi = await dashboard.logIn(organizationId, "approver");
  const requests = [{ requestId: seen[0].requestId, contentHash: seen[0].contentHash }];
  const verdict = { merchantId, verdict: "approve" };
  const others = await ravi.ask("decideApprovals", { ...verdict, requests });
  assert.equal(others.items[0].code, "content_changed");
  const { items: seenByRavi } = await ravi.ask("listApprovals", queue);
  requests[0]!.contentHash = seenByRavi[0].contentHash;
  assert.equal((await ravi.ask("decideApprovals", { ...verdict, requests })).items[0].outcome, "approved");
});

test("guesses of blocked accounts are counted, and tell nothing to a member who has no room for blocks", async () => {
  await withinOneWindow(world, 60, async () => {
    const { merchantId, organizationId } = await world.makeMerchant({ mode: "live", balancePaise: 0n });
    const admin = await dashboard.logIn(organizationId, "admin");
    const rights = { permissions: ["access_transfers", "manage_limits"] } as const;
    const keeper = await dashboard.logIn(organizationId, rights);
    const account = (value: string) => ({
      ...{ merchantId, payeeKind: "account", value, ifsc: payee.ifsc, because: "Fraud" },
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await admin.ask("addBlockedPayee", { ...account(payee.accountNumber), expiresAt: undefined });
    await world.look("delete from access.failure_window");
    const code = async (value: string) =>
      (await keeper.call("addBlockedPayee", account(value))).body.error?.code ?? "blocked";
    assert.equal(await code("026291899991191"), "blocked");
    assert.equal(await code(payee.accountNumber), "block_lasts_longer");
    const [{ used } = assert.fail()] = await world.look<{ used: number }>(
      "select max(used)::int as used from access.failure_window",
    );
    assert.equal(used, 2);
    await world.look(
      `insert into risk.blocked_payee (merchant_id, block_id, kind, key, shown, because, blocked_at, blocked_by)
       select $1, gen_random_uuid(), 'bank', 'X' || nth, 'X', 'Fraud', now(), $2
       from generate_series(1, 50) as nth`,
      [merchantId, `member:${keeper.memberId}`],
    );
    assert.equal(await code(payee.accountNumber), "too_many_of_member");
    assert.equal(await code("026291899991192"), "too_many_of_member");
  });
});

test("numbers in rows of a batch that end like a listed one are noted for the member who made the batch", async () => {
  const { merchantId, browsers } = await makeOffice({ vik: "admin", asha: "admin" });
  const { vik, asha } = browsers as Record<"vik" | "asha", Browser>;
  await asha.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  const numbers = Array.from({ length: 22 }, (_, n) => `${91_00_00_00_10 + n}1191`);
  const { name, phone, email } = vendor;
  const rows = numbers.map((bankAccount) => {
    const transferId = `row_${bankAccount}`;
    return { transferId, amount: "10.00", name, phone, email, bankAccount, ifsc: payee.ifsc };
  });
  const batch = { format: "BANK_ACCOUNT", replacesBeneficiaries: false, fundSourceId: null } as const;
  const by = `member:${vik.memberId}` as const;
  await requestBatch(world.ctx, merchantId, { ...batch, batchKey: "guesses", rows, by });
  await workBatches(world.ctx, merchantId);
  const noted = await world.look<{ count: number }>(
    "select count(*)::integer as count from beneficiaries.number_tried where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(noted, [{ count: 22 }]);
});
