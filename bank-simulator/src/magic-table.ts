/**
 * The magic values as a Markdown table: `node bank-simulator/src/magic-table.ts` prints it for the README.
 */
import { GOOD_PAYEES, magicValuesOf } from "./magic.ts";
import { SCENARIOS } from "./scenarios.ts";

/** One row per scenario, most easily typed values first. */
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

if (import.meta.main) process.stdout.write(`${magicTable()}\n`);
