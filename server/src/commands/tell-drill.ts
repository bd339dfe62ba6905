import type { Drill } from "./drill-backup.ts";
import type { FactPrinter } from "./print-facts.ts";

/** Says what a drill has proved, and what not; exit code 1 when anything speaks against the backup. */
export function tellDrill(printer: FactPrinter, drill: Drill): void {
  const { at, tables, rows, differing, migrated, invariants, findings, seconds } = drill;
  const isProved = differing.length === 0 && findings === 0;
  const said = [
    `Restored into a scratch database, gone again since: ${tables} tables, ${rows} rows, as of ${at} (${seconds} s).`,
    ...sayRows(differing, migrated),
    "The schema is this version's. The master key at hand is the one that sealed it.",
    findings === 0
      ? `All ${invariants} invariants of the books hold.`
      : `${findings} findings contradict the books.`,
    isProved ? "The backup is proved." : "The backup is NOT proved.",
  ];
  printer.fact({ drill: { ...drill, isProved } }, said.join("\n"));
  if (!isProved) process.exitCode = 1;
}

function sayRows(differing: readonly string[], migrated: readonly string[]): string[] {
  if (migrated.length > 0)
    return [`It was made by an older version and brought up to date by ${migrated.join(", ")}.`];
  if (differing.length === 0) return ["Read back, every table has the rows of the backup."];
  return [`These tables have other rows than the backup: ${differing.join(", ")}.`];
}
