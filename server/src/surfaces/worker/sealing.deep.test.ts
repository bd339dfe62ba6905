/**
 * Rows from the time before sealing are read correctly at any time, and are sealed in sets, wherever the work is cut
 * off.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { addBeneficiary, readPayees, searchBeneficiaries } from "#beneficiaries";
import type { AccountStatement, StatementLine } from "#banks";
import type { Context } from "#lib/context";
import { crashAt } from "#test/crash-at";
import { openDb } from "#lib/homes";
import { beginSealing, readSealingProgress, sealRows } from "#lib/seal-rows";
import { makeVault } from "#lib/vault";
import { createLink, listLinks } from "#links";
import { listMessages } from "#messages";
import { istDate } from "#lib/ist";
import { importStatement } from "#reconciliation";
import { addRule, blockPayee, listBlocked } from "#risk";
import { acceptTransfers, findDuplicate, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makePlanter } from "#test/plant-details";
import { partsToSeal } from "./sealing.ts";

const world = await makeFaultWorld();
const { ctx } = world;
// The state after the migrations of an upgrade.
await world.look("update lib.sealing set begun_at = null");
const merchant = await world.makePayer();
const { merchantId } = merchant;
const by = "system" as const;
const planter = makePlanter();
const [vpa, blockedVpa] = [planter.make("vpa", "beneficiary"), planter.make("vpa", "block")];
const [phone, email, address1] = [
  planter.make("phone", "beneficiary"),
  planter.make("email", "beneficiary"),
  planter.make("address", "beneficiary"),
];
const link = { phone: planter.make("phone", "link"), email: planter.make("email", "link") };

const DAY_MS = 86_400_000;
/** More beneficiaries than fit in one set. */
const MANY = 1_203;

async function fill(): Promise<void> {
  await addBeneficiary(ctx, merchantId, {
    beneId: "asha",
    name: "Asha Rao",
    vpa,
    phone,
    email,
    address1,
    by,
  });
  await addBeneficiary(ctx, merchantId, {
    ...{ beneId: "blocked", name: "Blocked", vpa: blockedVpa, phone: "9876543210", email: "b@example.com" },
    ...{ address1: "12 MG Road", by },
  });
  await blockPayee(ctx, merchantId, { payee: { kind: "vpa", vpa: blockedVpa }, because: "court order", by });
  await addRule(ctx, merchantId, {
    kind: "duplicate",
    parameters: { periodMinutes: 60 },
    effect: "block",
    by,
  });
  assert.equal((await askForLink()).repeated, false);
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("first"), payee: { beneId: "asha" }, mode: "upi" }]);
  await runtimeOf(ctx).idle();
  await world.look(
    `insert into beneficiaries.beneficiary
       (merchant_id, beneficiary_id, bene_id, name, added_at, added_by, phone, vpa)
     select $1, uuidv7(), 'old_' || n, 'Old ' || n, now(), 'test', (9000000000 + n)::text, 'old' || n || '@upi'
     from generate_series(1, $2::int) as n`,
    [merchantId, MANY],
  );
}

const expiry = istDate(new Date(Date.now() + 10 * DAY_MS)).replaceAll("-", "/");
const askForLink = () =>
  createLink(ctx, merchantId, {
    ...{ linkKey: "gram", amountPaise: 500_00n, name: "Asha Rao", ...link, expiry, remarks: "Refund" },
    ...{ notifyPayee: true, checkName: false, repeatable: true, by },
  });

/** The whole test uses one day, even if midnight passes meanwhile. */
const DAY = istDate(new Date());

/** The bank states its day again with one more line, and none of the lines has an ID: each line is stored once. */
async function stateOneLineMore(): Promise<void> {
  const { bankId, debitAccount } = merchant;
  stated += 1;
  const line: StatementLine = {
    ...{
      lineId: null,
      bookedAt: new Date(),
      reference: null,
      utr: null,
      narration: "",
      code: "",
      reason: null,
    },
    counterparty: { name: null, accountNumber: null, ifsc: null },
    kind: "credit",
    side: "credit",
    amountPaise: 50_00n,
  };
  const narration = (n: number): string => (n === 0 ? "" : `UPI/CR/${n}/${vpa}`);
  const statement: AccountStatement = {
    ...{ statementId: `S${stated}`, sequenceNo: null, debitAccount, day: DAY },
    ...{ openingPaise: 0n, closingPaise: BigInt(stated) * 50_00n },
    kind: "intraday",
    lines: Array.from({ length: stated }, (_, n) => ({ ...line, narration: narration(n) })),
  };
  const { newLines } = await importStatement(ctx, merchantId, { bankId, statement });
  assert.equal(newLines, 1, `statement ${stated}`);
}
let stated = 0;

/** Removes from every row what the previous version did not write. */
async function asBefore(): Promise<void> {
  await world.look(`update beneficiaries.beneficiary
    set vpa_index = null, phone_index = null, email_index = null, vpa_handle = null, phone_last4 = null`);
  await world.look("update links.link set phone_index = null, email_index = null");
  await world.look("update messages.message set recipient_index = null");
}

