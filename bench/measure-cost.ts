import { join } from "node:path";
import type { Context } from "@vitaran/server/src/kit/lib/context.ts";
import { openEngine } from "@vitaran/server/src/surfaces/commands/open-engine.ts";
import { readConfig } from "@vitaran/server/src/kit/lib/config.ts";
import { makeCostCounter, type Cost } from "@vitaran/server/test/count-cost.ts";
import type { CostRow } from "./cost-row.ts";
import type { Figure } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import { openPool } from "./open-pool.ts";

const SIZES = [1, 8, 64, 256];

/**
 * Counts the work that sets of transfers cause in PostgreSQL; the counts are the same on every machine, however busy it
 * is.
 */
export async function measureCost(lab: Lab): Promise<Figure[]> {
  const databaseUrl = await lab.makeDatabase("cost");
  const rows = await countCosts(lab, { name: "cost", databaseUrl, sizes: SIZES });
  return rows.map(toFigure);
}

interface Counting {
  /** Unique in the lab. */
  readonly name: string;
  /** The database in which the merchant is to live. */
  readonly databaseUrl: string;
  readonly sizes: readonly number[];
  /** Returns the settings of an engine that reaches that database at this address. Default: it is the only one. */
  readonly settingsFor?: (url: string) => Readonly<Record<string, string>>;
  /** Prepares the engine before the merchant is made. */
  readonly prepare?: (ctx: Context) => Promise<void>;
}

/** Counts what sets of these sizes cost, at a merchant of a new engine. */
export async function countCosts(
  lab: Pick<Lab, "folder" | "say">,
  { name, databaseUrl, sizes, settingsFor = (url) => ({ DATABASE_URL: url }), prepare }: Counting,
): Promise<CostRow[]> {
  const pool = openPool(databaseUrl, { max: 1 });
  const closers: (() => Promise<void>)[] = [() => pool.end()];
  const onClose = (close: () => Promise<void>): void => void closers.push(close);
  try {
    const count = await makeCostCounter({
      databaseUrl,
      onClose,
      look: async <R extends object>(text: string, values: readonly unknown[] = []) =>
        (await pool.query(text, [...values])).rows as R[],
      open: async (url) => {
        const settings = { ...settingsFor(url), DATABASE_CONNECTIONS: "2", LOG_LEVEL: "error" };
        const engine = await openEngine(
          readConfig({ ...settings, VITARAN_DATA_DIR: join(lab.folder, name) }),
        );
        onClose(() => engine.close());
        await prepare?.(engine.ctx);
        return engine.ctx;
      },
    });
    const rows: CostRow[] = [];
    for (const size of sizes) {
      lab.say(`counting what a set of ${size} costs`);
      rows.push(makeRow(size, await count(size)));
    }
    return rows;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

function makeRow(size: number, { token, accept, record }: Cost): CostRow {
  return {
    size,
    rounds: token.rounds + accept.rounds + record.rounds,
    statements: token.statements + accept.statements + record.statements,
    walRecords: (accept.records + record.records) / size,
    walBytes: (accept.bytes + record.bytes) / size,
  };
}

function toFigure(cost: CostRow): Figure {
  const { size, rounds, statements, walRecords, walBytes } = cost;
  return {
    name: `a set of ${size}, WAL per transfer`,
    value: walBytes,
    unit: "bytes",
    details: { walRecords, roundTripsOfSet: rounds, statementsOfSet: statements },
    cost,
  };
}
