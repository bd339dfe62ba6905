/** Tries everything in a connection's folder that payments and reports need, and leaves nothing there. */
import { randomUUID } from "node:crypto";
import { link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ConnectionFailure, type ConnectionTest, failing } from "./connection-test.ts";

/** A name that begins with a dot is of a file that is still being written: no one takes it. */
const hiddenName = (): string => `.vitaran-test-${randomUUID()}.part`;

/**
 * Tries `outgoing` and `incoming`, which must exist because the other side looks into them. `archive` and `refused` are
 * made if they are missing, as they are when the first file arrives.
 */
export async function testFolder(folder: string): Promise<ConnectionTest> {
  for (const path of [folder, join(folder, "outgoing"), join(folder, "incoming")]) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) return failing("folder_missing", path);
  }
  const failure =
    (await tryToLeave(join(folder, "outgoing"))) ??
    (await tryToMove(folder, "archive")) ??
    (await tryToMove(folder, "refused"));
  return failure ?? { kind: "works", accountKnown: false, balancePaise: null };
}

/** Does what leaving a message does: it is written under a temporary name, and then renamed. */
async function tryToLeave(folder: string): Promise<ConnectionFailure | null> {
  const [written, renamed] = [join(folder, hiddenName()), join(folder, hiddenName())];
  try {
    await writeFile(written, "test", { flush: true, mode: 0o640 });
    await rename(written, renamed);
    await rm(renamed);
    return null;
  } catch (error) {
    return failing("folder_not_writable", `${folder}: ${codeOf(error)}`);
  } finally {
    await Promise.all([written, renamed].map((path) => rm(path, { force: true }).catch(() => undefined)));
  }
}

/** Does what archiving a file does: it is linked in the other folder, and then removed. */
async function tryToMove(folder: string, place: "archive" | "refused"): Promise<ConnectionFailure | null> {
  const name = hiddenName();
  const [arrived, moved] = [join(folder, "incoming", name), join(folder, place, name)];
  try {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(arrived, "test", { flush: true, mode: 0o640 });
    await link(arrived, moved);
    await rm(arrived);
    return null;
  } catch (error) {
    const code = codeOf(error);
    const fault = code === "EXDEV" ? "folders_apart" : "folder_not_writable";
    return failing(fault, `${join(folder, "incoming")} and ${join(folder, place)}: ${code}`);
  } finally {
    await Promise.all([arrived, moved].map((path) => rm(path, { force: true }).catch(() => undefined)));
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
