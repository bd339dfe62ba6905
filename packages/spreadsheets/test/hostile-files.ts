/** All files that must be refused. */
import { HOSTILE_BOMBS } from "./hostile-bombs.ts";
import { HOSTILE_CELLS } from "./hostile-cells.ts";
import { HOSTILE_CSV } from "./hostile-csv.ts";
import type { HostileFile } from "./hostile-file.ts";
import { HOSTILE_KINDS } from "./hostile-kinds.ts";
import { HOSTILE_XLS } from "./hostile-xls.ts";
import { HOSTILE_XLSX } from "./hostile-xlsx.ts";
import { HOSTILE_ZIPS } from "./hostile-zip.ts";

export const HOSTILE_FILES: readonly HostileFile[] = [
  ...HOSTILE_KINDS,
  ...HOSTILE_CSV,
  ...HOSTILE_BOMBS,
  ...HOSTILE_ZIPS,
  ...HOSTILE_CELLS,
  ...HOSTILE_XLSX,
  ...HOSTILE_XLS,
];
