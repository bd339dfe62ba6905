import assert from "node:assert/strict";
import { test } from "node:test";
import { writeXlsx as writeByAnother } from "hucre";
import { COLUMNS, HEADER } from "../test/hostile-file.ts";
import { MAIN, makeXlsx, OFFICE, workbook, type XlsxParts } from "../test/make-xlsx.ts";
import { parseTable } from "./parse-table.ts";

const TITLES = HEADER.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join("");
const headerRow = `<row r="1">${TITLES}</row>`;

async function readValues(given: Partial<XlsxParts> & { cells?: string }): Promise<Record<string, string>> {
  const data = `${headerRow}<row r="2">${given.cells ?? ""}</row>`;
  const table = await parseTable(makeXlsx({ data, ...given }), { columns: COLUMNS });
  assert.equal(table.kind, "xlsx");
  assert.equal(table.rows.length, 1);
  return { ...table.rows[0]!.values };
}

const only = (values: Record<string, string>): Record<string, string> => ({
  transferId: "",
  amount: "",
  bankAccount: "",
  phone: "",
  name: "",
  remarks: "",
  ...values,
});

test("texts are read wherever programs put them", async () => {
  const sharedStrings =
    "<si><t>00262918</t></si>" +
    '<si><r><t xml:space="preserve">Asha </t></r><r><rPr><b/></rPr><t>Verma</t></r>' +
    '<rPh sb="0" eb="1"><t>no</t></rPh></si>' +
    "<si><t>a&amp;b &lt;c&gt; &#x926;&#2375; _x0041_ _x005F_x0041_</t></si><si/>";
  const values = await readValues({
    sharedStrings,
    cells:
      '<c r="A2" t="str"><v>p1</v></c><c r="C2" t="s"><v>0</v></c><c r="E2" t="s"><v>1</v></c>' +
      '<c r="F2" t="s"><v>2</v></c>',
  });
  assert.deepEqual(
    values,
    only({ transferId: "p1", bankAccount: "00262918", name: "Asha Verma", remarks: "a&b <c> दे A _x0041_" }),
  );
  assert.deepEqual(
    await readValues({
      sharedStrings,
      cells: '<c r="A2" t="inlineStr"><is><t>p2</t></is></c><c t="s"><v>3</v></c>',
    }),
    only({ transferId: "p2" }),
  );
});

test("numbers are read as people see them", async () => {
  const amounts = {
    "1500": "1500",
    "1234.5599999999999": "1234.56",
    "0.30000000000000004": "0.3",
    "1.5E3": "1500",
    "-2": "-2",
    "1E-7": "0.0000001",
    "123456789012345": "123456789012345",
    ".5": "0.5",
    "10.00": "10",
  };
  for (const [stored, seen] of Object.entries(amounts)) {
    const { amount } = await readValues({ cells: `<c r="B2"><v>${stored}</v></c>` });
    assert.equal(amount, seen);
  }
});

test("an account number that is a number is taken as far as nothing can be lost", async () => {
  const formats = ["0", "000000", "#,##0", "0.00", "@"];
  const read = async (value: string, style: number): Promise<string | undefined> =>
    (await readValues({ formats, cells: `<c r="C2" s="${style}"><v>${value}</v></c>` })).bankAccount;
  assert.equal(await read("501001234567890", 0), "501001234567890");
  assert.equal(await read("5.01001234567E11", 1), "501001234567");
  assert.equal(await read("123456", 2), "123456");
  assert.equal(await read("123456", 3), "123456");
  assert.equal(await read("123456", 4), "123456");
  assert.equal(await read("123456", 5), "123456");
});

test("dates are read in both ways of counting days", async () => {
  const formats = [
    "yyyy-mm-dd",
    "dd/mm/yyyy hh:mm",
    "[h]:mm",
    "[$-409]d\\-mmm\\-yy;@",
    "#,##0 &quot;days&quot;",
  ];
  const read = async (value: string, style: number, before = ""): Promise<string | undefined> => {
    const book = workbook('<sheet name="a" sheetId="1" r:id="rId1"/>', before);
    return (
      await readValues({ formats, workbook: book, cells: `<c r="F2" s="${style}"><v>${value}</v></c>` })
    ).remarks;
  };
  assert.equal(await read("46347", 1), "2026-11-21");
  assert.equal(await read("46347.4375", 2), "2026-11-21 10:30:00");
  assert.equal(await read("0.4375", 3), "10:30:00");
  assert.equal(await read("1", 4), "1900-01-01");
  assert.equal(await read("61", 4), "1900-03-01");
  assert.equal(await read("46347", 5), "46347");
  assert.equal(await read("44885", 1, '<workbookPr date1904="1"/>'), "2026-11-21");
});

