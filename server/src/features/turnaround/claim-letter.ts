/** Writes the letter that asks a bank to pay what it owes for late returns: a PDF file that lists every payment. */
import { readMerchant } from "#access";
import { type BankAddress, readBankAddress } from "#fund-sources";
import type { Context } from "#lib/context";
import { defineErrors } from "#lib/errors";
import { istDate } from "#lib/ist";
import { amountInWords, formatRupeesIndian } from "#lib/money";
import { openPdf, type Pdf, type TextBox } from "#lib/pdf/open-pdf";
import { type OverdueCredit, readOverdue } from "./list-overdue.ts";

const TurnaroundError = defineErrors("turnaround", {
  nothing_to_claim: "There is nothing to claim from this bank.",
});

interface ClaimLetter {
  /** Our reference for the bank's answer. */
  readonly number: string;
  readonly owedPaise: bigint;
  readonly pdf: Buffer;
}

interface ClaimFacts {
  readonly number: string;
  readonly at: Date;
  readonly merchantName: string;
  readonly bank: BankAddress;
  readonly credits: readonly OverdueCredit[];
}

/**
 * Writes the letter to one of a merchant's banks, as of the merchant's clock. Nothing is booked, and the letter is not
 * stored. Throws TurnaroundError.nothing_to_claim.
 */
export async function writeClaimLetter(
  ctx: Context,
  merchantId: string,
  { bankId }: { readonly bankId: string },
): Promise<ClaimLetter> {
  const facts = await ctx.db.inMerchant(merchantId, async (tx): Promise<ClaimFacts> => {
    const { at, credits } = await readOverdue(ctx, tx);
    return {
      number: `TAT-${bankId}-${istDate(at).replaceAll("-", "")}`,
      at,
      merchantName: (await readMerchant(tx)).name,
      bank: await readBankAddress(tx, bankId),
      credits: credits.filter((one) => one.bankId === bankId && one.owedPaise > 0n),
    };
  });
  if (facts.credits.length === 0) throw TurnaroundError.nothing_to_claim({ bankId });
  return { number: facts.number, owedPaise: totalOf(facts), pdf: await drawClaim(facts) };
}

const totalOf = ({ credits }: ClaimFacts): bigint =>
  credits.reduce((sum, { owedPaise }) => sum + owedPaise, 0n);

const LEFT = 40;
const RIGHT = 555;
const WIDTH = RIGHT - LEFT;
const LINE = 14;
const BOTTOM = 790;

const COLUMNS = [
  { title: "Sent", x: LEFT, width: 54, align: "left", of: ({ sentAt }) => istDate(sentAt) },
  { title: "Rail", x: 97, width: 30, align: "left", of: ({ rail }) => rail.toUpperCase() },
  {
    title: "UTR, or our reference",
    x: 130,
    width: 128,
    align: "left",
    of: ({ utr, reference }) => utr ?? reference,
  },
  { title: "Amount (₹)", x: 260, width: 82, align: "right", of: ({ amountPaise }) => figure(amountPaise) },
  { title: "Due by", x: 350, width: 54, align: "left", of: ({ dueAt }) => istDate(dueAt) },
  {
    ...{ title: "Came back", x: 407, width: 54, align: "left" },
    of: ({ returnedAt }) => (returnedAt === null ? "not yet" : istDate(returnedAt)),
  },
  { title: "Days", x: 462, width: 26, align: "right", of: ({ days }) => String(days) },
  { title: "Owed (₹)", x: 490, width: 65, align: "right", of: ({ owedPaise }) => figure(owedPaise) },
] as const satisfies readonly (Pick<TextBox, "x" | "width" | "align"> & {
  title: string;
  of: (credit: OverdueCredit) => string;
})[];

const REQUEST = [
  "The account of our business was debited for each payment below, and no credit to its payee has been",
  "confirmed to us. None of them came back within the time that the Reserve Bank of India allows: for",
  "IMPS, UPI, cards and wallets the day after the debit (circular DPSS.CO.PD No.629/02.01.014/2019-20 of",
  "20 September 2019: ₹100 for each day of delay), for NEFT two hours after the batch and for RTGS one",
  "hour (interest at the repo rate plus two percent a year). Please prove the credit of what has not come",
  "back, or return it; and credit what is owed for the delay to the account that was debited.",
];

/** The column's title already has the rupee sign. */
const figure = (paise: bigint): string => formatRupeesIndian(paise).replace("₹", "");

/** Draws the file. Pure except for the time. */
export async function drawClaim(facts: ClaimFacts): Promise<Buffer> {
  const { number, at, merchantName, bank, credits } = facts;
  const pdf = await openPdf({ title: `Claim ${number}`, at });
  const line = (text: string, y: number, size = 10): void =>
    pdf.write(text, { x: LEFT, y, width: WIDTH, size });
  const head = [
    `To: ${bank.name}`,
    ...(bank.address === "" ? [] : [bank.address]),
    "",
    `From: ${merchantName}`,
  ];
  const lines = [...head, `Date: ${istDate(at)}`, `Our number: ${number}`];
  lines.forEach((text, index) => line(text, 48 + index * LINE));
  let y = 48 + lines.length * LINE + 14;
  line("Claim for the late return of payments", y, 15);
  y += 28;
  for (const text of REQUEST) {
    line(text, y, 9.5);
    y += LINE;
  }
  y = drawTitles(pdf, y + 12);
  for (const credit of credits) {
    if (y > BOTTOM - LINE) {
      pdf.addPage();
      y = drawTitles(pdf, 48);
    }
    for (const { x, width, align, of } of COLUMNS)
      pdf.write(of(credit), { x, y, width, align, font: align === "right" ? "mono" : "sans", size: 8 });
    y += LINE;
  }
  drawTotal(pdf, y, facts);
  return pdf.finish();
}

function drawTitles(pdf: Pdf, y: number): number {
  for (const { title, x, width, align } of COLUMNS) pdf.write(title, { x, y, width, align, size: 8 });
  pdf.rule([LEFT, y + LINE], [RIGHT, y + LINE]);
  return y + LINE + 4;
}

/** Draws the total over a double rule and the place to sign, on a new page if there is no room. */
function drawTotal(pdf: Pdf, from: number, facts: ClaimFacts): void {
  let y = from;
  if (y > BOTTOM - 120) {
    pdf.addPage();
    y = 48;
  }
  const total = totalOf(facts);
  pdf.rule([LEFT, y], [RIGHT, y]);
  pdf.write(`${facts.credits.length} payments, owed in total`, { x: LEFT, y: y + 5, width: 300, size: 10 });
  pdf.write(figure(total), { x: 400, y: y + 5, width: 155, align: "right", font: "mono", size: 10 });
  for (const gap of [20, 22.5]) pdf.rule([425, y + gap], [RIGHT, y + gap]);
  pdf.write(`In words: ${amountInWords(total)}`, { x: LEFT, y: y + 30, width: WIDTH, size: 10 });
  pdf.rule([LEFT, y + 95], [LEFT + 200, y + 95]);
  pdf.write(`For ${facts.merchantName}`, { x: LEFT, y: y + 99, width: WIDTH, size: 10 });
}
