/** A statement as people print it: one line for an entry, a double rule where a day ends. */
import { formatRupeesIndian } from "#lib/money";
import { openPdf, type Pdf, type TextBox } from "#lib/pdf/open-pdf";
import { istDate, istText } from "#rails";
import type { FundSource } from "./fund-source.ts";
import type { Statement, StatementEntry } from "./read-statement.ts";
import { describeKind } from "./statement-kinds.ts";

export interface StatementHead {
  readonly merchantName: string;
  readonly mode: "sandbox" | "live";
  readonly source: FundSource;
  /** `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly madeAt: Date;
}

const LEFT = 40;
const RIGHT = 555;
const LINE = 14;
const BOTTOM = 790;
const GREY = "#5f5f68";

type Column = Required<Pick<TextBox, "x" | "width" | "align" | "font">> & { readonly title: string };

const COLUMNS = {
  at: { title: "Date (IST)", x: LEFT, width: 92, align: "left", font: "mono" },
  what: { title: "Particulars", x: 138, width: 178, align: "left", font: "sans" },
  debit: { title: "Debit", x: 316, width: 77, align: "right", font: "mono" },
  credit: { title: "Credit", x: 395, width: 77, align: "right", font: "mono" },
  balance: { title: "Balance", x: 474, width: 81, align: "right", font: "mono" },
} as const satisfies Record<string, Column>;

/** Draws the file. */
export async function drawStatement(statement: Statement, head: StatementHead): Promise<Buffer> {
  const title = `Statement of ${head.source.name}, ${head.firstDay} to ${head.lastDay}`;
  const pdf = openPdf({ title, at: head.madeAt });
  const pen: Pen = { pdf, y: drawHead(pdf, statement, head), page: 1 };
  drawTitles(pen);
  let day = "";
  for (const entry of statement.entries) {
    const today = istDate(entry.at);
    if (day !== "" && today !== day) endDay(pen);
    day = today;
    drawEntry(pen, entry);
  }
  endDay(pen);
  drawTotals(pen, statement);
  drawFoot(pen);
  return pdf.finish();
}

/** Where the next line goes. */
interface Pen {
  readonly pdf: Pdf;
  y: number;
  page: number;
}

function drawHead(pdf: Pdf, { openingPaise, closingPaise }: Statement, head: StatementHead): number {
  const { source, merchantName, mode, firstDay, lastDay, madeAt } = head;
  const account = source.accountLast4 === null ? "" : `, account XXXX${source.accountLast4}`;
  const lines = [
    `${source.name} (${source.fundSourceId})${account}${source.ifsc === null ? "" : `, IFSC ${source.ifsc}`}`,
    `${firstDay} to ${lastDay}, made ${istText(madeAt)} IST${mode === "sandbox" ? ", sandbox: no real money" : ""}`,
    `Opening balance ${formatRupeesIndian(openingPaise)}, closing balance ${formatRupeesIndian(closingPaise)}`,
  ];
  pdf.write(merchantName, { x: LEFT, y: 40, width: RIGHT - LEFT, size: 15 });
  lines.forEach((line, index) =>
    pdf.write(line, { x: LEFT, y: 62 + index * LINE, width: RIGHT - LEFT, color: GREY }),
  );
  return 62 + lines.length * LINE + 14;
}

function drawTitles(pen: Pen): void {
  for (const { title, ...box } of Object.values(COLUMNS)) {
    pen.pdf.write(title, { ...box, font: "sans", y: pen.y, size: 8, color: GREY });
  }
  pen.y += LINE;
  pen.pdf.rule([LEFT, pen.y - 2], [RIGHT, pen.y - 2]);
  pen.y += 3;
}

function drawEntry(pen: Pen, entry: StatementEntry): void {
  makeRoom(pen, LINE);
  const { changePaise, balancePaise } = entry;
  const cells = {
    at: istText(entry.at),
    what: [describeKind(entry.kind), entry.key, entry.utr, entry.remarks].filter(Boolean).join(" · "),
    debit: changePaise < 0n ? formatRupeesIndian(-changePaise) : "",
    credit: changePaise > 0n ? formatRupeesIndian(changePaise) : "",
    balance: formatRupeesIndian(balancePaise),
  };
  for (const [name, text] of Object.entries(cells) as [keyof typeof COLUMNS, string][]) {
    const { title: _title, ...box } = COLUMNS[name];
    pen.pdf.write(text, { ...box, y: pen.y, size: 7.5 });
  }
  pen.y += LINE;
}

function endDay(pen: Pen): void {
  for (const below of [0, 2]) pen.pdf.rule([LEFT, pen.y + below], [RIGHT, pen.y + below], 0.4);
  pen.y += 7;
}

function drawTotals(pen: Pen, { entries, closingPaise }: Statement): void {
  makeRoom(pen, 2 * LINE);
  const sum = (sign: bigint): bigint =>
    entries.reduce(
      (total, { changePaise }) => (changePaise * sign > 0n ? total + changePaise * sign : total),
      0n,
    );
  const cells = [
    [COLUMNS.debit, formatRupeesIndian(sum(-1n))],
    [COLUMNS.credit, formatRupeesIndian(sum(1n))],
    [COLUMNS.balance, formatRupeesIndian(closingPaise)],
  ] as const;
  pen.pdf.write("Total", { ...COLUMNS.what, y: pen.y, size: 8 });
  for (const [box, text] of cells) pen.pdf.write(text, { ...box, y: pen.y, size: 7.5 });
}

function makeRoom(pen: Pen, height: number): void {
  if (pen.y + height <= BOTTOM) return;
  drawFoot(pen);
  pen.pdf.addPage();
  pen.page += 1;
  pen.y = 40;
  drawTitles(pen);
}

function drawFoot({ pdf, page }: Pen): void {
  const width = RIGHT - LEFT;
  pdf.write(`Page ${page}`, { x: LEFT, y: 810, width, align: "right", size: 8, color: GREY });
}
