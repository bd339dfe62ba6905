import assert from "node:assert/strict";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { makeFaultWorld, type Payer } from "#test/faults/fault-world";
import { makeLooks } from "./test/make-looks.ts";
import { makeFileBanks, type FileMerchant, type Ordered } from "./test/file-merchant.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const banks = makeFileBanks(world);

const makeOrdered = (count: number): Promise<Ordered> => banks.order(count);

const { work, statusesOf, breaksOf } = makeLooks(world);

const heldOf = async ({ merchantId }: Payer): Promise<string> =>
  (
    await world.look<{ paise: string }>(
      `select coalesce(sum(amount_paise), 0)::text as paise from transfers.transfer
       where merchant_id = $1 and status in ('sent', 'review', 'ready', 'waiting')`,
      [merchantId],
    )
  )[0]!.paise;

/** Leaves a status report about what was ordered in the folder, and collects it. */
async function report({ merchant, messageId }: Ordered, inside: string, original = messageId): Promise<void> {
  const text =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>' +
    `<GrpHdr><MsgId>R-${Math.random()}</MsgId></GrpHdr>${inside.replace("@@", original)}</CstmrPmtStsRpt></Document>`;
  await banks.leave(merchant, `${Date.now()}-${Math.random()}.xml`, text);
  await work(merchant);
}

const group = (status: string, code = ""): string =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>@@</OrgnlMsgId><GrpSts>${status}</GrpSts>${why(code)}</OrgnlGrpInfAndSts>`;
const why = (code: string): string =>
  code === "" ? "" : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
const block = (id: string, status: string, code = "", inside = ""): string =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><PmtInfSts>${status}</PmtInfSts>${why(code)}${inside}` +
  "</OrgnlPmtInfAndSts>";
