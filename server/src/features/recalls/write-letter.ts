/** Writes the letter that asks a bank to get a payment back, as text and as a printable page. Pure. */
import type { RecallReason } from "./recall.ts";

export interface LetterFacts {
  /** Our reference for the bank's answer. */
  readonly number: string;
  readonly date: string;
  readonly merchantName: string;
  readonly bankName: string;
  /** Empty if it is not known. */
  readonly bankAddress: string;
  readonly reason: RecallReason;
  readonly remarks: string;
  /** The facts by which the bank can find the payment, and its payee: names and values; empty ones are left out. */
  readonly payment: readonly (readonly [name: string, value: string])[];
}

const REASONS: Readonly<Record<RecallReason, string>> = {
  wrong_beneficiary: "The payment went to a wrong beneficiary.",
  wrong_amount: "The payment was made with a wrong amount.",
  paid_twice: "The payment was made twice.",
  fraud: "We were deceived into making the payment.",
  other: "The payment was made by mistake.",
};

const REQUEST =
  "We ask you to request the beneficiary's bank to return the payment described below, with the " +
  "beneficiary's consent where it is needed.";
const ANSWER =
  "Please confirm the receipt of this letter with your number of the case, and tell us the answer of the " +
  "beneficiary's bank, with its reason if it refuses. Please return the money to the account that was debited, with " +
  "the reference of the payment.";

/** Writes the letter as plain text, in lines of at most about 80 characters where its facts allow. */
export function writeLetterText(facts: LetterFacts): string {
  const { number, date, merchantName, bankName, bankAddress, reason, remarks } = facts;
  const rows = paymentOf(facts);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `To: ${plain(bankName)}`,
    ...(plain(bankAddress) === "" ? [] : [`    ${plain(bankAddress)}`]),
    `From: ${plain(merchantName)}`,
    `Date: ${date}`,
    `Our number: ${number}`,
    "",
    "REQUEST TO RECALL A PAYMENT",
    "",
    ...wrap(REQUEST),
    "",
    ...rows.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`),
    "",
    ...wrap(`Reason: ${REASONS[reason]}`),
    ...(remarks === "" ? [] : wrap(`Remarks: ${plain(remarks)}`)),
    "",
    ...wrap(ANSWER),
    "",
    "",
    "______________________________",
    `For ${plain(merchantName)}`,
    "",
  ].join("\n");
}

/** Writes the letter as a self-contained HTML page. Everything that comes from outside is escaped. */
export function writeLetterPage(facts: LetterFacts): string {
  const { number, date, merchantName, bankName, bankAddress, reason, remarks } = facts;
  const rows = paymentOf(facts).map(
    ([name, value]) => `      <tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`,
  );
  return [
    "<!doctype html>",
    '<html lang="en">',
    "  <head>",
    '    <meta charset="utf-8">',
    `    <title>Recall ${escape(number)}</title>`,
    `    <style>${STYLE}</style>`,
    "  </head>",
    "  <body>",
    `    <p>To: ${escape(bankName)}<br>`,
    ...(plain(bankAddress) === "" ? [] : [`      ${escape(bankAddress)}<br>`]),
    `      From: ${escape(merchantName)}<br>Date: ${escape(date)}<br>`,
    `      Our number: ${escape(number)}</p>`,
    "    <h1>Request to recall a payment</h1>",
    `    <p>${escape(REQUEST)}</p>`,
    "    <table>",
    ...rows,
    "    </table>",
    `    <p>Reason: ${escape(REASONS[reason])}</p>`,
    ...(remarks === "" ? [] : [`    <p>Remarks: ${escape(remarks)}</p>`]),
    `    <p>${escape(ANSWER)}</p>`,
    `    <p class="signature">For ${escape(merchantName)}</p>`,
    "  </body>",
    "</html>",
    "",
  ].join("\n");
}

const STYLE =
  "body{font:12pt/1.4 Georgia,serif;margin:2cm auto;max-width:17cm}h1{font-size:14pt}" +
  "table{border-collapse:collapse}th,td{border:1px solid #999;padding:.2em .6em;text-align:left;font-weight:normal}" +
  ".signature{margin-top:2.5cm;border-top:1px solid;width:8cm}@media print{body{margin:0}}";

/** The details of the payment, each value on one line. */
function paymentOf({ payment }: LetterFacts): (readonly [string, string])[] {
  return payment.flatMap(([name, value]) => (plain(value) === "" ? [] : [[name, plain(value)] as const]));
}

/** Puts a text on one line, and removes characters that a reader cannot see. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign]!);
}

const LINE_MAX = 78;

function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last !== "" && last.length + 1 + word.length > LINE_MAX) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
