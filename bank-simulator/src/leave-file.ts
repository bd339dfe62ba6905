import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Leaves a file in a customer's `incoming`. It gets its final name only when it is complete. */
export function leaveFile(folder: string, name: string, text: string): void {
  const incoming = join(folder, "incoming");
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, `${name}.part`), text);
  renameSync(join(incoming, `${name}.part`), join(incoming, name));
}
