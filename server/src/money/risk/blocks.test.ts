import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import {
  blockPayee,
  listBlocked,
  readVerdicts,
  RiskError,
  setModes,
  unblockPayee,
  type PayeeToBlock,
} from "#risk";
import { makeMembers } from "#test/make-members";
import { acceptTransfers, dispatchTransfers, runtimeOf } from "#transfers";
import { HOUR_MS, makeShieldWorld, payeeOf, type ShieldMerchant } from "./test/shield-world.ts";

const world = await makeShieldWorld();
const { ctx } = world;
const by = "system" as const;
const NOT_ALLOWED = "beneficiary_not_allowed";

const block = (merchant: ShieldMerchant, payee: PayeeToBlock, expiresAt: Date | null = null) =>
  blockPayee(ctx, merchant.merchantId, { payee, because: "court order", expiresAt, by });

const { accountNumber, ifsc, vpa, phone } = payeeOf(1);

const KINDS: readonly PayeeToBlock[] = [
  { kind: "account", accountNumber: ` ${accountNumber}`, ifsc: ifsc.toLowerCase() },
  { kind: "vpa", vpa: vpa.toUpperCase() },
  { kind: "phone", phone: `+91${phone}` },
  { kind: "phone", phone: `91${phone}` },
];

for (const payee of KINDS) {
  test(`a blocked ${payee.kind} is not paid, by whichever rail: ${JSON.stringify(payee)}`, async () => {
    const merchant = await world.makeShielded();
    const { blockId } = await block(merchant, payee);
    const orders = [{ payee: 1 }, { payee: 1, mode: "upi" }, { payee: 2 }] as const;
    assert.deepEqual(await merchant.order(...orders), [NOT_ALLOWED, NOT_ALLOWED, "accepted"]);
    await unblockPayee(ctx, merchant.merchantId, { blockId, because: "lifted", by });
    assert.deepEqual(await merchant.order(...orders), ["accepted", "accepted", "accepted"]);
  });
}

test("a blocked account is not paid by the UPI ID that is made of it, nor the other way round", async () => {
  const ofAccount = `${accountNumber}@${ifsc.toLowerCase()}.IFSC.npci`;
  const toVpa = { name: "Asha Rao", vpa: ofAccount, phone };
  const toAccount = { name: "Asha Rao", accountNumber, ifsc, phone };
  for (const payee of [
    { kind: "account", accountNumber, ifsc },
    { kind: "vpa", vpa: ofAccount },
    { kind: "bank", bankCode: ifsc.slice(0, 4) },
  ] as const) {
    const { merchantId } = await world.makeShielded();
    await blockPayee(ctx, merchantId, { payee, because: "court order", by });
    const terms = { amountPaise: 100_00n, remarks: "", fundSourceId: null };
    const answers = await acceptTransfers(ctx, merchantId, [
      { ...terms, transferKey: "vpa", payee: { inline: toVpa }, mode: "upi" },
      { ...terms, transferKey: "account", payee: { inline: toAccount }, mode: "imps" },
    ]);
    assert.deepEqual(
      answers.map((answer) => "code" in answer && answer.code),
      [NOT_ALLOWED, NOT_ALLOWED],
      payee.kind,
    );
    assert.ok(!JSON.stringify(await listBlocked(ctx, merchantId)).includes(accountNumber));
  }
});

