import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER } from "../test/hostile-file.ts";
import { makeXls, record, words } from "../test/make-xls.ts";
import { makeRow, makeXlsx } from "../test/make-xlsx.ts";
import { parseTable } from "./parse-table.ts";

const OPTIONS = { columns: COLUMNS, problemsMax: 9, keepsRows: true } as const;

/** Fonts 0 and 1, of which the second is struck through; style 1 and condition 0 have it. */
const STYLES =
  "<fonts><font/><font><b/><strike/></font></fonts>" +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs>' +
  '<dxfs><dxf><font><strike val="1"/></font></dxf><dxf><font><strike val="0"/></font></dxf></dxfs>';

interface Parts {
  readonly row: string;
  readonly styles?: string;
  readonly afterData?: string;
  readonly sharedStrings?: string;
}

async function readXlsx({ row, styles = STYLES, ...parts }: Parts): Promise<string[]> {
  return tell(withStyles({ ...parts, data: makeRow(HEADER, 0) + row + makeRow(goodRow(2), 2) }, styles));
}

const withStyles = (parts: Parameters<typeof makeXlsx>[0], styles = STYLES): Buffer =>
  makeXlsx({
    ...parts,
    alter: (all) =>
      all.map((part) =>
        part.name === "xl/styles.xml"
          ? { ...part, content: String(part.content).replace(/<numFmts>.*(?=<\/styleSheet>)/, styles) }
          : part,
      ),
  });

async function tell(file: Buffer): Promise<string[]> {
  const { rows, problems } = await parseTable(file, OPTIONS);
  assert.deepEqual(rows.at(-1)?.rowNumber, 3, "the other row is taken");
  return problems.map(({ text }) => text);
}

const good = makeRow(goodRow(1), 1);
const STRUCK = /^Row 2, Amount: The text is struck through.* Delete the row .* or remove the strike-through/;

test("what is struck through is not paid: a cell, a whole row, and a part of a text", async () => {
  const inAmount = (cell: string): string => good.replace(/<c r="B2".*?<\/c>/, cell);
  const text = (inside: string): string => inAmount(`<c r="B2" t="inlineStr"><is>${inside}</is></c>`);
  const struckRun = "<r><t>15</t></r><r><rPr><b/><strike/></rPr><t>00</t></r>";
  for (const row of [
    inAmount('<c r="B2" s="1" t="inlineStr"><is><t>1500</t></is></c>'),
    inAmount('<c r="B2" s="1"><v>1500</v></c>'),
    text(struckRun),
    text('<r><rPr><strike val="true"/></rPr><t>1500</t></r>'),
    inAmount('<c r="B2" s="1" t="inlineStr"><is><r><t>1500</t></r></is></c>'),
  ]) {
    const [told, ...more] = await readXlsx({ row });
    assert.match(told ?? "", STRUCK, row);
    assert.equal(more.length, 0);
  }
  const strokes = goodRow(1).with(1, "1\u03365\u03360\u03360\u0336");
  const csv = [HEADER, strokes, goodRow(2)].map((cells) => cells.join(",")).join("\n");
  assert.match((await tell(Buffer.from(csv)))[0] ?? "", STRUCK);
  const shared = inAmount('<c r="B2" t="s"><v>0</v></c>');
  const [ofShared] = await readXlsx({ row: shared, sharedStrings: `<si>${struckRun}</si>` });
  assert.match(ofShared ?? "", STRUCK);
  const whole = good.replace('<row r="2">', '<row r="2" s="1" customFormat="1">');
  for (const row of [whole, good.replaceAll("<c ", '<c s="1" ')]) {
    const [told] = await readXlsx({ row });
    assert.match(told ?? "", /^Row 2, Transfer ID: The text is struck through/);
  }
});

test("a title that is struck through refuses the file where its column is read", async () => {
  const known = COLUMNS.map(({ name }, at): [string, string] => [HEADER[at]!, name]);
  const mapping = { ...Object.fromEntries(known), Note: null };
  const read = (struck: string): Promise<unknown> => {
    const titles = makeRow([...HEADER, "Note"], 0).replace(`<c r="${struck}1"`, `<c s="1" r="${struck}1"`);
    return parseTable(withStyles({ data: titles + good }), { ...OPTIONS, mapping });
  };
  await assert.rejects(read("B"), { message: /^Row 1: The title of the column "Amount" \(B\) is struck/ });
  await read("G");
});

