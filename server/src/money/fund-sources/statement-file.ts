/** Writes statements to files: tables, and for printing one line per entry with a double rule at the end of a day. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ColumnToWrite, type RowToWrite, writeCsv, writeXlsx } from "@vitaran/spreadsheets";
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { istDate, istText } from "#lib/ist";
import { formatRupeesIndian } from "#lib/money";
import { openPdf, type Pdf, type TextBox } from "#lib/pdf/open-pdf";
import { FundSourceError } from "./errors.ts";
import { type FundSource, readFundSources } from "./fund-source.ts";
import { readStatement, type SourceStatement, type StatementEntry } from "./read-statement.ts";
import { describeKind } from "./statement-kinds.ts";

export const STATEMENT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type DrawnFormat = (typeof STATEMENT_FORMATS)[number];

/** The maximum number of entries in one file. */
export const STATEMENT_ENTRIES_MAX = 10_000;

const DAY_MS = 86_400_000;

interface DrawnFile {
  readonly name: string;
  readonly bytes: Buffer;
}

interface FileToWrite {
  readonly fundSourceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly format: DrawnFormat;
}

/**
 * Writes the statement of a fund source over days in India to a file, oldest first; no transaction is open
 * meanwhile. Throws FundSourceError.not_found, or too_many_entries above `STATEMENT_ENTRIES_MAX`.
 */
export async function writeStatementFile(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, from, to, format }: FileToWrite,
): Promise<DrawnFile> {
  const days = { firstDay: istDate(from), lastDay: istDate(new Date(to.getTime() - DAY_MS)) };
  const { statement, ...head } = await ctx.db.inMerchant(merchantId, (tx) =>
    readAll(tx, fundSourceId, { from, to }),
  );
  const name = `statement-${fundSourceId}_${days.firstDay}_${days.lastDay}_IST.${format}`;
  if (format !== "pdf") return { name, bytes: await writeTable(format, statement) };
  return { name, bytes: await drawStatement(statement, { ...head, ...days }) };
}

async function readAll(tx: Tx, fundSourceId: string, range: { from: Date; to: Date }) {
  const page = { ...range, page: 1, perPage: STATEMENT_ENTRIES_MAX };
  const statement = await readStatement(tx, fundSourceId, page);
  if (statement.entryCount > STATEMENT_ENTRIES_MAX) {
    throw FundSourceError.too_many_entries({ limit: STATEMENT_ENTRIES_MAX, found: statement.entryCount });
  }
  const [{ name: merchantName, mode }, sources] = await Promise.all([readMerchant(tx), readFundSources(tx)]);
  const source = sources.find((one) => one.fundSourceId === fundSourceId)!;
  return { statement, merchantName, mode, source, madeAt: tx.now };
}

const WRITERS = { csv: writeCsv, xlsx: writeXlsx } as const;

const COLUMNS: readonly ColumnToWrite[] = [
  { name: "date", title: "Date (IST)", kind: "date" },
  { name: "kind", title: "Kind" },
  { name: "key", title: "Id" },
  { name: "referenceId", title: "Reference id" },
  { name: "utr", title: "UTR" },
  { name: "remarks", title: "Remarks" },
  { name: "amount", title: "Amount", kind: "amount" },
  { name: "charges", title: "Charges", kind: "amount" },
  { name: "change", title: "Change", kind: "amount" },
  { name: "balance", title: "Balance", kind: "amount" },
];

async function writeTable(format: "csv" | "xlsx", { entries }: SourceStatement): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(WRITERS[format](COLUMNS, entries.map(rowOf))));
}

function rowOf(entry: StatementEntry): RowToWrite {
  return {
    date: istText(entry.at),
    kind: describeKind(entry.kind),
    key: entry.key,
    referenceId: entry.referenceId === null ? null : String(entry.referenceId),
    utr: entry.utr,
    remarks: entry.remarks,
    amount: entry.amountPaise,
    charges: entry.chargesPaise,
    change: entry.changePaise,
    balance: entry.balancePaise,
  };
}

