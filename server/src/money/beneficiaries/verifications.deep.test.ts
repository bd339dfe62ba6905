import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { adapterOf } from "#banks";
import { setBankEnabled } from "#fund-sources";
import { OverloadError } from "#lib/gather";
import { startSimulator } from "#test/simulator";
import { makeWorld, type TestMerchant } from "#test/world";
import { askBanks, workVerifications } from "./ask-banks.ts";
import { readBulkVerification, readVerification, type ToVerify, VerificationError } from "./verification.ts";
import { requestBulkVerification, requestVerification } from "./request-verifications.ts";
import { setBeneficiarySettings } from "./beneficiary-settings.ts";
import { verifyNow } from "./verify-beneficiary.ts";

const world = await makeWorld();
const simulator = await startSimulator(world);
const { ctx } = world;

const anybody = { name: "Asha Rao", phone: null, remarks: null, userKey: null };
const account = (accountNumber: string, change: Partial<ToVerify> = {}): ToVerify =>
  ({ ...anybody, kind: "account", accountNumber, ifsc: "HDFC0000001", ...change }) as ToVerify;
const vpa = (address: string, change: Partial<ToVerify> = {}): ToVerify =>
  ({ ...anybody, kind: "vpa", vpa: address, ...change }) as ToVerify;

async function makeMerchant(options: { balancePaise?: bigint; bankIds?: string[]; feePaise?: bigint } = {}) {
  const { balancePaise = 100_00n, bankIds = ["meghdoot"], feePaise } = options;
  const merchant = await world.makeMerchant({ balancePaise, bankIds, simulator });
  if (feePaise !== undefined)
    await setBeneficiarySettings(ctx, merchant.merchantId, { verificationFeePaise: feePaise, by: "system" });
  return merchant;
}

async function walletOf({ merchantId }: TestMerchant): Promise<bigint> {
  const [row] = await world.look<{ balance: string }>(
    "select balance_paise::text as balance from ledger.account where merchant_id = $1 and kind = 'wallet'",
    [merchantId],
  );
  return BigInt(row!.balance);
}

const advance = (merchantId: string, minutes: number): Promise<unknown> =>
  world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2::bigint)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, minutes * 60_000],
  );

test("an account and a VPA are found in a name, and the names are compared", async () => {
  const { merchantId } = await makeMerchant();
  const found = await verifyNow(ctx, merchantId, account("919191919102"));
  const { status, nameAtBank, score, outcome, bankId, depositedPaise } = found;
  assert.deepEqual([status, nameAtBank, bankId], ["found", "ASHA VENKATA RAO", "meghdoot"]);
  assert.deepEqual([score, outcome, depositedPaise], [85, "good_partial_match", 0n]);
  assert.match(found.utr!, /^\d{12}$/);
  const other = await verifyNow(ctx, merchantId, vpa("name-poor@upi"));
  assert.deepEqual([other.nameAtBank, other.score], ["LATHA RAO", 55]);
  assert.ok(other.verificationNo > found.verificationNo);
  const nameless = await verifyNow(ctx, merchantId, vpa("name-poor@upi", { name: null }));
  assert.deepEqual([nameless.nameAtBank, nameless.score, nameless.outcome], ["LATHA RAO", null, null]);
});

test("no one there, no answer, a bank that is down: each is told apart", async () => {
  const { merchantId } = await makeMerchant();
  const none = await verifyNow(ctx, merchantId, account("909090909001"));
  assert.deepEqual([none.status, none.code, none.failure], ["not_found", "M1", null]);
  const down = await verifyNow(ctx, merchantId, account("909090909011"));
  assert.deepEqual([down.status, down.failure, down.code], ["failed", "unavailable", "H17"]);
  const cut = await verifyNow(ctx, merchantId, account("909090909032"));
  assert.deepEqual([cut.status, cut.failure], ["failed", "unknown"]);
});

test("another bank is asked when the first does not answer, and none that cannot", async () => {
  const both = await makeMerchant({ bankIds: ["purvasagar", "himshikhar", "meghdoot"] });
  const first = await verifyNow(ctx, both.merchantId, vpa("asha@upi"));
  assert.deepEqual([first.status, first.bankId], ["found", "himshikhar"]);
  await simulator.control("PUT", "/sim/banks/himshikhar/manner", {
    debitAccount: both.debitAccount,
    mishaps: [{ operation: "verify", chance: 1, mishap: { kind: "http-error" } }],
  });
  assert.equal((await verifyNow(ctx, both.merchantId, vpa("asha@upi"))).bankId, "meghdoot");
  await setBankEnabled(ctx, both.merchantId, { bankId: "meghdoot", enabled: false, by: "system" });
  assert.equal((await verifyNow(ctx, both.merchantId, vpa("asha@upi"))).failure, "unknown");
  const none = await makeMerchant({ bankIds: ["purvasagar"] });
  assert.equal((await verifyNow(ctx, none.merchantId, vpa("asha@upi"))).failure, "unsupported");
});

