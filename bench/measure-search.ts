/**
 * Measures how long a member waits for a filter over many stored transfers, compared with reading one by its primary
 * key.
 */
import { readMasterKeys } from "@vitaran/server/src/surfaces/commands/open-engine.ts";
import { readConfig } from "@vitaran/server/src/kit/lib/config.ts";
import type { Tx } from "@vitaran/server/src/kit/lib/db.ts";
import { openDb } from "@vitaran/server/src/kit/lib/homes.ts";
import { makeLog } from "@vitaran/server/src/kit/lib/log.ts";
import { makeVault } from "@vitaran/server/src/kit/lib/vault.ts";
import {
  countMatches,
  countTransfers,
  searchTransfers,
  type SearchOrder,
  type TransferFilter,
} from "@vitaran/server/src/money/transfers/index.ts";
import type { Figure } from "./figure.ts";
import { median, summarizeLatencies } from "./latencies.ts";
import type { Server } from "./start-server.ts";
import { storedKey } from "./store-transfers.ts";

const PAGE = 51;
const ORDERS: readonly SearchOrder[] = ["newest", "largest"];

/** Filters that the screen offers: they match all, some or none of the stored transfers. */
const FILTERS: Readonly<Record<string, TransferFilter>> = {
  none: {},
  failed: { states: ["failed"] },
  reversed: { states: ["reversed"] },
  open: { states: ["queued_for_funds", "with_bank", "awaiting_approval"] },
  "failed or open": { states: ["failed", "with_bank"] },
  "credited or reversed": { states: ["credited", "reversed"] },
  "reason of some": { reasons: ["INVALID_ACCOUNT_FAIL"] },
  "reason of none": { reasons: ["NRE_ACCOUNT_FAIL"] },
  "UTR of none": { text: "NOSUCHUTR0001" },
  "last four digits of none": { text: "9999" },
  "payee of many": { text: "payee" },
  "amount of all": { fromPaise: 100n, toPaise: 100n },
  "amount of none": { fromPaise: 999_99n, toPaise: 999_99n },
  "mode of none": { modes: ["rtgs"] },
  "rail of none": { rails: ["rtgs"] },
  "fund source of none": { fundSourceIds: ["none"] },
  "from programs": { sources: ["api"] },
  "from the dashboard": { sources: ["dashboard"] },
  "from links": { sources: ["link"] },
  "with UTR": { hasUtr: true },
  "without UTR": { hasUtr: false },
  "a day long ago": { created: { from: "2020-01-01", to: "2020-01-01" } },
  "ended on a day long ago": { finished: { from: "2020-01-01", to: "2020-01-01" } },
};

/**
 * Measures every filter alone, and with `pairs` also every two together: a page, by time and by amount, and the counts
 * above it, with the application's role.
 */
export async function measureSearch(
  server: Server,
  { stored, rounds: roundsEach, pairs }: { stored: number; rounds: number; pairs: boolean },
): Promise<Figure[]> {
  const { merchantId, environment } = server;
  const vault = makeVault(await readMasterKeys(readConfig(environment), { make: false }));
  const db = openDb({ url: environment["DATABASE_URL"]!, connections: 1, log: makeLog("silent"), vault });
  const time = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
    const rounds: number[] = [];
    for (let round = 0; round < roundsEach; round += 1) {
      const begin = performance.now();
      await db.inMerchant(merchantId, async (tx) => {
        // The owner sees all rows without a check of their merchant; the server's role has that check.
        await tx.execute("set local role vitaran_app");
        return work(tx);
      });
      rounds.push(performance.now() - begin);
    }
    return median(rounds);
  };
  try {
    // The first read opens the connection and makes the plan.
    await time(readOne);
    const primaryKeyMs = await time(readOne);
    const pages = new Map<string, number>();
    const counts = new Map<string, number>();
    for (const [name, filter] of pairs ? combine(FILTERS) : Object.entries(FILTERS)) {
      for (const order of ORDERS)
        pages.set(
          `${name}, ${order}`,
          await time((tx) => searchTransfers(tx, { filter, order, limit: PAGE })),
        );
      counts.set(name, await time((tx) => count(tx, filter)));
    }
    const size = stored.toLocaleString("en");
    const figureOf = (what: string, times: ReadonlyMap<string, number>): Figure => {
      const [slowest, slowestMs] = [...times].toSorted(([, a], [, b]) => b - a)[0]!;
      const { p50Ms, p95Ms } = summarizeLatencies([...times.values()]);
      return {
        name: `${what} over ${size} stored transfers, p95`,
        value: p95Ms,
        unit: "ms",
        goals: [{ of: "value", atMost: 300 }],
        details: { timesPrimaryKey: p95Ms / primaryKeyMs, primaryKeyMs, p50Ms, slowestMs, slowest },
      };
    };
    return [figureOf("a filtered page", pages), figureOf("its counts", counts)];
  } finally {
    await db.close();
  }
}

/** Returns each filter alone, and each two that concern different fields. */
function combine(filters: Readonly<Record<string, TransferFilter>>): [string, TransferFilter][] {
  const all = Object.entries(filters);
  const pairs = all.flatMap(([name, filter], index) =>
    all
      .slice(index + 1)
      .filter(([, other]) => Object.keys(other).every((key) => !(key in filter)))
      .map(([otherName, other]): [string, TransferFilter] => [
        `${name} + ${otherName}`,
        { ...filter, ...other },
      ]),
  );
  return [...all, ...pairs.filter(([name]) => !name.startsWith("none + "))];
}

async function count(tx: Tx, filter: TransferFilter): Promise<void> {
  await countTransfers(tx, filter);
  await countMatches(tx, filter);
}

function readOne(tx: Tx): Promise<object[]> {
  return tx.query(
    `select * from transfers.transfer
     where merchant_id = $1
       and transfer_key = ${storedKey("1")}`,
    [tx.merchantId],
  );
}
