import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, HEADER } from "../test/hostile-file.ts";
import { makeXls } from "../test/make-xls.ts";
import { makeRow, makeXlsx } from "../test/make-xlsx.ts";
import { parseTable } from "./parse-table.ts";

const OPTIONS = { columns: COLUMNS, problemsMax: 9, keepsRows: true } as const;
const escape = (code: string): string =>
  code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Returns the value or the problem's sentence of the column with this title, in both kinds of workbooks. */
async function readBoth(title: string, code: string, value: number): Promise<string[]> {
  const column = HEADER.indexOf(title);
  const cell = `<c r="${String.fromCharCode(65 + column)}2" s="1"><v>${value}</v></c>`;
  const xlsx = makeXlsx({ data: `${makeRow(HEADER, 0)}<row r="2">${cell}</row>`, formats: [escape(code)] });
  const cells = HEADER.map((_, at) => (at === column ? { number: value, style: 1 } : null));
  const xls = makeXls([HEADER, cells], { formats: [code] });
  const read = async (file: Buffer): Promise<string> => {
    const { rows, problems } = await parseTable(file, OPTIONS);
    if (problems.length === 0) return rows[0]!.values[COLUMNS[column]!.name]!;
    assert.equal(problems[0]!.column, title);
    assert.equal(
      problems[0]!.kept!.values[COLUMNS[column]!.name],
      "",
      "what is not certain is not handed over",
    );
    return problems[0]!.text;
  };
  return [await read(xlsx), await read(xls)];
}

test("an amount that is shown as another one is refused with both and the format", async () => {
  for (const [code, value, shown] of [
    ["#,##0.00,", 150_000, "150.00"],
    ["0,,", 25_000_000, "25"],
    ["#,##0,\\ ", 9_000, "9"],
    ["0.00%", 12, "1200.00%"],
    ["0%", 0.5, "50%"],
    [";;;", 500, "nothing"],
    ['""', 500, "nothing"],
    ["#", 0.4, "nothing"],
    ['0.0,"k"', 1_500, "1.5k"],
    ['0.00" lakh"', 1.5, "1.50 lakh"],
    ['General" Cr"', 2, "2 Cr"],
    ["0.00E+00", 150_000, "1.50E+05"],
    ["##0.0E+0", 150_000, "150.0E+3"],
    ["# ?/?", 1.5, "1 1/2"],
    ["dd-mmm-yy", 45_000, "2023-03-15"],
    ["[h]:mm", 1.5, "1900-01-01 12:00:00"],
    ["0\\.00", 150_000, "1500.00"],
    ["0\\,00", 150_000, "1500,00"],
    ["\\1#,##0", 500, "1500"],
    ["\\-0.00", 500, "-500.00"],
    ["[<1000]0;0,", 5_000, "5"],
    ["[Red][>=100]0.0,;0", 700, "0.7"],
    ["$#,##0.00", 500, "$500.00"],
    ["[$€-2]\\ 0.00", 500, "€ 500.00"],
    ["0.00;0.00", -500, "500.00"],
  ] as const) {
    for (const told of await readBoth("Amount", code, value)) {
      const held = told.startsWith("Row 2, Amount: The cell shows ") && told.includes(` and holds ${value},`);
      assert.ok(held, `${code}: ${told}`);
      assert.ok(told.includes(`shows ${shown} and`), `${code}: ${told}`);
      assert.ok(told.includes(`number format ${code.trim()}`), `${code}: ${told}`);
    }
  }
});

test("formats of money, of grouping and of rounding are taken", async () => {
  const indian = "[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00";
  const accounting = '_ "₹"\\ * #,##0.00_ ;_ "₹"\\ * \\-#,##0.00_ ;_ "₹"\\ * "-"??_ ;_ @_ ';
  for (const [code, value] of [
    ["#,##0", 4_500.4],
    ["0", 1_499.5],
    ["0.00", 1_234.56],
    [indian, 12_345_678.9],
    [indian, 125_000],
    [indian, 950.5],
    [accounting, 125_000.5],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', 1_500],
    ["[$₹-4009]\\ #,##0.00", 1_500],
    ["[$₹-hi-IN]#,##0.00;[Red]\\-[$₹-hi-IN]#,##0.00", 1_500],
    ['"Rs. "#,##0.00', 500],
    ["[$INR]\\ #,##0.00", 500],
    ['#,##0"/-"', 500],
    ["#,##0.00\\ [$₹-4009]", 500],
    ["[Blue]General", 1_500.5],
    ["# ##0.00", 1_500.5],
    ["#.##", 1_500],
    ["@", 1_500],
    ['"₨" #,##0.00', 1_500],
    ['#,##0.00" ₨"', 1_500.5],
    ["000000.00", 1_500],
  ] as const) {
    assert.deepEqual(await readBoth("Amount", code, value), [String(value), String(value)], code);
  }
});