test("a blocked account is not paid under another branch, with other zeros or after a merger", async () => {
  const terms = { amountPaise: 100_00n, remarks: "", fundSourceId: null, mode: "imps" } as const;
  const written = [
    { accountNumber, ifsc: "YESB0000001" },
    { accountNumber: `000${accountNumber}`, ifsc },
    { accountNumber: `0${accountNumber}`, ifsc: "YESB0000001" },
  ];
  const ways = [
    ...written.map((payee) => ({ blocked: { accountNumber, ifsc }, payee })),
    ...written.map((blocked) => ({ blocked, payee: { accountNumber, ifsc } })),
    { blocked: { accountNumber, ifsc: "ORBC0100001" }, payee: { accountNumber, ifsc: "PUNB0000110" } },
  ];
  const { merchantId } = await world.makeShielded();
  for (const [index, { blocked, payee }] of ways.entries()) {
    const { blockId } = await blockPayee(ctx, merchantId, {
      payee: { kind: "account", ...blocked },
      because: "court order",
      by,
    });
    const upi = `${payee.accountNumber}@${payee.ifsc}.ifsc.npci`;
    const other = { ...payee, accountNumber: `9${accountNumber.slice(1)}` };
    const [toAccount, toVpa, toOther] = await acceptTransfers(ctx, merchantId, [
      { ...terms, transferKey: `account_${index}`, payee: { inline: { name: "Another Name", ...payee } } },
      {
        ...terms,
        transferKey: `vpa_${index}`,
        payee: { inline: { name: "A UPI ID", vpa: upi } },
        mode: "upi",
      },
      { ...terms, transferKey: `other_${index}`, payee: { inline: { name: "Another", ...other } } },
    ]);
    const codes = [toAccount, toVpa].map((answer) => "code" in answer! && answer.code);
    assert.deepEqual(codes, [NOT_ALLOWED, NOT_ALLOWED], JSON.stringify({ blocked, payee }));
    assert.equal(toOther!.kind, "accepted");
    await unblockPayee(ctx, merchantId, { blockId, because: "lifted", by });
  }
});

test("an IFSC or a whole bank is blocked", async () => {
  for (const payee of [
    { kind: "ifsc", ifsc },
    { kind: "bank", bankCode: "yesb" },
  ] as const) {
    const merchant = await world.makeShielded();
    await block(merchant, payee);
    assert.deepEqual(await merchant.order({ payee: 1 }, { payee: 2 }), [NOT_ALLOWED, NOT_ALLOWED]);
  }
});

test("a block ends with its time, and the verdict names it", async () => {
  const merchant = await world.makeShielded();
  const expiresAt = new Date((await merchant.now()).getTime() + HOUR_MS);
  const { blockId } = await block(merchant, { kind: "vpa", vpa }, expiresAt);
  const [answer] = await merchant.accept({});
  assert.ok(answer?.kind === "rejected");
  assert.equal(answer.transfer.reason, "BENEFICIARY_BLACKLISTED");
  const [verdict] = await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    readVerdicts(tx, [answer.transfer.transferId]),
  );
  assert.deepEqual(
    [verdict?.effect, verdict?.rule.kind, verdict?.rule.ruleId, verdict?.rule.parameters],
    ["block", "block_list", blockId, { kind: "vpa", shown: vpa, because: "court order" }],
  );
  await merchant.advance(0.9 * HOUR_MS);
  assert.deepEqual(await merchant.order({}), [NOT_ALLOWED]);
  await merchant.advance(0.2 * HOUR_MS);
  assert.deepEqual(await merchant.order({}), ["accepted"]);
  assert.deepEqual(
    (await listBlocked(ctx, merchant.merchantId)).map(({ expired }) => expired),
    [true],
  );
});

test("blocking again renews; the list shows no account number and pages; the audit tells who", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const account = { kind: "account", accountNumber, ifsc } as const;
  const first = await block(merchant, account);
  await block(merchant, { kind: "bank", bankCode: "HDFC" });
  const again = await blockPayee(ctx, merchantId, { payee: account, because: "again", by });
  assert.equal(again.blockId, first.blockId);
  const blocked = await listBlocked(ctx, merchantId);
  assert.deepEqual(
    blocked.map(({ kind, shown, because, blockedBy }) => [kind, shown, because, blockedBy]),
    [
      ["bank", "HDFC", "court order", by],
      ["account", `…${accountNumber.slice(-4)} ${ifsc}`, "again", by],
    ],
  );
  const older = await listBlocked(ctx, merchantId, { limit: 1, beforeBlockId: blocked[0]!.blockId });
  assert.deepEqual(
    older.map(({ kind }) => kind),
    ["account"],
  );
  await unblockPayee(ctx, merchantId, { blockId: first.blockId, because: "lifted", by });
  const audit = await world.look<{ action: string; detail: string }>(
    "select action, detail::text from audit.record where merchant_id = $1 and action like 'risk.%' order by seq",
    [merchantId],
  );
  assert.deepEqual(
    audit.map(({ action }) => action),
    ["risk.payee_blocked", "risk.payee_blocked", "risk.payee_blocked", "risk.payee_unblocked"],
  );
  assert.ok(audit.every(({ detail }) => !detail.includes(accountNumber)));
});