test("a struck column that is not read, and text that is not struck after all, refuse no row", async () => {
  const note = '<c r="G2" s="1" t="inlineStr"><is><t>ask again</t></is></c></row>';
  const known = COLUMNS.map(({ name }, at): [string, string] => [HEADER[at]!, name]);
  const titles = { ...OPTIONS, mapping: { ...Object.fromEntries(known), Note: null } };
  const withNote = withStyles({ data: makeRow([...HEADER, "Note"], 0) + good.replace("</row>", note) });
  const { rows, problems } = await parseTable(withNote, titles);
  assert.deepEqual([rows.length, problems], [1, []]);
  const cell = (inside: string, style = 0): string =>
    good.replace(/<c r="B2".*?<\/c>/, `<c r="B2" s="${style}" t="inlineStr"><is>${inside}</is></c>`);
  for (const row of [
    cell('<r><rPr><strike val="0"/></rPr><t>1500</t></r>'),
    cell("<r><rPr><b/></rPr><t>1500</t></r>", 1),
    cell("<r><t>1500</t></r><r><rPr><strike/></rPr><t> </t></r>"),
    good.replace('<row r="2">', '<row r="2" s="1">'),
    good.replace(/<c r="F2".*?<\/c>/, '<c r="F2" s="1"/>'),
  ])
    assert.deepEqual(await readXlsx({ row }), [], row);
  const off = STYLES.replace("<b/><strike/>", '<b/><strike val="false"/>');
  assert.deepEqual(await readXlsx({ row: good.replaceAll("<c ", '<c s="1" '), styles: off }), []);
});

test("a condition that may strike cells through is asked about, and another one is not", async () => {
  const rule = (id: number): string =>
    '<conditionalFormatting sqref="A2:F2"><cfRule type="expression" dxfId="' +
    `${id}"><formula>$F2="paid"</formula></cfRule></conditionalFormatting>`;
  const [told] = await readXlsx({ row: good, afterData: rule(0) });
  assert.match(told ?? "", /^Row 2, .*: Conditional formatting of A2:F2 can strike the text through\./);
  assert.deepEqual(await readXlsx({ row: good, afterData: rule(1) }), []);
});

/** Fonts 0 to 3, and 5, which is struck through: no font has the number 4. Style 1 has it. */
const FONTS = [0, 0, 0, 0, 8].map((properties) => record(0x31, [200, properties], Buffer.alloc(10)));
const STYLE = record(0xe0, [5, 0], Buffer.alloc(16));

test("old workbooks: the font of a cell, of a row's cells, and of a part of a text", async () => {
  const read = (cells: readonly (string | { number: number; style: number })[]): Promise<string[]> =>
    tell(makeXls([HEADER, cells, goodRow(2)], { globals: [...FONTS, STYLE] }));
  const [id, , ...rest] = goodRow(1);
  assert.match((await read([id!, { number: 1500, style: 1 }, ...rest]))[0] ?? "", STRUCK);
  assert.deepEqual(await read([id!, { number: 1500, style: 0 }, ...rest]), []);
  const runs = (font: number, start: number): Promise<string[]> => {
    const cells = [...goodRow(1), ...goodRow(2)];
    const list = [...new Set([...HEADER, ...cells])];
    const items = list.map((text) =>
      text === "1500.50"
        ? Buffer.concat([words([7]), Buffer.from([8]), words([1]), Buffer.from(text), words([start, font])])
        : Buffer.concat([words([text.length]), Buffer.from([0]), Buffer.from(text)]),
    );
    const file = makeXls([HEADER, goodRow(1), goodRow(2)], {
      globals: [...FONTS, STYLE],
      texts: record(0xfc, [list.length, 0, list.length, 0], ...items),
    });
    return parseTable(file, OPTIONS).then(({ problems }) => problems.map(({ text }) => text));
  };
  assert.match((await runs(5, 4))[0] ?? "", STRUCK);
  assert.deepEqual(await runs(3, 4), []);
  assert.deepEqual(await runs(5, 7), []);
});