/** Returns everything that people and rules read, as one text. */
async function readAll(reader: Context): Promise<string> {
  return reader.db.inMerchant(merchantId, async (tx) => {
    const [payee] = await readPayees(tx, { beneIds: ["asha"] });
    const found = await searchBeneficiaries(tx, { limit: 5, search: vpa.toUpperCase() });
    const byPhone = await searchBeneficiaries(tx, { limit: 5, search: `+91${phone}` });
    const links = await listLinks(tx, { limit: 5, search: link.email });
    const duplicate = await findDuplicate(tx, {
      payee: payee!,
      mode: "upi",
      amountPaise: orderTo("x").amountPaise,
    });
    return JSON.stringify([
      [payee!.vpa, payee!.phone, payee!.email, payee!.vpaIndex?.toString("hex")],
      [...found, ...byPhone].map((one) => [one.beneId, one.vpa, one.address1]),
      links.map((one) => [one.phone, one.email]),
      duplicate?.transferKey,
    ]);
  });
}

const blockedAnswer = async (): Promise<string> => {
  tries += 1;
  const order = { ...orderTo(`blocked_${tries}`), payee: { beneId: "blocked" }, mode: "upi" } as const;
  const [answer] = await acceptTransfers(ctx, merchantId, [order]);
  return answer!.kind;
};
let tries = 0;

const repeated = async (): Promise<string> => {
  tries += 1;
  const order = { ...orderTo(`again_${tries}`), payee: { beneId: "asha" }, mode: "upi" } as const;
  const [answer] = await acceptTransfers(ctx, merchantId, [order]);
  return answer!.kind;
};

test("rows from before are read right before, while and after they are sealed, and a crash loses nothing", async () => {
  await fill();
  const whole = await readAll(ctx);
  const [blocked, again] = [await blockedAnswer(), await repeated()];
  assert.deepEqual([blocked, again], ["rejected", "rejected"]);
  await asBefore();
  assert.ok((await planter.find(world)).length >= 6, "they stand in clear, for the version before");
  const assertRight = async (): Promise<void> => {
    assert.equal(await readAll(ctx), whole);
    assert.equal(await blockedAnswer(), blocked);
    assert.equal(await repeated(), again);
    const messages = await listMessages(ctx, merchantId, { to: link.email });
    assert.ok(messages.length > 0);
    assert.equal((await listBlocked(ctx, merchantId))[0]!.shown, blockedVpa);
    assert.equal((await askForLink()).repeated, true);
    await stateOneLineMore();
  };
  await assertRight();
  await beginSealing(ctx);
  await assertRight();
  const parts = partsToSeal(ctx);
  for (const [point, visit] of [
    ["lib.seal_rows.before_commit", 1],
    ["lib.seal_rows.set_sealed", 2],
    ["lib.seal_rows.before_commit", 4],
    ["lib.seal_rows.set_sealed", 9],
  ] as const) {
    assert.ok(await crashAt(world, point, () => sealRows(ctx, merchantId, parts), visit), point);
    await assertRight();
  }
  await sealRows(ctx, merchantId, parts);
  await assertRight();
  assert.deepEqual(await planter.find(world), []);
  assert.equal(await sealRows(ctx, merchantId, parts), 0, "it is noted as done");
  const progress = await readSealingProgress(ctx, [merchantId], parts);
  assert.ok(progress.every(({ merchants, sealedMerchants }) => merchants === 1 && sealedMerchants === 1));
  const [{ left }] = (await world.look<{ left: bigint }>(
    "select count(*)::int as left from beneficiaries.beneficiary where vpa is not null and vpa_index is null",
  )) as [{ left: bigint }];
  assert.equal(Number(left), 0);
  const keys = await world.look<{ key: string }>("select line_key as key from reconciliation.line");
  assert.ok(keys.length === stated && keys.every(({ key }) => key.startsWith("keyed:")));
});

test("after a new master key everything is sealed again under it, and the old one opens nothing more", async () => {
  const newKey = randomBytes(32);
  const [oldKey] = ctx.config.masterKeys;
  const openWith = (keys: Buffer[]): Context => {
    const vault = makeVault(keys);
    const db = openDb({ url: world.databaseUrl, connections: 2, log: ctx.log, vault });
    world.onClose(() => db.close());
    return { ...ctx, vault, db };
  };
  const during = openWith([newKey, oldKey!]);
  const whole = await readAll(during);
  assert.ok((await sealRows(during, merchantId, partsToSeal(during))) > MANY);
  assert.equal(await readAll(during), whole);
  const after = openWith([newKey]);
  const [payee] = await after.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: ["asha"] }));
  assert.deepEqual([payee!.vpa, payee!.phone], [vpa, phone]);
  const [old] = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: ["asha"] }));
  assert.notEqual(old!.vpa, vpa);
});
