/** VPAs, phone numbers, e-mail and postal addresses that are in no other row, and a search of all tables for them. */
import assert from "node:assert/strict";
import type { World } from "./world.ts";

type Kind = "vpa" | "phone" | "email" | "address";

export interface Planter {
  /** Makes a detail that was never used; `place` says where it is planted. */
  make(kind: Kind, place: string): string;
  /** Returns the same body, with such a detail in every field that has a matching name. */
  plant<T>(body: T, place: string): T;
  /** Returns the number of details that were made. */
  count(): number;
  /** Returns where any of them is unencrypted, in any row of any table: `table holds place`. */
  find(world: World): Promise<string[]>;
}

const KINDS: readonly [RegExp, Kind][] = [
  [/^vpa$|upi_?id$|^vpa_address$/i, "vpa"],
  [/phone$/i, "phone"],
  [/email$/i, "email"],
  [/^(?:beneficiary_)?(?:address[12]?|city|state)$/i, "address"],
];

/** Converts the digits of a number into letters, to mark texts that must not contain digits. */
const lettersOf = (n: number): string => String(n).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);

const SHAPES: Readonly<Record<Kind, (n: number) => string>> = {
  vpa: (n) => `zqv${lettersOf(n)}qz@okaxis`,
  phone: (n) => String(9_340_000_000 + n * 7_919),
  email: (n) => `zqm${lettersOf(n)}qz@example.com`,
  address: (n) => `Zqa ${lettersOf(n)}qz Street`,
};

export function makePlanter(): Planter {
  const planted = new Map<string, string>();
  const make: Planter["make"] = (kind, place) => {
    const detail = SHAPES[kind](planted.size + 100);
    planted.set(kind === "vpa" || kind === "email" ? detail.split("@")[0]! : detail.toLowerCase(), place);
    return detail;
  };
  const plant = (value: unknown, place: string, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((one) => plant(one, place));
    if (typeof value === "object" && value !== null) {
      const fields = Object.entries(value).map(([key, one]) => [key, plant(one, `${place}.${key}`, key)]);
      return Object.fromEntries(fields);
    }
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
    return kind === undefined || typeof value !== "string" ? value : make(kind, place);
  };
  return {
    make,
    plant: plant as Planter["plant"],
    count: () => planted.size,
    async find(world) {
      const found: string[] = [];
      for (const [table, rows] of await readTables(world)) {
        for (const row of rows) {
          for (const [detail, place] of planted)
            if (row.includes(detail)) found.push(`${table} has ${place}`);
        }
      }
      return [...new Set(found)];
    },
  };
}

/** The IDs that batches give payees begin with the phone number; this is in the contract, and in no other text. */
const MADE_IDS = /\b\d{10,15}_\d{10}\b/g;

/** Reads every row of every table as lower-case texts: as PostgreSQL writes it, and with its bytes read as text. */
async function readTables(world: World): Promise<[string, string[]][]> {
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.length > 80);
  return Promise.all(
    tables.map(async ({ name }): Promise<[string, string[]]> => {
      const rows = await world.look<{ row: string }>(`select kept::text as row from ${name} as kept`);
      return [name, rows.flatMap(({ row }) => [row, ...bytesIn(row)]).map(withoutIds)];
    }),
  );
}

const withoutIds = (text: string): string => text.toLowerCase().replaceAll(MADE_IDS, "");

const bytesIn = (row: string): string[] =>
  [...row.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex]) => Buffer.from(hex!, "hex").toString("latin1"));
