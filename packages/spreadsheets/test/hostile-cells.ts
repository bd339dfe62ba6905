/** Workbooks with one cell that must be refused. */
import { goodRow, HEADER, type HostileFile } from "./hostile-file.ts";
import { noise } from "./hostile-parts.ts";
import { makeRow, makeXlsx } from "./make-xlsx.ts";

const good = [HEADER, goodRow(1)].map(makeRow).join("");

/** Makes a table whose third row is this markup. */
const row3 = (cells: string, attributes = ""): string => `${good}<row r="3"${attributes}>${cells}</row>`;

function cell(name: string, cells: string, expected: Pick<HostileFile, "code" | "says">): HostileFile {
  return { name, make: () => makeXlsx({ data: row3(cells), formats: FORMATS }), ...expected };
}

/** Styles 1 to 5 of the sheets in this file. */
const FORMATS = ["000000000000", "dd/mm/yyyy", "0.00E+00", "[Red]00000;0", "&quot;A/C &quot;0000000000"];

export const HOSTILE_CELLS: readonly HostileFile[] = [
  cell("a formula", '<c r="B3"><f>SUM(B1:B2)</f><v>3</v></c>', {
    code: "formula",
    says: /Row 3, Amount: .*formula/,
  }),
  cell("a formula of text", '<c r="E3" t="str"><f>HYPERLINK("x")</f><v>Asha</v></c>', {
    code: "formula",
    says: /Row 3, Name/,
  }),
  cell("a shared formula", '<c r="B3"><f t="shared" si="0"/><v>3</v></c>', {
    code: "formula",
    says: /Row 3, Amount/,
  }),
  cell("an array formula without a value", '<c r="B3"><f t="array" ref="B3">A1</f></c>', {
    code: "formula",
    says: /Row 3, Amount/,
  }),
  cell("a formula outside the columns", '<c r="K3"><f>1</f></c>', {
    code: "outside_columns",
    says: /Row 3, column K/,
  }),
  cell("a command as text", '<c r="E3" t="inlineStr"><is><t>=cmd|x</t></is></c>', {
    code: "formula",
    says: /Row 3, Name/,
  }),
  cell("an error", '<c r="B3" t="e"><v>#REF!</v></c>', {
    code: "error_value",
    says: /Row 3, Amount: .*#REF!/,
  }),
  cell("17 digits as a number", '<c r="C3"><v>50100123456789012</v></c>', {
    code: "mangled_number",
    says: /Row 3, Bank account: .*as text/,
  }),
  cell("16 digits in scientific form", '<c r="C3" s="3"><v>5.0100123456789E16</v></c>', {
    code: "mangled_number",
    says: /Row 3, Bank account/,
  }),
  cell("a broken number", '<c r="C3"><v>50100123456.5</v></c>', {
    code: "mangled_number",
    says: /Row 3, Bank account/,
  }),
  cell("a negative account", '<c r="C3"><v>-12</v></c>', {
    code: "mangled_number",
    says: /Row 3, Bank account/,
  }),
  cell("zeros that are only shown", '<c r="D3" s="1"><v>26291800001</v></c>', {
    code: "lost_zeros",
    says: /Row 3, Phone: .*as text/,
  }),
  cell("zeros that are only shown, in red", '<c r="D3" s="4"><v>42</v></c>', {
    code: "lost_zeros",
    says: /Row 3, Phone/,
  }),
  cell("zeros that are only shown, behind words", '<c r="C3" s="5"><v>42</v></c>', {
    code: "shown_otherwise",
    says: /Row 3, Bank account/,
  }),
  cell("a date for an account", '<c r="C3" s="2"><v>45000</v></c>', {
    code: "mangled_date",
    says: /Row 3, Bank account: .*2023-03-15/,
  }),
  cell("a number where only text is taken", '<c r="D3"><v>9876501234</v></c>', {
    code: "number_cell",
    says: /Row 3, Phone: .*as text/,
  }),
  cell("an amount beyond all digits", '<c r="B3"><v>1e300</v></c>', {
    code: "mangled_number",
    says: /Row 3, Amount/,
  }),
  cell("digits in scientific form, as text", '<c r="C3" t="inlineStr"><is><t>5.01E+16</t></is></c>', {
    code: "mangled_number",
    says: /Row 3, Bank account/,
  }),
  cell("a number that is none", '<c r="B3"><v>NaN</v></c>', {
    code: "damaged",
    says: /Row 3, Amount: .*number/,
  }),
  cell("a hexadecimal number", '<c r="B3"><v>0x10</v></c>', { code: "damaged", says: /Row 3, Amount/ }),
  cell("7,000 digits and a letter", `<c r="B3"><v>${"1".repeat(7_000)}x</v></c>`, {
    code: "damaged",
    says: /Row 3, Amount/,
  }),
  cell("a text that is not there", '<c r="A3" t="s"><v>0</v></c>', {
    code: "damaged",
    says: /Row 3, Transfer ID: .*text is missing/,
  }),
  cell("a kind of cell that is none", '<c r="A3" t="x"><v>0</v></c>', {
    code: "damaged",
    says: /Row 3, Transfer ID/,
  }),
  cell(
    "a megabyte in a cell",
    `<c r="F3" t="inlineStr"><is><t>${noise(800_000).toString("base64")}</t></is></c>`,
    {
      code: "overlong_cell",
      says: /Row 3, Remarks/,
    },
  ),
  cell("a control character", '<c r="E3" t="inlineStr"><is><t>A_x0007_B</t></is></c>', {
    code: "invisible_characters",
    says: /Row 3, Name/,
  }),
  cell("a NUL, escaped", '<c r="E3" t="inlineStr"><is><t>A_x0000_B</t></is></c>', {
    code: "invisible_characters",
    says: /Row 3, Name/,
  }),
  cell("letters that run backwards", '<c r="E3" t="inlineStr"><is><t>&#x202E;x</t></is></c>', {
    code: "invisible_characters",
    says: /Row 3, Name/,
  }),
  cell("a cell of another row", '<c r="A4"><v>1</v></c>', { code: "damaged", says: /Row 3: .*out of place/ }),
  cell("a cell beyond the last column", '<c r="XFE3"><v>1</v></c>', { code: "damaged", says: /Row 3/ }),
  cell("a value in the 600th column", '<c r="WB3"><v>1</v></c>', {
    code: "outside_columns",
    says: /Row 3, column SF/,
  }),
  cell("cells that go backwards", '<c r="B3"><v>1</v></c><c r="A3"><v>1</v></c>', {
    code: "damaged",
    says: /Row 3: .*out of order/,
  }),
];
