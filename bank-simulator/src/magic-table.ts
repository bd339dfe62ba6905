/** The magic values as Markdown tables: `node bank-simulator/src/magic-table.ts` prints them for the README. */
import { GOOD_PAYEES, magicValuesOf } from "./magic.ts";
import { NAMED_PAYEES, PHONE_WITHOUT_VPA, valuesOfNamed } from "./payee-names.ts";
import { SCENARIOS } from "./scenarios.ts";
import { INVALID, STRANGER, UNAVAILABLE } from "./verify-payee.ts";

/** Returns one row per scenario; in each, the values that are easiest to type come first. */
export function magicTable(): string {
  const rows = SCENARIOS.map((scenario) => {
    const { accounts, vpas, phone, amounts } = magicValuesOf(scenario);
    const cells = [scenario.about, vpas.join(", "), accounts.join(", "), phone, amounts.join(", ")];
    return `| ${cells.join(" | ")} |`;
  });
  const [goodVpa, ...goodAccounts] = GOOD_PAYEES;
  return [
    "| what happens | VPA | bank account | phone | amount |",
    "| --- | --- | --- | --- | --- |",
    `| succeeds, like all not listed | ${goodVpa} | ${goodAccounts.join(", ")} | any | any |`,
    ...rows,
  ].join("\n");
}

/** Returns the results of verifying the magic values; all others are VALID, each with its own name. */
export function verificationTable(): string {
  const rowOf = (what: string, ids: readonly string[]): string => {
    const values = SCENARIOS.filter(({ id }) => ids.includes(id)).map(magicValuesOf);
    const lists = [
      values.flatMap(({ vpas }) => vpas),
      values.flatMap(({ accounts }) => accounts),
      values.map(({ phone }) => phone),
    ];
    return `| ${[what, ...lists.map((list) => list.join(", "))].join(" | ")} |`;
  };
  const named = NAMED_PAYEES.map(({ id, about, name }) => {
    const { account, vpa, phone } = valuesOfNamed(id);
    return `| VALID, ${name}: to "Asha Rao" ${about} | ${vpa} | ${account} | ${phone} |`;
  });
  const invalid = Object.entries(INVALID).map(([id, { account, vpa }]) => {
    const { accounts, vpas } = magicValuesOf(SCENARIOS.find((scenario) => scenario.id === id)!);
    const codes = [account, vpa].filter((code) => code !== undefined).join(" or ");
    const phone = id === "no-account" ? `${PHONE_WITHOUT_VPA} (H21: no VPA)` : "";
    const cells = [vpa === undefined ? [] : vpas, account === undefined ? [] : accounts];
    return `| INVALID, ${codes} | ${cells.map((cell) => cell.join(", ")).join(" | ")} | ${phone} |`;
  });
  return [
    "| verification says | VPA | bank account | phone |",
    "| --- | --- | --- | --- |",
    ...named,
    rowOf(`VALID, ${STRANGER}`, ["name-differs"]),
    ...invalid,
    ...Object.entries(UNAVAILABLE).map(([id, code]) => rowOf(`UNAVAILABLE, ${code}`, [id])),
    rowOf("nothing: it never answers", ["timeout-paid", "timeout-unpaid", "status-late"]),
    rowOf("nothing: the connection breaks", ["cut-paid", "cut-unpaid"]),
    rowOf("HTTP 502", ["error-paid", "error-unpaid"]),
    rowOf("VALID after 10 seconds", ["slow"]),
  ].join("\n");
}

if (import.meta.main) process.stdout.write(`${magicTable()}\n\n${verificationTable()}\n`);
