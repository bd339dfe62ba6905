/** Backups are kept in a store, which is a folder, or a bucket that speaks the protocol of S3. */
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./errors.ts";

export interface BackupStore {
  /** Keeps bytes under a name. Until they are complete, nothing has that name. Returns how many they were. */
  put(name: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number>;
  /** Returns the bytes. Throws BackupError.not_stored. */
  get(name: string): Promise<AsyncIterable<Buffer>>;
  /** Lists all names. */
  list(): Promise<string[]>;
  /** Removes what has the name, if anything has. */
  remove(name: string): Promise<void>;
  /** Removes what interrupted calls of `put` have left under such names, if it is older than a day. */
  tidy(isOurs: (name: string) => boolean): Promise<void>;
}

const DAY_MS = 86_400_000;
const PARTIAL = ".partial";

/** Opens a folder, which must exist: a disk that is not mounted must not be mistaken for it. */
export function openFolder(folder: string): BackupStore {
  if (!existsSync(folder)) throw BackupError.no_folder({ folder });
  const at = (name: string): string => join(folder, name);
  return {
    async put(name, bytes, signal) {
      const partial = `${at(name)}${PARTIAL}`;
      try {
        await pipeline(Readable.from(bytes), createWriteStream(partial, { mode: 0o600 }), {
          ...(signal === undefined ? {} : { signal }),
        });
        await flush(partial);
        await rename(partial, at(name));
        await flush(folder);
        return (await stat(at(name))).size;
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(name) {
      if (!existsSync(at(name))) throw BackupError.not_stored({ name });
      return createReadStream(at(name)) as AsyncIterable<Buffer>;
    },
    list: async () => (await readdir(folder)).filter((name) => !name.endsWith(PARTIAL)),
    remove: (name) => rm(at(name), { force: true }),
    async tidy(isOurs) {
      for (const name of (await readdir(folder)).filter((one) => one.endsWith(PARTIAL))) {
        if (!isOurs(name.slice(0, -PARTIAL.length))) continue;
        const { mtimeMs } = await stat(at(name));
        if (Date.now() - mtimeMs > DAY_MS) await rm(at(name), { force: true });
      }
    },
  };
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