test("it is free unless the merchant's settings say otherwise", async () => {
  const free = await makeMerchant({ balancePaise: 0n });
  assert.equal((await verifyNow(ctx, free.merchantId, vpa("asha@upi"))).feePaise, 0n);
  const priced = await makeMerchant({ balancePaise: 100_00n, feePaise: 3_00n });
  const paid = await verifyNow(ctx, priced.merchantId, vpa("asha@upi"));
  assert.deepEqual([paid.feePaise, paid.taxPaise], [3_00n, 54n]);
  assert.equal(await walletOf(priced), 96_46n);
  // "No such holder" is an answer too; having no response is not one, and costs nothing.
  await verifyNow(ctx, priced.merchantId, vpa("no-account@upi"));
  assert.equal(await walletOf(priced), 92_92n);
  await verifyNow(ctx, priced.merchantId, vpa("npci-down@upi"));
  assert.equal(await walletOf(priced), 92_92n);
});

test("many at once never take more than there is, and who cannot pay is told so before any bank is asked", async () => {
  const merchant = await makeMerchant({ balancePaise: 10_00n, feePaise: 3_00n });
  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, () => verifyNow(ctx, merchant.merchantId, vpa("asha@upi"))),
  );
  const refused = asked.filter((one) => one.status === "rejected");
  assert.equal(refused.length, 6);
  assert.ok(refused.every(({ reason }) => VerificationError.is(reason, "insufficient_balance")));
  assert.equal(await walletOf(merchant), 2_92n);
  const rows = await world.look("select 1 from beneficiaries.verification where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 2);
});

test("what is malformed is refused before anything is kept", async () => {
  const { merchantId } = await makeMerchant();
  const cases: readonly (readonly [ToVerify, string])[] = [
    [account("12345"), "account_invalid"],
    [account("1".repeat(41)), "account_invalid"],
    [account("123456", { ifsc: "HDFC1000001" } as Partial<ToVerify>), "ifsc_invalid"],
    [account("123456", { ifsc: "QQQQ0QQQQQQ" } as Partial<ToVerify>), "ifsc_invalid"],
    [account("123456", { name: "x".repeat(101) }), "name_invalid"],
    [account("123456", { name: "4111111111111111" }), "name_invalid"],
    [account("123456", { phone: "1234567" }), "phone_invalid"],
    [account("123456", { remarks: "x".repeat(26) }), "remarks_invalid"],
    [account("123456", { remarks: "50% off" }), "remarks_invalid"],
    [account("123456", { userKey: "x".repeat(41) }), "user_key_invalid"],
    [vpa("nobody"), "vpa_invalid"],
  ];
  for (const [subject, code] of cases) {
    await assert.rejects(verifyNow(ctx, merchantId, subject), (error) =>
      VerificationError.is(error, code as never),
    );
  }
  for (const sound of [
    account("123456"),
    account("1".repeat(40)),
    account("123456", { remarks: "x".repeat(25) }),
  ])
    assert.equal((await verifyNow(ctx, merchantId, sound)).status, "found");
});

test("a request waits for the worker, and is found by its number or by whom it is about", async () => {
  const { merchantId } = await makeMerchant();
  const userKey = "user_1";
  const asked = await requestVerification(ctx, merchantId, account("919191919101", { userKey }));
  assert.equal(asked.status, "waiting");
  await workVerifications(ctx, merchantId);
  const read = await ctx.db.inMerchant(merchantId, (tx) => readVerification(tx, asked));
  assert.deepEqual([read!.status, read!.score, read!.asked], ["found", 100, 1]);
  const again = await requestVerification(ctx, merchantId, account("909090909001", { userKey }));
  const newest = await ctx.db.inMerchant(merchantId, (tx) => readVerification(tx, { userKey }));
  assert.equal(newest!.verificationNo, again.verificationNo);
  const stranger = await makeMerchant();
  const seen = await ctx.db.inMerchant(stranger.merchantId, (tx) => readVerification(tx, { userKey }));
  assert.equal(seen, null);
});

