/** Erases in a restored database the payees that were erased after the backup, before anything else uses it. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listLivingMerchantIds } from "#access";
import { certify, listErasures, readLine, replayErasure } from "#erasures";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";
import { openDb } from "#lib/homes";
import { appPassword, provisionAppRole } from "#lib/provision-app-role";

type Ready = Pick<Context, "config" | "db" | "vault">;

/** Finds the lines of erasures in a text, each once. */
export const findLines = (text: string): string[] => [
  ...new Set(text.match(/vitaran-erasure\/[\w-]+\/[\w-]+/g) ?? []),
];

interface Replayed {
  readonly merchantId: string;
  readonly erasureNo: number;
  /** `waiting`: the worker finishes it. `elsewhere`: the merchant does not live in these databases. */
  readonly status: "done" | "waiting" | "elsewhere";
}

/** Replays each line. Throws ErasureError.line_invalid before anything is erased. */
export async function replayLines(ctx: Ready, lines: readonly string[]): Promise<Replayed[]> {
  const read = lines.map((line) => readLine(ctx.vault, line));
  const living = new Set(await listLivingMerchantIds(ctx));
  const replayed: Replayed[] = [];
  for (const line of read) {
    const certificate = living.has(line.merchantId) ? await replayErasure(ctx, line) : null;
    const { merchantId, erasureNo } = certificate ?? line;
    replayed.push({ merchantId, erasureNo, status: certificate?.status ?? "elsewhere" });
  }
  return replayed;
}

/** The lines that a restore has yet to replay. It keeps them, because it may be killed once the data is replaced. */
const keptIn = ({ dataDir }: Config): string => join(dataDir, "erasures-to-replay.txt");

/** Returns the lines that an interrupted restore has left. */
export function readKeptLines(config: Config): string[] {
  const path = keptIn(config);
  return existsSync(path) ? findLines(readFileSync(path, "utf8")) : [];
}

/** Keeps the lines until they are replayed, or deletes them if there are none. */
export async function keepLines(config: Config, lines: readonly string[]): Promise<void> {
  const path = keptIn(config);
  if (lines.length === 0) return rm(path, { force: true });
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(`${path}.new`, lines.join("\n"), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Ends what an interrupted restore has left. Lines whose payees were erased already change nothing. */
export async function replayKeptLines(ctx: Context): Promise<void> {
  const lines = readKeptLines(ctx.config);
  if (lines.length === 0) return;
  const replayed = await replayLines(ctx, lines);
  // The home of a merchant may be away now. A later start finds it.
  const left = lines.filter((_, at) => replayed[at]!.status === "elsewhere");
  await keepLines(ctx.config, left);
  ctx.log.warn(
    { replayed },
    "a restore was interrupted: the payees that were erased since the backup are erased again",
  );
}

/** Opens a database that no server uses, as the application sees it. */
export async function withDatabase<T>(
  { ownerUrl, ...ctx }: Omit<Context, "db"> & { readonly ownerUrl: string },
  work: (there: Ready) => Promise<T>,
): Promise<T> {
  const url = await provisionAppRole(ownerUrl, appPassword(ctx.vault));
  const db = openDb({ url, connections: 2, log: ctx.log, vault: ctx.vault });
  try {
    return await work({ ...ctx, db });
  } finally {
    await db.close();
  }
}

/** Reads the lines of all erasures that a database knows of. */
export async function readLines(ctx: Ready): Promise<string[]> {
  const lines: string[] = [];
  for (const merchantId of await listLivingMerchantIds(ctx)) {
    const found = await ctx.db.inMerchant(merchantId, async (tx) =>
      (await listErasures(tx)).map((erasure) => certify(tx, erasure).line),
    );
    lines.push(...found);
  }
  return lines;
}