test("a name is what is shown of it", async () => {
  for (const [code, value, shown] of [
    ['"Ravi Traders"', 5, "Ravi Traders"],
    ['"Vendor "0', 12, "Vendor 12"],
    [";;;", 7, "nothing"],
    ["0,", 4_000, "4"],
  ] as const) {
    for (const told of await readBoth("Name", code, value))
      assert.ok(told.startsWith(`Row 2, Name: The cell shows ${shown} and holds ${value},`), told);
  }
  for (const code of ["0", "#,##0", "@"])
    assert.deepEqual(await readBoth("Name", code, 1_234), ["1234", "1234"], code);
});

test("formats that every program knows by number only are no exception", async () => {
  const read = async (id: number, value: number): Promise<string> => {
    const data = `${makeRow(HEADER, 0)}<row r="2"><c r="B2" s="1"><v>${value}</v></c></row>`;
    const alter = (parts: { name: string; content: string | Buffer }[]) =>
      parts.map((part) => ({
        ...part,
        content: String(part.content).replace('numFmtId="164"/>', `numFmtId="${id}"/>`),
      }));
    const file = makeXlsx({ data, formats: ["0"], alter });
    const { rows, problems } = await parseTable(file, OPTIONS);
    return problems[0]?.code ?? rows[0]!.values.amount!;
  };
  for (const id of [9, 10, 11, 12, 13, 14, 22, 31, 48, 57, 67, 70])
    assert.equal(await read(id, 1.5), "shown_otherwise", String(id));
  for (const id of [0, 1, 2, 3, 4, 5, 8, 37, 40, 41, 44, 49])
    assert.equal(await read(id, 1.5), "1.5", String(id));
});

test("an id is what is shown of its digits, and any other difference is asked about", async () => {
  for (const [code, value, read] of [
    ["000000", 42, "000042"],
    ["0000000000", 9_876, "0000009876"],
    ["00000\\ 00000", 9_876_501_234, "9876501234"],
    ["00000-00000", 98_765_012, "0098765012"],
    ["#,##0", 1_234, "1234"],
    ['"+91" 0000000000', 9_876_501_234, "+919876501234"],
    ["+00\\ 00000\\ 00000", 919_876_501_234, "+919876501234"],
    ['"+91-"00000\\ 00000', 9_876_501_234, "+919876501234"],
  ] as const) {
    assert.deepEqual(await readBoth("Transfer ID", code, value), [read, read], code);
  }
  for (const [code, value] of [
    ['"INV-"0000', 42],
    ["0,", 42_000],
    ["0%", 7],
    [";;;", 7],
    ["\\10", 7],
  ] as const) {
    for (const told of await readBoth("Transfer ID", code, value))
      assert.match(told, /^Row 2, Transfer ID: The cell shows .* and holds \d+, /, code);
  }
});

test("what is wrong with an account is told without the account", async () => {
  for (const [code, value] of [
    ["0.00,", 9_112_345_678_901],
    ["[h]:mm", 9_112_345_678_901],
    ["0.0000000000E+00", 9_112_345_678_901],
    ["0.00%", 9_112_345],
    ["yyyy-mm-dd", 45_678],
    ["General", 9_112_345_678.25],
    ["General", 9.11234567e20],
  ] as const)
    for (const told of await readBoth("Phone", code, value)) {
      assert.match(told, /^Row 2, Phone: /, code);
      const digits = told
        .slice("Row 2".length)
        .replace(/number format .*\. Clear/, "")
        .replaceAll(/\D/g, "");
      assert.ok(digits.length <= 4, `${code}: ${told}`);
    }
  for (const told of await readBoth("Phone", "0000000000000000", 26_291_800_001_191))
    assert.match(told, /^Row 2, Phone: Leading zeros are shown here but not stored \(••••1191\)/);
});

test("a text that its format hides or rewords is refused as well", async () => {
  const file = (code: string, text: string): Buffer =>
    makeXlsx({
      data: `${makeRow(HEADER, 0)}<row r="2"><c r="B2" s="1" t="inlineStr"><is><t>${text}</t></is></c></row>`,
      formats: [escape(code)],
    });
  const read = async (code: string, text: string): Promise<string> => {
    const { rows, problems } = await parseTable(file(code, text), OPTIONS);
    return problems[0]?.text ?? rows[0]!.values.amount!;
  };
  assert.match(await read('0;0;0;@" lakh"', "15"), /shows 15 lakh and holds 15,/);
  assert.match(await read(";;;", "1500"), /shows nothing and holds 1500,/);
  assert.match(await read('0.00;;;"see note"', "1500"), /shows see note and holds 1500,/);
  assert.equal(await read("0.00%", "1500"), "1500", "a text is not multiplied");
  assert.equal(await read('"k"0;;;@', "1500"), "1500");
});
