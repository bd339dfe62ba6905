/** A process for the launcher's tests: starts PostgreSQL in the folder given, says where, and stays. */
import { startPostgres } from "#lib/embedded-postgres";

const silent = { info: () => undefined, warn: () => undefined };
const { url } = await startPostgres({ dataDir: process.argv[2] as string, log: silent });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
