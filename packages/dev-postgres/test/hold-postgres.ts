/** A process for the launcher's tests: it starts PostgreSQL in the given folder, prints its address, and stays. */
import { startPostgres } from "../src/embedded-postgres.ts";

const silent = { info: () => undefined, warn: () => undefined };
const { url } = await startPostgres({ dataDir: process.argv[2] as string, log: silent });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
