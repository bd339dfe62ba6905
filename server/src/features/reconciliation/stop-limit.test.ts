/**
 * A statement stops its bank depending on the unexplained part of a debit, which is compared with the merchant's limit.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readStatementFile } from "#banks";
import { setBankEnabled } from "#fund-sources";
import { istDate } from "#lib/ist";
import { importStatement, listStatements, matchLines, writeStopLimit } from "#reconciliation";
import { acceptTransfers } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import type { HandLine } from "./test/make-statement.ts";
import { makeScene, type Sent } from "./test/scene.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const by = "system" as const;
const folder = await mkdtemp(join(tmpdir(), "vitaran-mt940-"));
after(() => rm(folder, { recursive: true, force: true }));

const scene = makeScene(world);
const { send } = scene;
const state = (merchant: Payer, lines: readonly HandLine[]) =>
  scene.state(merchant, lines, { kind: "intraday" });

const isOn = async ({ merchantId }: Payer): Promise<unknown> =>
  (
    await world.look(
      "select enabled, stopped_because is not null as said from fund_sources.bank_connection where merchant_id = $1",
      [merchantId],
    )
  )[0];

const stopAbove = (merchantId: string, stopAbovePaise: bigint) =>
  ctx.db.inMerchant(merchantId, (tx) => writeStopLimit(tx, { stopAbovePaise, by }));

test("an unknown debit above the merchant's limit stops the bank, one at it does not", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  await stopAbove(merchantId, 50_00n);
  await state(merchant, [{ side: "debit", amountPaise: 50_00n, reference: "A" }]);
  assert.deepEqual(await isOn(merchant), { enabled: true, said: false });
  await state(merchant, [
    { side: "debit", amountPaise: 50_00n, reference: "A" },
    { side: "debit", amountPaise: 50_01n, reference: "B" },
  ]);
  assert.deepEqual(await isOn(merchant), { enabled: false, said: true });

  const refusal = async (transferKey: string): Promise<unknown> => {
    const [answer] = await acceptTransfers(ctx, merchantId, [orderTo(transferKey)]);
    return answer!.kind === "refused" ? answer!.code : answer!.kind;
  };
  assert.equal(await refusal("STOPPED"), "fund_source_stopped");
  const { banks } = await listStatements(ctx, merchantId, { limit: 1 });
  assert.match(banks[0]!.stoppedBecause!, /^unknown debit of ₹50\.01 on .*, reference B$/);
  assert.ok(banks[0]!.stoppedAt instanceof Date);
  const { bankId } = merchant;
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by });
  assert.equal(await refusal("AGAIN"), "accepted");
  await setBankEnabled(ctx, merchantId, { bankId, enabled: false, by });
  assert.equal(await refusal("SWITCHED OFF"), "mode_not_enabled");
});

test("a debit of another amount than ordered stops the bank above the limit", async () => {
  const merchant = await world.makePayer();
  await stopAbove(merchant.merchantId, 99_00n);
  const [one, two] = [await send(merchant, "ONE"), await send(merchant, "TWO")];
  const less = { side: "debit", amountPaise: 99_00n, reference: one.reference } as const;
  await state(merchant, [less]);
  assert.deepEqual(await isOn(merchant), { enabled: true, said: false });
  await state(merchant, [less, { side: "debit", amountPaise: 1_000_00n, reference: two.reference }]);
  assert.deepEqual(await isOn(merchant), { enabled: false, said: true });
});

test("debits that may be of as many equal payments stop no bank; one debit more does", async () => {
  const counterparty = { name: null, accountNumber: "XXXXXXXX1191", ifsc: null };
  const line: HandLine = { side: "debit", amountPaise: 100_00n, counterparty };
  for (const [lines, enabled] of [
    [[line], true],
    [[line, line], true],
    [[line, line, line], false],
  ] as const) {
    const merchant = await world.makePayer();
    await stopAbove(merchant.merchantId, 50_00n);
    await send(merchant, "ONE");
    await send(merchant, "TWO");
    await scene.state(merchant, lines);
    assert.deepEqual(
      await scene.breaksOf(merchant),
      lines.map(() => "ambiguous"),
    );
    assert.deepEqual(await isOn(merchant), { enabled, said: !enabled });
  }
});

test("a debit that may only be of a payment which the bank refused stops the bank", async () => {
  const merchant = await world.makePayer();
  await stopAbove(merchant.merchantId, 50_00n);
  const match = { debitAccount: merchant.debitAccount };
  const mishap = { kind: "fail", code: "M5" };
  await world.simulator.control("POST", "/sim/script", { match, mishap, times: 1 });
  await send(merchant, "REFUSED");
  await scene.state(merchant, [{ side: "debit", amountPaise: 100_00n }]);
  assert.deepEqual(await scene.breaksOf(merchant), ["ambiguous"]);
  assert.deepEqual(await isOn(merchant), { enabled: false, said: true });
});

/** Imports an MT940 of today; entries are `<side><amount>N<type><reference>//<bank's number>`. */
async function bringMt940(
  { merchantId, bankId, debitAccount }: Payer,
  entries: readonly string[],
): Promise<void> {
  const date = istDate(new Date()).slice(2).replaceAll("-", "");
  const moved = entries.reduce((sum, entry) => {
    const [, mark, whole, part] = /^(C|D|RC|RD)(\d+),(\d\d)/.exec(entry)!;
    const paise = Number(whole) * 100 + Number(part);
    return sum + (mark === "C" || mark === "RD" ? paise : -paise);
  }, 0);
  const balance = (paise: number): string =>
    `${paise < 0 ? "D" : "C"}${date}INR${(Math.abs(paise) / 100).toFixed(2).replace(".", ",")}`;
  const lines = entries.map((entry) => `:61:${date}${entry}\n`).join("");
  const path = join(folder, "statement.mt940");
  await writeFile(
    path,
    `:20:S\n:25:${debitAccount}\n:28C:1/1\n:60F:${balance(10_000_00)}\n${lines}:62F:${balance(10_000_00 + moved)}\n`,
  );
  for await (const statement of (await readStatementFile({ path, format: "mt940" })).statements)
    await importStatement(ctx, merchantId, { bankId, statement });
  await matchLines(ctx, merchantId);
}

