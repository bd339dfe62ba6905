/**
 * Checks after the measurements that every rupee is where it should be, using the ledger itself and the simulated
 * banks.
 */
import type { LedgerVerification } from "@vitaran/server/src/features/proof/index.ts";
import { awaitEnd } from "./await-end.ts";
import { startProgram } from "./start-program.ts";
import type { Server } from "./start-server.ts";
import { STORED_SUFFIX } from "./store-transfers.ts";

const MAIN = "server/src/main.ts";

export interface Proof {
  readonly transfers: number;
  /** The contradictions that were found; the books are proved if there are none. */
  readonly contradictions: readonly string[];
}

/** Proves the ledger of a server by the product's own checks, and its payments by the books of its banks. */
export async function proveBooks(server: Server): Promise<Proof> {
  await awaitEnd(server);
  const contradictions = await findContradictions(server);
  const [ours] = await server.query<{ payments: number; paise: number }>(
    `select count(*)::int as payments, coalesce(sum(amount_paise), 0)::float as paise
     from transfers.transfer
     where status = 'succeeded'
       and transfer_key not like '%${STORED_SUFFIX}'`,
  );
  const { payments, paise } = ours!;
  const headers = { authorization: `Bearer ${server.environment["SIMULATOR_SECRET"]}` };
  const asked = await fetch(`${server.simulatorUrl}/sim/debits?form=totals`, { headers });
  const { totals } = (await asked.json()) as { totals: { debits: number; netPaise: number } };
  if (payments !== totals.debits || paise !== totals.netPaise) {
    const ledger = `${payments} payments of ${paise} paise`;
    contradictions.push(`the ledger has ${ledger}, the banks ${totals.debits} of ${totals.netPaise}`);
  }
  return { transfers: payments, contradictions };
}

async function findContradictions(server: Server): Promise<string[]> {
  const { findings } = await verifyBooks(server);
  return findings.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`);
}

/** Runs the command of the server's own checkout, which knows its schema. */
export async function verifyBooks({ environment, root }: Server): Promise<LedgerVerification> {
  const { output, ended } = startProgram(MAIN, ["verify-ledger", "--json"], { environment, root });
  await ended;
  return JSON.parse(await output) as LedgerVerification;
}