test("who or what cannot be blocked is refused by name", async () => {
  const merchant = await world.makeShielded();
  const nobody: PayeeToBlock[] = [
    { kind: "beneficiary", beneficiaryId: "asha" },
    { kind: "account", accountNumber: "12", ifsc },
    { kind: "account", accountNumber, ifsc: "YESB" },
    { kind: "vpa", vpa: "asha" },
    { kind: "phone", phone: "12" },
    { kind: "ifsc", ifsc: "YESB" },
    { kind: "bank", bankCode: "YES" },
  ];
  for (const payee of nobody) {
    await assert.rejects(block(merchant, payee), (error) => RiskError.is(error, "payee_invalid"));
  }
  const { merchantId } = merchant;
  const bank = { kind: "bank", bankCode: "HDFC" } as const;
  const silent = blockPayee(ctx, merchantId, { payee: bank, because: " ", by });
  await assert.rejects(silent, (error) => RiskError.is(error, "reason_missing"));
  const past = block(merchant, bank, new Date(0));
  await assert.rejects(past, (error) => RiskError.is(error, "expiry_invalid"));
  const unknown = unblockPayee(ctx, merchantId, { blockId: newId(), because: "lifted", by });
  await assert.rejects(unknown, (error) => RiskError.is(error, "block_not_found"));
});

test("what waits is looked at again before it is sent: blocks and switched-off modes", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  await merchant.order({ key: "blocked" }, { key: "switched off", mode: "upi", payee: 2 });
  await block(merchant, { kind: "account", accountNumber, ifsc });
  await setModes(ctx, merchantId, { disabledModes: ["upi"], by });
  const engine = world.openContext();
  await dispatchTransfers(engine, merchantId);
  await runtimeOf(engine).idle();
  const rows = await world.look<{ key: string; status: string; reason: string; kind: string; stage: string }>(
    `select transfer_key as key, status, transfer.reason, verdict.kind, stage
     from transfers.transfer
     left join risk.verdict using (merchant_id, transfer_id)
     where merchant_id = $1
     order by transfer_key`,
    [merchantId],
  );
  assert.deepEqual(rows, [
    {
      key: "blocked",
      status: "failed",
      reason: "BENEFICIARY_BLACKLISTED",
      kind: "block_list",
      stage: "dispatch",
    },
    { key: "switched off", status: "failed", reason: "DISABLED_MODE", kind: "mode", stage: "dispatch" },
  ]);
});

test("a block is one merchant's own", async () => {
  const [merchant, other] = [await world.makeShielded(), await world.makeShielded()];
  const { blockId } = await block(merchant, { kind: "vpa", vpa });
  assert.deepEqual(await other.order({}), ["accepted"]);
  assert.deepEqual(await listBlocked(ctx, other.merchantId), []);
  const foreign = unblockPayee(ctx, other.merchantId, { blockId, because: "lifted", by });
  await assert.rejects(foreign, (error) => RiskError.is(error, "block_not_found"));
});

test("a member must be allowed to manage limits to block, to end a block or to switch a mode", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const [owner] = await world.look<{ id: string }>(
    "select organization_id as id from access.merchant where merchant_id = $1",
    [merchantId],
  );
  const { asha, ravi } = await makeMembers(ctx, owner!.id, { asha: "initiator", ravi: "admin" });
  const { blockId } = await block(merchant, { kind: "vpa", vpa });
  for (const stranger of [`member:${asha}`, "member:nobody"] as const) {
    const payee = { kind: "vpa", vpa: "other@upi" } as const;
    const tries = [
      () => blockPayee(ctx, merchantId, { payee, because: "x", by: stranger }),
      () => unblockPayee(ctx, merchantId, { blockId, because: "x", by: stranger }),
      () => setModes(ctx, merchantId, { by: stranger }),
    ];
    for (const one of tries) await assert.rejects(one, { name: "access.not_permitted" });
  }
  assert.equal((await listBlocked(ctx, merchantId)).length, 1);
  await unblockPayee(ctx, merchantId, { blockId, because: "lifted", by: `member:${ravi}` });
});