test("truth values are words", async () => {
  const { name, remarks } = await readValues({
    cells: '<c r="E2" t="b"><v>1</v></c><c r="F2" t="b"><v>0</v></c>',
  });
  assert.deepEqual([name, remarks], ["TRUE", "FALSE"]);
});

test("markup is read however it is written", async () => {
  const prefixed =
    `<?xml version='1.0' encoding='utf-8'?><!-- a > b --><x:worksheet xmlns:x='${MAIN}'><x:sheetData>\n` +
    headerRow.replaceAll(/<(\/?)(\w)/g, "<$1x:$2") +
    `<x:row><x:c a="1>2" t='inlineStr'><x:is><x:t><![CDATA[p<1]]></x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row>` +
    "</x:sheetData></x:worksheet>";
  assert.deepEqual(await readValues({ sheet: prefixed }), only({ transferId: "p<1", amount: "7" }));
});

test("packages are read however they are packed", async () => {
  const cells = '<c r="B2"><v>7</v></c>';
  const expected = only({ amount: "7" });
  assert.deepEqual(await readValues({ cells, zip: { large: true } }), expected);
  assert.deepEqual(await readValues({ cells, zip: { comment: "made by hand" } }), expected);
  const alterations: readonly NonNullable<XlsxParts["alter"]>[] = [
    (parts) => parts.map((part) => ({ ...part, stored: true })),
    (parts) => parts.toReversed(),
    (parts) => parts.map((part) => ({ ...part, name: part.name.replaceAll("/", "\\") })),
    (parts) => parts.map((part) => ({ ...part, name: part.name.replace("sheet1", "Sheet1") })),
    (parts) =>
      parts
        .map((part) => ({ ...part, content: String(part.content).replace('Target="', 'Target="/xl/') }))
        .map((part) =>
          part.name === "_rels/.rels" ? { ...part, content: part.content.replace("/xl/xl/", "/xl/") } : part,
        ),
  ];
  for (const alter of alterations) assert.deepEqual(await readValues({ cells, alter }), expected);
});

test("the first sheet that can be seen is read", async () => {
  const book = workbook(
    '<sheet name="a" sheetId="1" state="hidden" r:id="rId7"/><sheet name="b" sheetId="2" r:id="rId1"/>',
  );
  const relations = `<Relationship Id="rId7" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>`;
  const more = [{ name: "xl/worksheets/sheet2.xml", content: "<worksheet/>" }];
  const values = await readValues({ workbook: book, relations, more, cells: '<c r="B2"><v>7</v></c>' });
  assert.equal(values.amount, "7");
});

test("sheets that are hidden, and those without content, do not count", async () => {
  const cells = '<c r="B2"><v>7</v></c>';
  for (const secondState of ["hidden", "veryHidden"] as const) {
    assert.equal((await readValues({ cells, second: headerRow, secondState })).amount, "7");
  }
  const blank = '<row r="1" hidden="1"><c r="A1" s="1"/><c t="inlineStr"><is><t> </t></is></c></row>';
  assert.equal((await readValues({ cells, second: blank })).amount, "7");
});

test("blank rows and cells with nothing but a format are no rows", async () => {
  const blank = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 3}" s="1"><c r="A${at + 3}" s="1"/></row>`,
  );
  const data = `${headerRow}<row r="2"><c r="B2"><v>7</v></c></row>${blank.join("")}`;
  assert.equal((await readValues({ data })).amount, "7");
});

test("a file of another writer is read as it was meant", async () => {
  const rows = [HEADER, ["p1", 1500.5, "0026", "98765", "Asha <&> वर्मा", new Date(Date.UTC(2026, 10, 21))]];
  for (const stringMode of ["shared", "inline"] as const) {
    const bytes = await writeByAnother({ stringMode, sheets: [{ name: "S", rows }] });
    const { rows: read } = await parseTable(bytes, { columns: COLUMNS });
    assert.deepEqual(read, [
      {
        rowNumber: 2,
        values: {
          transferId: "p1",
          amount: "1500.5",
          bankAccount: "0026",
          phone: "98765",
          name: "Asha <&> वर्मा",
          remarks: "2026-11-21",
        },
      },
    ]);
  }
});
