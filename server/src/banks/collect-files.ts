import type { Arrival, Connection, Protocol } from "./adapter.ts";
import { folderOf, listIncoming } from "./folder.ts";

/**
 * The whole files that wait in a connection's folder, each read when its turn comes. What is still being written is
 * left for later; what nothing was added to for ten minutes and has no end is refused.
 */
export async function* collectFiles(
  connection: Connection,
  readFile: NonNullable<Protocol["readFile"]>,
): AsyncGenerator<Arrival> {
  const folder = folderOf(connection);
  if (folder === null) return;
  for (const { name, isSettled, read, fingerprint, archive, refuse } of await listIncoming(folder)) {
    const contents = await readFile(connection, read);
    if (contents === null && !isSettled) continue;
    const reason = typeof contents === "string" ? contents : "it has no end";
    yield {
      name,
      fingerprint,
      contents: typeof contents === "string" ? null : contents,
      reason: contents === null || typeof contents === "string" ? reason : "",
      archive,
      refuse,
    };
  }
}
