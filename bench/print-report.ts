/** The figures as a table for people. */
import { styleText } from "node:util";
import { goalText, isMet, type Figure } from "./figure.ts";
import type { Report } from "./run-bench.ts";

export function printReport({ machine, scale, figures, proofs }: Report): void {
  const { cpu, cores, memoryGb, system, node, postgres, commit, loadBefore } = machine;
  console.log(`\n${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, load before ${loadBefore}`);
  console.log(`Node ${node}, PostgreSQL ${postgres}, commit ${commit}, ${scale} run\n`);
  const rows = figures.map(toRow);
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        RIGHT.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ");
  console.log(styleText("bold", line(HEADS).trimEnd()));
  for (const [index, row] of rows.entries()) {
    const met = isMet(figures[index]!);
    const text = line(row).trimEnd();
    console.log(met === null ? text : styleText(met ? "green" : "red", text));
  }
  console.log();
  for (const { server, transfers, contradictions } of proofs) {
    const verdict = contradictions.length === 0 ? "proved: ledger sound, banks agree" : "NOT PROVED";
    console.log(`books of server ${server}, ${transfers.toLocaleString("en")} transfers paid: ${verdict}`);
    for (const contradiction of contradictions) console.log(styleText("red", contradiction));
  }
}

const HEADS = ["what", "figure", "unit", "x TPC-B", "goal", "", "besides"];
const RIGHT = new Set([1, 3]);

function toRow(figure: Figure): string[] {
  const { name, value, unit, ratio, details = {} } = figure;
  const met = isMet(figure);
  return [
    name,
    shorten(value),
    unit,
    ratio === undefined ? "" : ratio.toFixed(2),
    goalText(figure),
    met === null ? "" : met ? "met" : "NOT MET",
    Object.entries(details)
      .map(
        ([key, detail]) => `${key} ${typeof detail === "number" ? shorten(detail) : JSON.stringify(detail)}`,
      )
      .join(", "),
  ];
}

/** Three digits say all that such a figure can say. */
function shorten(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
