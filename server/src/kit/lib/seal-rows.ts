/**
 * Seals the rows that were written before their details were sealed, and those under a master key that is not
 * the newest: in sets, each in its own transaction, while everything else goes on. Readers accept both kinds
 * of row. Interrupted work is found again, because it is found by what the rows hold.
 */
import type { Context } from "./context.ts";
import { crashPoint } from "./crash-points.ts";
import type { Tx } from "./db.ts";
import { newestPrefix } from "./seals.ts";

/** A table of one module that has details to seal. Names and conditions are SQL of that module. */
export interface PartToSeal {
  /** `schema.table`. */
  readonly table: string;
  /** The name of the part, if a table has several. */
  readonly name?: string;
  /** The columns of the primary key besides the merchant, with their types. */
  readonly key: Readonly<Record<string, string>>;
  readonly read: readonly string[];
  /** The SQL condition for a row that must still be sealed; $2 is how a text under the newest key begins. */
  readonly isClear: string;
  /** The columns to write, with the types of the values given for them; see `written`. */
  readonly write: Readonly<Record<string, string>>;
  /** SQL expressions over `given`, for columns that are not simply set to the value given. */
  readonly written?: Readonly<Record<string, string>>;
  /** Returns the values of `write` for a row. The texts of the row are already decrypted. */
  change(tx: Tx, row: AnyRow): Readonly<Record<string, unknown>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a row of any table, read by the columns that its part names
type AnyRow = Readonly<Record<string, any>>;

/** The progress of one part of the sealing, over all merchants. */
export interface SealingProgress {
  readonly part: string;
  /** The number of merchants whose rows of the part are all sealed under the newest master key. */
  readonly sealedMerchants: number;
  readonly merchants: number;
  readonly sealedRows: number;
}

const SET_MAX = 500;

export const nameOf = ({ table, name }: PartToSeal): string =>
  name === undefined ? table : `${table} (${name})`;

/** Returns the condition that a column's text is not sealed under the newest key. */
export const isClearText = (column: string): string => `(${column} <> '' and not starts_with(${column}, $2))`;

/** Makes a part of texts that are sealed in place, and of columns that are computed from them. */
export function textsToSeal(
  part: Pick<PartToSeal, "table" | "key" | "written"> & {
    readonly texts: readonly string[];
    readonly beside?: Readonly<Record<string, string>>;
    readonly besideOf?: (tx: Tx, row: AnyRow) => Readonly<Record<string, unknown>>;
  },
): PartToSeal {
  const { texts, beside = {}, besideOf, ...rest } = part;
  return {
    ...rest,
    read: texts,
    isClear: texts.map(isClearText).join(" or "),
    write: { ...Object.fromEntries(texts.map((column) => [column, "text"])), ...beside },
    change: (tx, row) => ({
      ...Object.fromEntries(
        texts.map((column) => [column, row[column] === "" ? "" : tx.seal(row[column] as string | null)]),
      ),
      ...besideOf?.(tx, row),
    }),
  };
}

/** Seals a merchant's rows that are not sealed yet; returns how many. Does nothing before `beginSealing`. */
export async function sealRows(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  parts: readonly PartToSeal[],
): Promise<number> {
  const prefix = newestPrefix(ctx.vault, merchantId);
  const done = await ctx.db.inMerchant(merchantId, async (tx) =>
    tx.sealsDetails ? tx.query<{ part: string }>(READ_DONE, [merchantId, prefix]) : null,
  );
  if (done === null) return 0;
  const left = parts.filter((part) => !done.some((one) => one.part === nameOf(part)));
  let all = 0;
  for (const part of left) {
    let rows = 0;
    // Rows that were written behind a pass are found by the next one: the last pass finds nothing.
    for (let found = await sealPass(ctx, merchantId, { part, prefix }); found > 0;) {
      rows += found;
      found = await sealPass(ctx, merchantId, { part, prefix });
    }
    await ctx.db.inMerchant(merchantId, (tx) =>
      tx.execute(NOTE_DONE, [merchantId, nameOf(part), prefix, rows]),
    );
    all += rows;
  }
  return all;
}

/** Goes once through all rows of a part; returns how many it has sealed. */
async function sealPass(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { part, prefix }: { part: PartToSeal; prefix: string },
): Promise<number> {
  let rows = 0;
  let after: AnyRow | null = null;
  do {
    const set: { rows: number; last: AnyRow | null } = await ctx.db.inMerchant(merchantId, (tx) =>
      sealSet(tx, part, { prefix, after }),
    );
    crashPoint("lib.seal_rows.set_sealed");
    rows += set.rows;
    after = set.last;
  } while (after !== null);
  return rows;
}

/** Returns those of the given merchants that still have rows to seal, by the recorded progress. */
export async function findMerchantsToSeal(
  ctx: Pick<Context, "db" | "vault">,
  merchantIds: readonly string[],
  parts: readonly PartToSeal[],
): Promise<string[]> {
  const done = await readDone(ctx, merchantIds);
  return merchantIds.filter((merchantId) => {
    const prefix = newestPrefix(ctx.vault, merchantId);
    return !parts.every((part) => isDone(done, { merchantId, part: nameOf(part), prefix }));
  });
}

/** Returns the progress of each part. */
export async function readSealingProgress(
  ctx: Pick<Context, "db" | "vault">,
  merchantIds: readonly string[],
  parts: readonly PartToSeal[],
): Promise<SealingProgress[]> {
  const done = await readDone(ctx, merchantIds);
  return parts.map((part) => {
    const sealed = done.filter(
      (one) => one.part === nameOf(part) && one.prefix === newestPrefix(ctx.vault, one.merchantId),
    );
    const sealedRows = sealed.reduce((sum, one) => sum + one.rows, 0);
    return { part: nameOf(part), sealedMerchants: sealed.length, merchants: merchantIds.length, sealedRows };
  });
}

/** Returns the time since which details are sealed as they are written. Null means not yet. */
export async function readSealingBegun(ctx: Pick<Context, "db">): Promise<Date | null> {
  const [row] = await ctx.db.directory((tx) =>
    tx.query<{ begunAt: Date | null }>('select begun_at as "begunAt" from lib.sealing'),
  );
  return row!.begunAt;
}

/**
 * Begins to seal details as they are written. There is no way back: call it only when no process of the
 * version before runs any more, and none will.
 */
export async function beginSealing(ctx: Pick<Context, "db">): Promise<Date> {
  await ctx.db.directory((tx) =>
    tx.execute("update lib.sealing set begun_at = clock_timestamp() where begun_at is null"),
  );
  return (await readSealingBegun(ctx))!;
}

interface DonePart {
  readonly merchantId: string;
  readonly part: string;
  readonly prefix: string;
  readonly rows: number;
}

const isDone = (done: readonly DonePart[], wanted: Omit<DonePart, "rows">): boolean =>
  done.some(
    (one) => one.merchantId === wanted.merchantId && one.part === wanted.part && one.prefix === wanted.prefix,
  );

async function sealSet(
  tx: Tx,
  part: PartToSeal,
  { prefix, after }: { prefix: string; after: AnyRow | null },
): Promise<{ rows: number; last: AnyRow | null }> {
  const { table, key, read, write, written = {} } = part;
  const keys = Object.keys(key);
  const last = keys.map((name, place) => `$${place + 3}::${key[name]}`).join(", ");
  const found = await tx.query<AnyRow>(
    `select ${[...keys, ...read].join(", ")}
     from ${table}
     where merchant_id = $1
       and (${part.isClear})
       and $2::text is not null
       ${after === null ? "" : `and (${keys.join(", ")}) > (${last})`}
     order by ${keys.join(", ")}
     limit ${SET_MAX}
     for update`,
    [tx.merchantId, prefix, ...(after === null ? [] : keys.map((name) => after[name] as unknown))],
  );
  if (found.length === 0) return { rows: 0, last: null };
  const changes = found.map((row) => part.change(tx, row));
  const columns = Object.keys(write);
  const given = [...keys, ...columns.map((name) => `new_${name}`)].join(", ");
  const types = [...Object.values(key), ...Object.values(write)];
  await tx.execute(
    `update ${table} as kept
     set ${columns.map((name) => `${name} = ${written[name] ?? `given.new_${name}`}`).join(", ")}
     from unnest(${types.map((type, place) => `$${place + 2}::${type}[]`).join(", ")}) as given (${given})
     where kept.merchant_id = $1
       and ${keys.map((name) => `kept.${name} = given.${name}`).join(" and ")}`,
    [
      tx.merchantId,
      ...keys.map((name) => found.map((row) => row[name] as unknown)),
      ...columns.map((name) => changes.map((change) => change[name] ?? null)),
    ],
  );
  crashPoint("lib.seal_rows.before_commit");
  return { rows: found.length, last: found.length < SET_MAX ? null : found.at(-1)! };
}

const readDone = ({ db }: Pick<Context, "db">, merchantIds: readonly string[]): Promise<DonePart[]> =>
  db.sweep((read) =>
    read.query<DonePart>(
      `select merchant_id as "merchantId", part, prefix, sealed_rows::float8 as rows
       from lib.sealed_part
       where merchant_id = any ($1::uuid[])`,
      [merchantIds],
    ),
  );

const READ_DONE = "select part from lib.sealed_part where merchant_id = $1 and prefix = $2";

const NOTE_DONE = `
  insert into lib.sealed_part (merchant_id, part, prefix, sealed_rows, done_at)
  values ($1, $2, $3, $4, clock_timestamp())
  on conflict (merchant_id, part) do update
  set prefix = excluded.prefix, sealed_rows = excluded.sealed_rows, done_at = excluded.done_at`;