/** A payment of ₹5,000.00 was ordered; the limit is ₹100.00. */
const MT940: readonly (readonly [string, (sent: Sent) => readonly string[], RegExp | null])[] = [
  ["as ordered", ({ reference }) => [`D5000,00NTRF${reference}//B1`], null],
  ["more by the limit", ({ reference }) => [`D5100,00NTRF${reference}//B1`], null],
  ["less by the limit", ({ reference }) => [`D4900,00NTRF${reference}//B1`], null],
  [
    "more by a paisa above the limit",
    ({ reference }) => [`D5100,01NTRF${reference}//B1`],
    /^debit of ₹5,100\.01 on \S+ that differs by ₹100\.01 from the amount ordered, (UTR|reference) \S+$/,
  ],
  [
    "less by a paisa above the limit",
    ({ reference }) => [`D4899,99NTRF${reference}//B1`],
    /^debit of ₹4,899\.99 on \S+ that differs by ₹100\.01 from the amount ordered, /,
  ],
  ["a charge beside it", ({ reference }) => [`D5000,00NTRF${reference}//B1`, "D5,90NCHGNONREF//B1"], null],
  [
    "a charge under the reference of its payment",
    ({ reference }) => [`D5000,00NTRF${reference}//B1`, `D5,90NCHG${reference}//B1`],
    null,
  ],
  [
    "a charge of the same amount under that reference",
    ({ reference }) => [`D5000,00NCHG${reference}//B1`, `D5000,00NTRF${reference}//B1`],
    /^unusual charge of ₹5,000\.00 on /,
  ],
  [
    "a charge above the limit",
    ({ reference }) => [`D5000,00NTRF${reference}//B1`, "D100,01NCHGNONREF//B2"],
    /^unusual charge of ₹100\.01 on /,
  ],
  ["an unknown one at the limit", () => ["D100,00NTRFNOTOURS//B1"], null],
  ["an unknown one above it", () => ["D100,01NTRFNOTOURS//B1"], /^unknown debit of ₹100\.01 on /],
  ["an unknown one that was taken back", () => ["D900,00NTRFNOTOURS//B1", "RD900,00NTRFNOTOURS//B1"], null],
  [
    "twice, whatever the amount",
    ({ reference }) => [`D5000,00NTRF${reference}//B1`, `D5000,00NTRF${reference}//B2`],
    /^repeated debit of ₹5,000\.00 on /,
  ],
];

for (const [what, entries, because] of MT940)
  test(`MT940, ${what}: ${because === null ? "the bank goes on" : "the bank is stopped"}`, async () => {
    const merchant = await world.makePayer();
    const { merchantId } = merchant;
    await stopAbove(merchantId, 100_00n);
    const sent = await send(merchant, "ONE", { amountPaise: 5_000_00n });
    await bringMt940(merchant, entries(sent));
    const [bank] = await world.look<{ because: string | null }>(
      `select stopped_because as because from fund_sources.bank_connection where merchant_id = $1`,
      [merchantId],
    );
    if (because === null) assert.equal(bank!.because, null);
    else assert.match(bank!.because ?? "", because);
    const [answer] = await acceptTransfers(ctx, merchantId, [orderTo("NEXT")]);
    assert.equal(
      answer!.kind === "refused" ? answer!.code : answer!.kind,
      because === null ? "accepted" : "fund_source_stopped",
    );
  });