interface StatementHead {
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
const LINES_AT_ONCE = 25;

type Column = Required<Pick<TextBox, "x" | "width" | "align" | "font">> & { readonly title: string };

const PRINTED_COLUMNS = {
  day: { title: "Date", x: LEFT, width: 56, align: "left", font: "sans" },
  time: { title: "IST", x: 97, width: 40, align: "left", font: "mono" },
  what: { title: "Particulars", x: 140, width: 196, align: "left", font: "sans" },
  debit: { title: "Debit (₹)", x: 338, width: 68, align: "right", font: "mono" },
  credit: { title: "Credit (₹)", x: 410, width: 68, align: "right", font: "mono" },
  balance: { title: "Balance (₹)", x: 482, width: 73, align: "right", font: "mono" },
} as const satisfies Record<string, Column>;

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Asia/Kolkata" });

/** Returns "2 Nov 2026" for `2026-11-02`. */
const inWords = (day: string): string => DAY.format(new Date(`${day}T12:00:00+05:30`));

const periodOf = ({ firstDay, lastDay }: StatementHead): string =>
  firstDay === lastDay ? inWords(firstDay) : `${inWords(firstDay)} to ${inWords(lastDay)}`;

/** Formats an amount for a column whose title has the rupee sign. */
const figure = (paise: bigint): string => formatRupeesIndian(paise).replace("₹", "");

async function drawStatement(statement: SourceStatement, head: StatementHead): Promise<Buffer> {
  const about = `${head.merchantName} · ${head.source.name} · ${periodOf(head)}`;
  const pdf = await openPdf({ title: `Account statement · ${about}`, at: head.madeAt });
  const pen: Pen = { pdf, y: drawHead(pdf, statement, head), page: 1, about };
  drawTitles(pen);
  let day = "";
  for (const [index, entry] of statement.entries.entries()) {
    // Thousands of lines take seconds, and payouts must not wait for them.
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
    const today = istDate(entry.at);
    if (day !== "" && today !== day) endDay(pen);
    const isNewPage = makeRoom(pen, LINE);
    drawEntry(pen, entry, today === day && !isNewPage ? "" : inWords(today));
    day = today;
  }
  endDay(pen);
  drawTotals(pen, statement);
  drawFoot(pen);
  return pdf.finish();
}

/** The position of the next line. */
interface Pen {
  readonly pdf: Pdf;
  y: number;
  page: number;
  /** The text at the bottom of every page. */
  readonly about: string;
}

function drawHead(pdf: Pdf, statement: SourceStatement, head: StatementHead): number {
  const { source, merchantName, mode, madeAt } = head;
  const place = [
    `${source.name} (${source.fundSourceId})`,
    source.accountLast4 === null ? "" : `Account XXXX${source.accountLast4}`,
    source.ifsc === null ? "" : `IFSC ${source.ifsc}`,
  ];
  const made = `Created ${DAY.format(madeAt)}, ${timeOf(madeAt).slice(0, 5)} IST`;
  const line = { x: LEFT, width: RIGHT - LEFT };
  pdf.write(merchantName, { ...line, y: 40, size: 15 });
  pdf.write(`Account statement, ${periodOf(head)}`, { ...line, y: 62, size: 10.5 });
  pdf.write(place.filter(Boolean).join(" · "), { ...line, y: 80, color: GREY });
  pdf.write(mode === "sandbox" ? `${made} · Sandbox: no real money` : made, { ...line, y: 94, color: GREY });
  const figures = [
    ["Opening balance", statement.openingPaise],
    ["Credits", sumOf(statement, 1n)],
    ["Debits", sumOf(statement, -1n)],
    ["Closing balance", statement.closingPaise],
  ] as const;
  figures.forEach(([label, paise], at) => {
    const box = { x: LEFT + at * FIGURE_WIDTH, width: FIGURE_WIDTH - 8 };
    pdf.write(label, { ...box, y: 120, size: 8, color: GREY });
    pdf.write(formatRupeesIndian(paise), { ...box, y: 131, size: 10.5, font: "mono" });
  });
  return 164;
}

const FIGURE_WIDTH = (RIGHT - LEFT) / 4;

const timeOf = (at: Date): string => istText(at).slice(11);

/** Sums what came in (1) or went out (-1). */
const sumOf = ({ entries }: SourceStatement, sign: 1n | -1n): bigint =>
  entries.reduce((sum, { changePaise }) => (changePaise * sign > 0n ? sum + changePaise * sign : sum), 0n);

function drawTitles(pen: Pen): void {
  for (const { title, ...box } of Object.values(PRINTED_COLUMNS)) {
    pen.pdf.write(title, { ...box, font: "sans", y: pen.y, size: 8, color: GREY });
  }
  pen.y += LINE;
  pen.pdf.rule([LEFT, pen.y - 2], [RIGHT, pen.y - 2]);
  pen.y += 3;
}

function drawEntry(pen: Pen, entry: StatementEntry, day: string): void {
  const { changePaise, balancePaise } = entry;
  const cells = {
    day,
    time: timeOf(entry.at),
    what: [describeKind(entry.kind), entry.key, entry.utr, entry.remarks].filter(Boolean).join(" · "),
    debit: changePaise < 0n ? figure(-changePaise) : "",
    credit: changePaise > 0n ? figure(changePaise) : "",
    balance: figure(balancePaise),
  };
  for (const [name, text] of Object.entries(cells) as [keyof typeof PRINTED_COLUMNS, string][]) {
    const { title: _title, ...box } = PRINTED_COLUMNS[name];
    pen.pdf.write(text, { ...box, y: pen.y, size: 7.5 });
  }
  pen.y += LINE;
}

function endDay(pen: Pen): void {
  for (const below of [0, 2]) pen.pdf.rule([LEFT, pen.y + below], [RIGHT, pen.y + below], 0.4);
  pen.y += 7;
}

function drawTotals(pen: Pen, statement: SourceStatement): void {
  makeRoom(pen, 2 * LINE);
  const cells = [
    [PRINTED_COLUMNS.debit, figure(sumOf(statement, -1n))],
    [PRINTED_COLUMNS.credit, figure(sumOf(statement, 1n))],
    [PRINTED_COLUMNS.balance, figure(statement.closingPaise)],
  ] as const;
  pen.pdf.write("Total", { ...PRINTED_COLUMNS.what, y: pen.y, size: 8 });
  for (const [box, text] of cells) pen.pdf.write(text, { ...box, y: pen.y, size: 7.5 });
}

/** Begins a new page if the height does not fit any more, and then returns true. */
function makeRoom(pen: Pen, height: number): boolean {
  if (pen.y + height <= BOTTOM) return false;
  drawFoot(pen);
  pen.pdf.addPage();
  pen.page += 1;
  pen.y = 40;
  drawTitles(pen);
  return true;
}

function drawFoot({ pdf, page, about }: Pen): void {
  const foot = { y: 810, size: 8, color: GREY };
  pdf.write(about, { ...foot, x: LEFT, width: 440 });
  pdf.write(`Page ${page}`, { ...foot, x: 485, width: 70, align: "right" });
}
