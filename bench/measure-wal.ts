import type { Figure } from "./figure.ts";
import { awaitEnd } from "./await-end.ts";
import type { Lab } from "./open-lab.ts";
import { runLoad } from "./run-load.ts";

const CLIENTS = 64;

interface Wal {
  bytes: string;
  records: string;
  fullPages: string;
}

/**
 * Measures the bytes of write-ahead log for the whole life of a transfer: order, hold, attempt, outcome, steps, event.
 */
export async function measureWal(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  lab.say("bytes of WAL");
  const read = async (): Promise<Wal> => {
    const rows = await server.query<Wal>(
      `select pg_current_wal_insert_lsn() - '0/0' as bytes, wal_records as records, wal_fpi as "fullPages"
       from pg_stat_wal`,
    );
    return rows[0]!;
  };
  await awaitEnd(server);
  const before = await read();
  const { calls } = await runLoad(server, {
    operation: "requestTransfer",
    connections: CLIENTS,
    loop: { kind: "closed", callers: CLIENTS, ...lab.scale.load },
  });
  await awaitEnd(server);
  const after = await read();
  const per = (name: keyof Wal): number => (Number(after[name]) - Number(before[name])) / calls;
  return [
    {
      name: "WAL per transfer, whole life",
      value: per("bytes"),
      unit: "bytes",
      goals: [{ of: "value", atMost: 2_700 }],
      details: { transfers: calls, records: per("records"), fullPages: per("fullPages") },
    },
  ];
}