test("what no one answers is asked again within a budget, then given up, and costs nothing", async () => {
  const merchant = await makeMerchant({ feePaise: 3_00n });
  const { merchantId } = merchant;
  const asked = await requestVerification(ctx, merchantId, account("909090909032"));
  assert.equal(await walletOf(merchant), 96_46n);
  const read = () => ctx.db.inMerchant(merchantId, (tx) => readVerification(tx, asked));
  for (let round = 1; round <= 5; round += 1) {
    await workVerifications(ctx, merchantId);
    assert.equal((await read())!.asked, round);
    await workVerifications(ctx, merchantId);
    assert.equal((await read())!.asked, round, "not before its time");
    await advance(merchantId, 31);
  }
  const ended = await read();
  assert.deepEqual([ended!.status, ended!.failure], ["failed", "unknown"]);
  assert.equal(await walletOf(merchant), 100_00n);
  await workVerifications(ctx, merchantId);
  assert.equal((await read())!.asked, 5);
});

test("a bulk is worked off row by row; a malformed row fails alone and costs nothing", async () => {
  const merchant = await makeMerchant({ feePaise: 1_00n });
  const { merchantId } = merchant;
  const subjects = [
    ...Array.from({ length: 40 }, (_, n) => account(String(700_000_000_000 + n))),
    account("909090909001"),
    account("12345"),
    account("919191919105"),
  ];
  await requestBulkVerification(ctx, merchantId, { bulkKey: "payroll", subjects });
  assert.equal(await walletOf(merchant), 100_00n - 42n * 1_18n);
  await Promise.all([workVerifications(ctx, merchantId), workVerifications(world.openContext(), merchantId)]);
  const bulk = await ctx.db.inMerchant(merchantId, (tx) => readBulkVerification(tx, null));
  assert.equal(bulk!.bulkKey, "payroll");
  assert.deepEqual(
    bulk!.rows.map(({ rowNo }) => rowNo),
    subjects.map((_, n) => n + 1),
  );
  assert.ok(bulk!.rows.slice(0, 40).every(({ status, asked }) => status === "found" && asked === 1));
  const [none, malformed, other] = bulk!.rows.slice(40);
  assert.equal(none!.status, "not_found");
  assert.deepEqual([malformed!.failure, malformed!.code], ["malformed", "account_invalid"]);
  assert.equal(other!.outcome, "no_match");
  await assert.rejects(requestBulkVerification(ctx, merchantId, { bulkKey: "payroll", subjects }), (error) =>
    VerificationError.is(error, "bulk_key_exists"),
  );
  assert.equal(await walletOf(merchant), 100_00n - 42n * 1_18n);
  const poor = await makeMerchant({ balancePaise: 10_00n, feePaise: 1_00n });
  const tooDear = requestBulkVerification(ctx, poor.merchantId, { bulkKey: "a", subjects });
  await assert.rejects(tooDear, (error) => VerificationError.is(error, "insufficient_balance"));
  assert.equal(await ctx.db.inMerchant(poor.merchantId, (tx) => readBulkVerification(tx, null)), null);
});

test("account numbers are kept sealed", async () => {
  const { merchantId } = await makeMerchant();
  await verifyNow(ctx, merchantId, account("912345678901234"));
  const rows = await world.look<{ text: string }>(
    "select verification::text as text from beneficiaries.verification where merchant_id = $1",
    [merchantId],
  );
  assert.ok(
    rows.length === 1 && !rows[0]!.text.includes("912345678901234") && rows[0]!.text.includes("1234"),
  );
});

test("anyone who finds the banks too busy is charged nothing", async (t) => {
  const merchant = await makeMerchant({ feePaise: 3_00n });
  const { merchantId } = merchant;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const adapter = adapterOf({ adapter: "json-h2h" });
  const verify = adapter.verify!;
  adapter.verify = () => answered.then(() => ({ kind: "unknown", detail: "at last" }));
  t.after(() => void (adapter.verify = verify));
  let refused = 0;
  const asked = Array.from({ length: 600 }, () =>
    askBanks(ctx, merchantId, { kind: "vpa", vpa: "asha@upi" }).catch((error: unknown) => {
      assert.ok(error instanceof OverloadError);
      refused += 1;
    }),
  );
  // Here 20 have a slot, and 500 wait for one.
  while (refused < 80) await turn();
  await assert.rejects(verifyNow(ctx, merchantId, account("919191919102")), OverloadError);
  assert.equal(await walletOf(merchant), 100_00n);
  answer();
  await Promise.all(asked);
});
