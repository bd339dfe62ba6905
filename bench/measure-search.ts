/** How long a member waits for a filter over many stored transfers, compared with reading one by its primary key. */
import { openDb, type Tx } from "@vitaran/server/src/lib/db.ts";
import { makeLog } from "@vitaran/server/src/lib/log.ts";
import { countTransfers, searchTransfers, type TransferFilter } from "@vitaran/server/src/transfers/index.ts";
import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import type { Server } from "./start-server.ts";
import { STORED_PREFIX } from "./store-transfers.ts";

const ROUNDS = 5;
const PAGE = 51;

const FILTERS: Readonly<Record<string, TransferFilter>> = {
  none: {},
  failed: { states: ["failed"] },
  reversed: { states: ["reversed"] },
  open: { states: ["queued_for_funds", "with_bank", "awaiting_approval"] },
  "UTR of none": { text: "NOSUCHUTR0001" },
  "last four digits of none": { text: "9999" },
  "payee of many": { text: "payee" },
  "amount of all": { fromPaise: 100n, toPaise: 100n },
  "amount of none": { fromPaise: 999_99n, toPaise: 999_99n },
  "rail of none": { rails: ["rtgs"] },
  "fund source of none": { fundSourceIds: ["none"] },
  "from the dashboard": { sources: ["dashboard"] },
  "from links": { sources: ["link"] },
  "a day long ago": { created: { from: "2020-01-01", to: "2020-01-01" } },
};

/** The slowest of the filters, at the server, as the application's role. */
export async function measureSearch(server: Server, stored: number): Promise<Figure> {
  const { merchantId, environment } = server;
  const db = openDb({ url: environment["DATABASE_URL"]!, connections: 1, log: makeLog("silent") });
  const time = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now();
      await db.inMerchant(merchantId, async (tx) => {
        // The owner sees all rows without asking whose they are; the server's role asks.
        await tx.execute("set local role vitaran_app");
        return work(tx);
      });
      rounds.push(performance.now() - begin);
    }
    return median(rounds);
  };
  try {
    const primaryKeyMs = await time(readOne);
    const filtersMs: Record<string, number> = {};
    for (const [name, filter] of Object.entries(FILTERS))
      filtersMs[name] = await time((tx) => searchTransfers(tx, { filter, limit: PAGE }));
    const countsMs = await time((tx) => countTransfers(tx, {}));
    const slowestMs = Math.max(...Object.values(filtersMs));
    return {
      name: `slowest filter over ${stored.toLocaleString("en")} stored transfers`,
      value: slowestMs,
      unit: "ms",
      goals: [{ of: "value", atMost: 300 }],
      details: { primaryKeyMs, timesPrimaryKey: slowestMs / primaryKeyMs, countsMs, filtersMs },
    };
  } finally {
    await db.close();
  }
}

function readOne(tx: Tx): Promise<object[]> {
  return tx.query(
    `select * from transfers.transfer
     where merchant_id = $1
       and transfer_key = '${STORED_PREFIX}' || md5('1')`,
    [tx.merchantId],
  );
}
