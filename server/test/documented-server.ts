/** A PostgreSQL that is set up by the lines of the documentation, with an administrator as managed services have it. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { startPostgres } from "@vitaran/dev-postgres";
import { LOGICAL, withClient } from "./postgres.ts";

const PAGES = join(import.meta.dirname, "../../web/app/docs/content");

/** Returns the SQL statements of a page, one list for each block of code. */
export function readSqlOf(page: string): string[][] {
  const text = readFileSync(join(PAGES, `${page}.mdx`), "utf8");
  return [...text.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, block]) =>
    block!.split(/;\s*$/m).flatMap((statement) => statement.trim() || []),
  );
}

interface DocumentedServer {
  /** The address of the role of the documentation and its database. */
  readonly ownerUrl: string;
  /** The address of the server's superuser. */
  readonly superuserUrl: string;
  /** Runs statements as the server's superuser, whom a managed service keeps for itself. */
  asSuperuser(statements: readonly string[]): Promise<void>;
}

/** Starts it. It ends with the test file. */
export async function startDocumentedServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<DocumentedServer> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(tmpdir(), "vitaran-documented-")),
    log: { info: () => undefined, warn: () => undefined },
    settings: { ...LOGICAL, shared_buffers: "128MB", fsync: "off", ...settings },
    temporary: true,
  });
  after(() => postgres.stop());
  const superuserUrl = new URL("/postgres", postgres.url);
  const run = (url: URL, statements: readonly string[]): Promise<void> =>
    withClient(url.href, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  // The embedded server has made a database of this name for its superuser.
  await run(superuserUrl, [
    "drop database vitaran",
    "create role admin login createrole createdb password 'admin'",
  ]);
  const as = (role: string, password: string, database: string): URL => {
    const url = new URL(`/${database}`, superuserUrl);
    [url.username, url.password] = [role, password];
    return url;
  };
  const [setUp] = readSqlOf("run-it-yourself");
  await run(as("admin", "admin", "postgres"), setUp!);
  return {
    ownerUrl: as("vitaran", /PASSWORD '(.+)'/.exec(setUp![0]!)![1]!, "vitaran").href,
    superuserUrl: superuserUrl.href,
    asSuperuser: (statements) => run(superuserUrl, statements),
  };
}
