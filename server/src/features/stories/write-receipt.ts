/** The receipt of a paid transfer: one page for the payee or for the books. */
import { maskVpaInFile } from "#lib/mask-account";
import { amountInWords, formatRupeesIndian } from "#lib/money";
import { openPdf, type Pdf } from "#lib/pdf/open-pdf";
import { lookUpIfsc, withPaidOnly } from "#rails";
import { publicStatus } from "#transfers";
import { StoryError, type Story, showBank, showRail } from "./story.ts";
import { showMoment } from "./sentences.ts";

const LEFT = 56;
const LABEL = 150;
const LINE = 20;

/**
 * Writes a PDF file. Throws StoryError.not_paid unless the bank has paid. The receipt of a returned payment says so.
 */
export async function writeReceipt(
  story: Story,
  { merchantName, now }: { merchantName: string; now: Date },
): Promise<Buffer> {
  const { transfer } = story;
  if (transfer.status !== "succeeded" && transfer.status !== "reversed") throw StoryError.not_paid();
  const pdf = await openPdf({ title: `Receipt ${transfer.transferKey}`, at: now });
  const right = pdf.pageWidth - LEFT;
  const width = right - LEFT;
  pdf.write(merchantName, { x: LEFT, y: 56, width, size: 11 });
  pdf.write(transfer.status === "reversed" ? "Receipt of a returned payment" : "Payment receipt", {
    x: LEFT,
    y: 76,
    width,
    size: 20,
  });
  pdf.rule([LEFT, 108], [right, 108]);
  const end = writeRows(pdf, 124, rowsOf(story));
  writeTotals(pdf, end + 12, story);
  pdf.write(`Made on ${showMoment(now)}. IST is Indian Standard Time.`, {
    x: LEFT,
    y: 780,
    width,
    size: 8,
  });
  return pdf.finish();
}

/** Returns names and values, without those that are empty. */
export function rowsOf(story: Story): [string, string][] {
  const { transfer, explanation, fundSourceName, history } = story;
  const payee = withPaidOnly(transfer.mode, story.payee);
  const back = history.messages.find(({ evidence, utr }) => evidence === "RET" && utr !== null);
  const account = payee.accountLast4 === null ? "" : `•••• ${payee.accountLast4}`;
  const card = payee.cardLast4 === null ? "" : `•••• ${payee.cardLast4}`;
  const rows: [string, string][] = [
    ["Status", `${publicStatus[transfer.status]}. ${explanation.where.text}`],
    ["Transfer ID", transfer.transferKey],
    ["Reference ID", String(transfer.referenceId)],
    ["UTR", transfer.utr ?? ""],
    ["UTR of the return", back?.utr ?? ""],
    ["Paid to", payee.name],
    ["Account", account],
    ["IFSC", payee.ifsc === null ? "" : `${payee.ifsc} ${lookUpIfsc(payee.ifsc)?.bankName ?? ""}`],
    ["VPA", maskVpaInFile(payee.vpa ?? "")],
    ["Card", card],
    ["Paid from", fundSourceName],
    ["By", `${showRail(transfer.rail)}, ${showBank(transfer.bankId)}`],
    ["Remarks", transfer.remarks],
    ["Accepted", showMoment(transfer.acceptedAt, { seconds: true })],
    [
      transfer.status === "reversed" ? "Came back" : "Paid",
      transfer.finishedAt === null ? "" : showMoment(transfer.finishedAt, { seconds: true }),
    ],
  ];
  return rows.filter(([, value]) => value.trim() !== "");
}

function writeRows(pdf: Pdf, top: number, rows: readonly [string, string][]): number {
  const width = pdf.pageWidth - 2 * LEFT - LABEL;
  rows.forEach(([name, value], index) => {
    const y = top + index * LINE;
    pdf.write(name, { x: LEFT, y, width: LABEL - 10, size: 10 });
    pdf.write(value, { x: LEFT + LABEL, y, width, size: 10 });
  });
  return top + rows.length * LINE;
}

/** Writes amount and charges, and their total over a double rule, with the figures aligned. */
function writeTotals(pdf: Pdf, top: number, { transfer }: Story): void {
  const { amountPaise, feePaise, taxPaise } = transfer;
  const right = pdf.pageWidth - LEFT;
  const lines: [string, bigint][] = [
    ["Amount", amountPaise],
    ["Fee", feePaise],
    ["GST on the fee", taxPaise],
    ["Total", amountPaise + feePaise + taxPaise],
  ];
  lines.forEach(([name, paise], index) => {
    const y = top + index * LINE + (name === "Total" ? 6 : 0);
    pdf.write(name, { x: LEFT, y, width: LABEL, size: 10 });
    const figure = { x: LEFT, width: right - LEFT, align: "right", font: "mono", size: 10 } as const;
    pdf.write(formatRupeesIndian(paise), { ...figure, y });
  });
  const totalY = top + 3 * LINE;
  pdf.rule([right - 130, totalY], [right, totalY]);
  for (const gap of [22, 24.5]) pdf.rule([right - 130, totalY + gap], [right, totalY + gap]);
  const words = amountInWords(amountPaise);
  pdf.write(`Amount in words: ${words}`, { x: LEFT, y: totalY + 40, width: right - LEFT, size: 10 });
}
