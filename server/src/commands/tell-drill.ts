import type { Drill } from "./drill-backup.ts";
import type { FactPrinter } from "./print-result.ts";
import { terminal } from "./terminal.ts";

/** Printed for a backup without keyed checksums. */
export const UNKEYED =
  "This backup has no keyed checksums. If anyone else could write to the file, do not use the result.";

/** Prints what a drill has proved and what not; sets exit code 1 if anything contradicts the backup. */
export function tellDrill(printer: FactPrinter, drill: Drill): void {
  const { at, tables, rows, differing, migrated, isKeyed, invariants, findings, seconds } = drill;
  const isProved = differing.length === 0 && findings === 0;
  const said = [
    `Restored into a scratch database, which is deleted again: ${tables} tables, ${rows} rows, as of ` +
      `${at} (${seconds} s).`,
    isKeyed ? "Its keyed checksums fit: the file is as it was made here." : UNKEYED,
    ...sayRows(differing, migrated),
    "The schema is that of this version, and the master key fits.",
    findings === 0 ? `All ${invariants} invariants of the books hold.` : `The books have ${findings} errors.`,
    isProved ? "The backup is good." : "The backup is NOT good.",
  ];
  printer.fact({ drill: { ...drill, isProved } }, said.join("\n"));
  if (!isProved) terminal().exitCode = 1;
}

function sayRows(differing: readonly string[], migrated: readonly string[]): string[] {
  if (migrated.length > 0)
    return [`It was made by an older version and brought up to date by ${migrated.join(", ")}.`];
  if (differing.length === 0) return ["Read back, every table has the rows of the backup."];
  return [`The rows of these tables differ from the backup: ${differing.join(", ")}.`];
}
