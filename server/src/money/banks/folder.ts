/**
 * A bank that we reach through a folder, as with SFTP: we leave messages in `outgoing`, and the bank leaves its own in
 * `incoming`. A file gets its final name only when it is complete, and is moved to `archive` (or `refused`) when it has
 * been dealt with.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connection } from "./adapter.ts";

/** Returns the folder of a connection with a `file:` base URL; null for one over HTTP. */
export function folderOf({ baseUrl }: Connection): string | null {
  if (!baseUrl.startsWith("file:")) return null;
  try {
    return fileURLToPath(baseUrl);
  } catch {
    return null;
  }
}

/**
 * Leaves a message for the bank: it is written under a temporary name, flushed to disk, and then renamed. `not_sent`
 * means that the bank cannot have seen it; `lost` that it may have.
 */
export async function leaveMessage(
  folder: string,
  { name, text }: { name: string; text: string },
): Promise<{ kind: "left" } | { kind: "not_sent" | "lost"; detail: string }> {
  const outgoing = join(folder, "outgoing");
  const hidden = join(outgoing, `.${name}.part`);
  try {
    await mkdir(outgoing, { recursive: true });
    await writeFile(hidden, text, { flush: true, mode: 0o640 });
  } catch (error) {
    return { kind: "not_sent", detail: describe(error) };
  }
  try {
    await rename(hidden, join(outgoing, name));
    await flushFolder(outgoing);
    return { kind: "left" };
  } catch (error) {
    return { kind: "lost", detail: describe(error) };
  }
}

interface IncomingFile {
  readonly name: string;
  readonly path: string;
  /** The file has not been written to for a while, so the missing part will not come. */
  readonly isSettled: boolean;
  read(): AsyncIterable<Uint8Array>;
  /** Identifies the content of the file; null if the file is gone. */
  fingerprint(): Promise<string | null>;
  /** Moves the file to `archive`. The same file twice is archived once. */
  archive(): Promise<void>;
  /** Moves the file to `refused`, and writes the reason beside it. */
  refuse(reason: string): Promise<void>;
}

/** Names of files that are still being written. */
const PARTIAL = /^\.|\.(?:part|partial|tmp|filepart|crdownload|writing)$/i;
const SETTLED_AFTER_MS = 10 * 60_000;

/** Lists the files that wait in `incoming`, by name. An absent folder has none. */
export async function listIncoming(folder: string): Promise<readonly IncomingFile[]> {
  const incoming = join(folder, "incoming");
  const entries = await readdir(incoming, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries
    .filter((entry) => entry.isFile() && !PARTIAL.test(entry.name))
    .map(({ name }) => name);
  const files: IncomingFile[] = [];
  for (const name of names.toSorted()) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    files.push({
      name,
      path,
      isSettled: Date.now() - found.mtimeMs > SETTLED_AFTER_MS,
      read: () => createReadStream(path),
      fingerprint: () => hashOf(path),
      archive: () => moveTo(folder, "archive", path),
      async refuse(reason) {
        await mkdir(join(folder, "refused"), { recursive: true });
        await writeFile(join(folder, "refused", `${name}.reason.txt`), `${reason}\n`);
        await moveTo(folder, "refused", path);
      },
    });
  }
  return files;
}

/** The new name contains a hash of the content, so an earlier file of the same name is not replaced. */
async function moveTo(folder: string, place: "archive" | "refused", path: string): Promise<void> {
  const hash = await hashOf(path);
  // Another process has dealt with it.
  if (hash === null) return;
  const target = join(folder, place);
  await mkdir(target, { recursive: true });
  const name = path.slice(path.lastIndexOf("/") + 1);
  await link(path, join(target, `${hash}-${name}`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(path, { force: true });
  await flushFolder(target);
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex").slice(0, 12);
}

/** A rename is only durable once the folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