const payment = (reference: string, status: string, code = ""): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why(code)}</TxInfAndSts>`;

/** Makes a camt.053 of today with these entries, in an old version; it adds up. */
async function state(merchant: FileMerchant, debitPaise: number, entries: string): Promise<void> {
  const day = istDate(new Date());
  const balance = (code: string, paise: number): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${(paise / 100).toFixed(2)}</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const text =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>' +
    `<Stmt><Id>S</Id><Acct><Id><Othr><Id>${merchant.debitAccount}</Id></Othr></Id></Acct>` +
    `${balance("OPBD", 10_000_000)}${balance("CLBD", 10_000_000 - debitPaise)}${entries}` +
    "</Stmt></BkToCstmrStmt></Document>";
  await banks.leave(merchant, `statement-${Math.random()}.xml`, text);
  await work(merchant);
}

const entry = (amount: string, inside: string, side = "DBIT", more = ""): string =>
  `<Ntry><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts>BOOK</Sts>` +
  `<AcctSvcrRef>S1</AcctSvcrRef>${inside}</Ntry>`;

const linesOf = async ({ merchantId }: Payer): Promise<string[]> =>
  (
    await world.look<{ text: string }>(
      `select concat_ws(' ', side, amount_paise, kind, state) as text from reconciliation.line
       where merchant_id = $1 order by amount_paise desc, side`,
      [merchantId],
    )
  ).map(({ text }) => text);

test("a message that is refused as a whole fails its payments and frees their money", async () => {
  const ordered = await makeOrdered(3);
  await report(ordered, group("ACCP"));
  assert.deepEqual(await statusesOf(ordered.merchant), ["sent", "sent", "sent"]);
  await report(ordered, group("RJCT", "AM10"));
  assert.deepEqual(await statusesOf(ordered.merchant), ["failed", "failed", "failed"]);
  assert.equal(await heldOf(ordered.merchant), "0");
  assert.deepEqual(await breaksOf(ordered.merchant), ["contradiction", "contradiction", "contradiction"]);
});

test("a block that is refused fails its payments; a payment named apart keeps its own word", async () => {
  const ordered = await makeOrdered(2);
  await report(ordered, group("PART") + block(ordered.blockId, "ACSC", "", ""));
  assert.deepEqual(await statusesOf(ordered.merchant), ["succeeded", "succeeded"]);
  const other = await makeOrdered(2);
  await report(other, group("PART") + block(other.blockId, "RJCT", "AC06"));
  assert.deepEqual(await statusesOf(other.merchant), ["failed", "failed"]);
  const third = await makeOrdered(2);
  await report(
    third,
    group("PART") + block(third.blockId, "PART", "", payment(third.references[0]!, "RJCT", "AC04")),
  );
  assert.deepEqual((await statusesOf(third.merchant)).toSorted(), ["failed", "sent"]);
});

test("a settled block is paid; the statement brings the number, and nothing is booked twice", async () => {
  const ordered = await makeOrdered(1);
  const { merchant, references } = ordered;
  await report(ordered, block(ordered.blockId, "ACSC") + group(""));
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
  const refs = `<EndToEndId>${references[0]}</EndToEndId><ClrSysRef>632811000042</ClrSysRef>`;
  const details = `<NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls>`;
  await state(merchant, 1_000_00, entry("1000.00", details));
  const [row] = await world.look("select utr, status from transfers.transfer where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.deepEqual(row, { utr: "632811000042", status: "succeeded" });
  assert.deepEqual(await linesOf(merchant), ["debit 100000 payment matched"]);
});

test("a refusal that cannot be believed moves nothing, and does not wait in silence", async () => {
  for (const inside of [
    group("RJCT"),
    group("RJCT", "XX99"),
    group("RJCT", "DU01"),
    group("PART"),
    group("CANC"),
  ]) {
    const ordered = await makeOrdered(2);
    await report(ordered, inside);
    assert.deepEqual(await statusesOf(ordered.merchant), ["sent", "sent"], inside);
    assert.deepEqual(await breaksOf(ordered.merchant), ["contradiction", "contradiction"], inside);
  }
});

test("what was paid in part is not refused as a whole", async () => {
  const ordered = await makeOrdered(2);
  const [first] = ordered.references;
  await report(ordered, block(ordered.blockId, "ACSP", "", payment(first!, "ACSC")) + group(""));
  assert.deepEqual((await statusesOf(ordered.merchant)).toSorted(), ["sent", "succeeded"]);
  await report(ordered, group("RJCT", "AM10"));
  assert.deepEqual((await statusesOf(ordered.merchant)).toSorted(), ["sent", "succeeded"]);
  assert.equal((await breaksOf(ordered.merchant)).length, 2);
});

test("payments that were in another message too are not failed by the refusal of one", async () => {
  const ordered = await makeOrdered(2);
  const { merchant, messageId, references } = ordered;
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    tx.execute(
      `insert into transfers.sent_block (
         merchant_id, bank_id, block_id, message_id, payment_references, repeats, sent_at
       )
       values ($1, 'varuna', 'OTHER-IMPS', 'OTHER', $2, true, now())`,
      [merchant.merchantId, [references[0]]],
    ),
  );
  await report(ordered, group("RJCT", "AM10"), messageId);
  assert.deepEqual((await statusesOf(merchant)).toSorted(), ["failed", "sent"]);
});

test("a settlement of another number than was sent is doubted", async () => {
  const ordered = await makeOrdered(2);
  const counted = group("ACSC").replace("</OrgnlMsgId>", "</OrgnlMsgId><OrgnlNbOfTxs>3</OrgnlNbOfTxs>");
  await report(ordered, counted);
  assert.deepEqual(await statusesOf(ordered.merchant), ["sent", "sent"]);
  assert.deepEqual(await breaksOf(ordered.merchant), ["contradiction", "contradiction"]);
});

test("a report about an unknown message is a break; one that says nothing is laid aside, not archived", async () => {
  const ordered = await makeOrdered(1);
  const { merchant } = ordered;
  await report(ordered, group("RJCT", "AM10"), "NEVER-SENT");
  assert.deepEqual(await breaksOf(merchant), ["stray_news"]);
  await report(ordered, "<OrgnlGrpInfAndSts><OrgnlMsgId>@@</OrgnlMsgId></OrgnlGrpInfAndSts>");
  assert.deepEqual(await breaksOf(merchant), ["file_refused", "stray_news"]);
  assert.deepEqual(await statusesOf(merchant), ["sent"]);
  const half = payment(ordered.references[0]!, "ACSC") + "<TxInfAndSts><TxSts>ACSC</TxSts></TxInfAndSts>";
  await report(ordered, group("") + block(ordered.blockId, "PART", "", half));
  assert.deepEqual(await statusesOf(merchant), ["succeeded"], "what was understood is taken");
  assert.deepEqual(await breaksOf(merchant), ["file_refused", "file_refused", "stray_news"]);
  assert.equal((await banks.list(merchant, "refused")).filter((name) => name.endsWith(".txt")).length, 2);
});

test("a batch without details is the payments of the block that it names", async () => {
  const ordered = await makeOrdered(3);
  const { merchant, blockId } = ordered;
  const total = 1_000_00 + 1_001_00 + 1_002_00;
  const batch = `<NtryDtls><Btch><PmtInfId>${blockId}</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>`;
  await state(merchant, total, entry((total / 100).toFixed(2), batch));
  assert.deepEqual(await statusesOf(merchant), ["succeeded", "succeeded", "succeeded"]);
  assert.deepEqual(await linesOf(merchant), [
    "debit 100200 payment matched",
    "debit 100100 payment matched",
    "debit 100000 payment matched",
  ]);
  assert.deepEqual(await breaksOf(merchant), []);
});

test("what an entry does not divide is told by what was ordered", async () => {
  const { merchant } = await makeOrdered(4);
  const rowsOf = (column: string) =>
    world.look<{ reference: string; utr: string }>(
      `select ${column} from transfers.attempt join transfers.transfer using (merchant_id, transfer_id)
       where merchant_id = $1 order by amount_paise`,
      [merchant.merchantId],
    );
  const rows = await rowsOf("attempt.reference");
  const charge = `<Chrgs><Rcrd><Amt Ccy="INR">5.90</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>`;
  const detail = (index: number, inside = "") =>
    `<TxDtls><Refs><EndToEndId>${rows[index]!.reference}</EndToEndId><ClrSysRef>6328${index}</ClrSysRef></Refs>` +
    `${inside}</TxDtls>`;
  const whole = (amount: string, ...inside: string[]) =>
    entry(amount, `<NtryDtls>${inside.join("")}</NtryDtls>`);
  const two = whole("2006.90", detail(0), detail(1, charge));
  const others = whole("1007.90", detail(2, charge)) + whole("1003.00", detail(3, charge));
  await state(merchant, 4_017_80, two + others);
  const lines = (await linesOf(merchant)).join();
  assert.match(lines, /^(debit 100[0-3]00 payment matched,){4}(debit 590 charge suspense,?){2}$/);
  assert.deepEqual(await breaksOf(merchant), ["bank_charge", "bank_charge"]);
  const utrs = (await rowsOf("transfer.utr")).map(({ utr }) => utr);
  assert.deepEqual(utrs, ["63280", "63281", "63282", "63283"]);
});

test("a batch of what is left of a block is that; one that fits nothing is one break", async () => {
  const ordered = await makeOrdered(3);
  const { merchant, blockId, references } = ordered;
  await report(ordered, block(blockId, "PART", "", payment(references[0]!, "RJCT", "AC04")) + group("PART"));
  const left = 2_003_00;
  const named = (id: string, count: number) =>
    `<NtryDtls><Btch><PmtInfId>${id}</PmtInfId><NbOfTxs>${count}</NbOfTxs></Btch></NtryDtls>`;
  await state(
    merchant,
    left + 50_00,
    entry("2003.00", named(blockId, 2)) + entry("50.00", named("OTHER", 2)),
  );
  assert.deepEqual((await statusesOf(merchant)).toSorted(), ["failed", "succeeded", "succeeded"]);
  assert.deepEqual(await linesOf(merchant), [
    "debit 100200 payment matched",
    "debit 100100 payment matched",
    "debit 5000 batch suspense",
  ]);
  assert.deepEqual(await breaksOf(merchant), ["unknown_debit"]);
});

test("a charge and its payment share a number; two equal charges are two; the same file adds nothing", async () => {
  const ordered = await makeOrdered(1);
  const { merchant, references } = ordered;
  const charge = (amount: string) =>
    entry(amount, "<BkTxCd><Domn><Fmly><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>");
  const details = `<NtryDtls><TxDtls><Refs><EndToEndId>${references[0]}</EndToEndId></Refs><Amt Ccy="INR">1000.00</Amt>
    <Chrgs><Amt Ccy="INR">5.90</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs></TxDtls></NtryDtls>`;
  const entries = entry("1005.90", details) + charge("2.00") + charge("2.00");
  const usd = entry("7.00", "").replace('Ccy="INR"', 'Ccy="USD"');
  await state(merchant, 1_009_90, entries + usd);
  const lines = [
    "debit 100000 payment matched",
    "debit 590 charge suspense",
    "debit 200 charge suspense",
    "debit 200 charge suspense",
  ];
  assert.deepEqual(await linesOf(merchant), lines);
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
  const breaks = ["bank_charge", "bank_charge", "bank_charge", "entry_left_out"];
  assert.deepEqual(await breaksOf(merchant), breaks);
  await state(merchant, 1_009_90, entries + usd);
  assert.deepEqual([await linesOf(merchant), await breaksOf(merchant)], [lines, breaks]);
});

test("a reversal that has nothing but the number of its entry is tied to the payment", async () => {
  const ordered = await makeOrdered(1);
  const { merchant, references } = ordered;
  await report(ordered, block(ordered.blockId, "ACSC") + group(""));
  const details = `<NtryDtls><TxDtls><Refs><EndToEndId>${references[0]}</EndToEndId></Refs></TxDtls></NtryDtls>`;
  const back = entry("1000.00", "", "CRDT", "<RvslInd>true</RvslInd>");
  await state(merchant, 0, entry("1000.00", details) + back);
  const tied = await world.look(
    "select from reconciliation.line where merchant_id = $1 and transfer_id is not null",
    [merchant.merchantId],
  );
  assert.equal(tied.length, 2);
  assert.deepEqual(await breaksOf(merchant), []);
});
