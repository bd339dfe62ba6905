/**
 * Takes a payee's details out of the rows of other tables: in sets, each in its own transaction, while everything else
 * goes on. Interrupted work is repeated from its beginning, since what is erased is found no more.
 */
import type { Context } from "./context.ts";
import { crashPoint } from "./crash-points.ts";
import type { Tx } from "./db.ts";
import { type Detail, eraseIn, type Eraser, makeEraser } from "./eraser.ts";
import { SEALED_PREFIX, sealsOf, type Seals } from "./seals.ts";
import type { Vault } from "./vault.ts";

/** A payee whose details are erased. One payee may have several rows, with or without an ID. */
export interface PayeeToErase {
  readonly beneficiaryIds: readonly string[];
  readonly beneIds: readonly string[];
  /** The IDs of its transfers and payout links. */
  readonly transferIds: readonly string[];
  /** The keyed indexes of accounts, UPI IDs, phone numbers and e-mail addresses that no other payee has. */
  readonly indexes: readonly Buffer[];
  /** All details; they are erased from rows about this payee. */
  readonly details: readonly Detail[];
  /** Those that no other payee has; a row that has one is about this payee. */
  readonly alone: readonly Detail[];
}

/** Columns of one table that may have details of payees. Names and conditions are SQL of its module. */
export interface PartToErase {
  readonly table: string;
  /** The columns of the primary key besides the merchant, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /**
   * A condition for rows about the payee. $2 are its beneficiary IDs, $3 the IDs of its transfers and links, $4 its
   * `beneId`s, $5 its indexes.
   */
  readonly own: string;
  /** True if other rows may be about it as well, so that all rows are read for details that no other payee has. */
  readonly isAnywhere?: true;
  /** A condition for rows that still have work to do: they are left as they are, and counted. */
  readonly busy?: string;
  readonly texts?: readonly string[];
  readonly documents?: readonly string[];
  /** Sealed bytes, with the purpose for which they were sealed. */
  readonly bytes?: Readonly<Record<string, string>>;
  /** A column that proves the bytes after an erasure, made from them and from another column of the row. */
  readonly proof?: {
    readonly column: string;
    readonly of: string;
    readonly reads: string;
    readonly make: (vault: Vault, merchantId: string, row: { before: Buffer; text: string }) => Buffer;
  };
  /** The new values of columns of the payee's own rows, in SQL. */
  readonly blank?: Readonly<Record<string, string>>;
}

interface ErasedPart {
  readonly table: string;
  readonly rows: number;
  /** The number of rows that still have work to do and so keep the details. */
  readonly busy: number;
  /** The keys of these rows. */
  readonly keys: readonly AnyRow[];
}

type AnyRow = Readonly<Record<string, unknown>>;

const SET_MAX = 500;
/** Erases the payee's details from one part. Returns how many rows had some. */
export async function eraseRows(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { part, payee }: { part: PartToErase; payee: PayeeToErase },
): Promise<ErasedPart> {
  const erasers = { own: makeEraser(payee.details), any: makeEraser(payee.alone) };
  const erased = { table: part.table, rows: 0, busy: 0, keys: [] as AnyRow[] };
  let after: AnyRow | null = null;
  do {
    const set: Awaited<ReturnType<typeof eraseSet>> = await ctx.db.inMerchant(merchantId, (tx) =>
      eraseSet(ctx, tx, { part, payee, erasers, after }),
    );
    crashPoint("lib.erase_rows.set_erased");
    erased.rows += set.changed.length;
    erased.keys.push(...set.changed);
    erased.busy += set.busy;
    after = set.last;
  } while (after !== null);
  return erased;
}

const isSame = (change: Readonly<Record<string, unknown>>): boolean =>
  Object.values(change).every((value) => value === undefined);

interface SetToErase {
  readonly part: PartToErase;
  readonly payee: PayeeToErase;
  readonly erasers: { readonly own: Eraser; readonly any: Eraser };
  readonly after: AnyRow | null;
}

async function eraseSet(
  { vault }: Pick<Context, "vault">,
  tx: Tx,
  { part, payee, erasers, after }: SetToErase,
): Promise<{ changed: readonly AnyRow[]; busy: number; last: AnyRow | null }> {
  const seals = sealsOf(vault, tx.merchantId);
  const keys = Object.keys(part.key);
  const found = await tx.query<AnyRow>(readText(part, after !== null), [
    tx.merchantId,
    payee.beneficiaryIds,
    payee.transferIds,
    payee.beneIds,
    payee.indexes,
    ...(after === null ? [] : keys.map((name) => after[name])),
  ]);
  const changes = found.flatMap((row) => {
    const by = (erase: Eraser) => ({
      ...eraseTexts(part, row, { erase, seals }),
      ...eraseBytes(part, row, { erase, vault, tx }),
    });
    const isOwn = row["is_own"] === true || !isSame(by(erasers.any));
    const change = isOwn ? by(erasers.own) : {};
    return isSame(change) && row["to_blank"] !== true ? [] : [{ row, change }];
  });
  const free = changes.filter(({ row }) => row["is_busy"] !== true);
  await writeChanges(tx, part, free);
  return {
    changed: free.map(({ row }) => row),
    busy: changes.length - free.length,
    last: found.length < SET_MAX ? null : found.at(-1)!,
  };
}

/** A text that begins with this is not opened when it is read, so that it can be seen whether it is sealed. */
const RAW = "=";

function readText(part: PartToErase, isContinued: boolean): string {
  const { table, key, own, texts = [], documents = [], bytes = {}, blank = {}, busy = "false" } = part;
  const keys = Object.keys(key);
  const proved = part.proof === undefined ? [] : [part.proof.reads];
  const raw = [...texts, ...documents].map((name) => `'${RAW}' || ${name}::text as ${name}`);
  const blanks = Object.entries(blank).map(([name, value]) => `${name} is distinct from ${value}`);
  const last = keys.map((name, place) => `$${place + 6}::${key[name]}`).join(", ");
  return `
    select ${[...keys, ...raw, ...Object.keys(bytes), ...proved].join(", ")}, coalesce(${own}, false) as is_own,
      coalesce((${own}) and (${blanks.length === 0 ? "false" : blanks.join(" or ")}), false) as to_blank,
      (${busy}) as is_busy
    from ${table} as kept
    where merchant_id = $1
      and num_nulls($2::uuid[], $3::uuid[], $4::text[], $5::bytea[]) = 0
      ${part.isAnywhere === true ? "" : `and (${own})`}
      ${isContinued ? `and (${keys.join(", ")}) > (${last})` : ""}
    order by ${keys.join(", ")}
    limit ${SET_MAX}
    for update`;
}

/** Returns the new values of texts and documents; undefined for those that stay. */
function eraseTexts(
  { texts = [], documents = [] }: PartToErase,
  row: AnyRow,
  { erase, seals }: { erase: Eraser; seals: Seals },
): Record<string, string | undefined> {
  const changeText = (stored: string): string => {
    const isSealed = stored.startsWith(SEALED_PREFIX);
    const clear = isSealed ? seals.open(stored) : stored;
    const erased = eraseIn(clear, erase);
    if (erased === clear) return stored;
    return isSealed ? seals.seal(erased) : erased;
  };
  const changeDocument = (stored: string): string => eraseIn(stored, changeText);
  const valueOf = (name: string, change: (stored: string) => string): string | undefined => {
    const raw = row[name] as string | null;
    if (raw === null) return undefined;
    const stored = raw.slice(RAW.length);
    const changed = change(stored);
    return changed === stored ? undefined : changed;
  };
  return Object.fromEntries([
    ...texts.map((name) => [name, valueOf(name, changeText)]),
    ...documents.map((name) => [name, valueOf(name, changeDocument)]),
  ]) as Record<string, string | undefined>;
}

function eraseBytes(
  { bytes = {}, proof }: PartToErase,
  row: AnyRow,
  { erase, vault, tx }: { erase: Eraser } & Pick<Context, "vault"> & { tx: Tx },
): Record<string, Buffer | undefined> {
  const { merchantId } = tx;
  const changed = Object.entries(bytes).flatMap(([name, purpose]): (readonly [string, Buffer])[] => {
    const sealed = row[name] as Buffer | null;
    if (sealed === null) return [];
    const clear = tx.openBytes(purpose, sealed);
    const text = eraseIn(clear, erase);
    if (text === clear) return [];
    const change = [name, vault.seal({ merchantId, purpose }, text)] as const;
    if (proof?.of !== name) return [change];
    const before = row[proof.reads] as Buffer;
    return [change, [proof.column, proof.make(vault, merchantId, { before, text })]];
  });
  return Object.fromEntries(changed);
}

interface RowChange {
  readonly row: AnyRow;
  readonly change: Readonly<Record<string, string | Buffer | undefined>>;
}

async function writeChanges(tx: Tx, part: PartToErase, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { table, key, texts = [], documents = [], bytes = {}, proof, blank = {} } = part;
  const typed = new Map<string, string>([
    ...texts.map((name) => [name, "text"] as const),
    ...documents.map((name) => [name, "jsonb"] as const),
    ...[...Object.keys(bytes), ...(proof ? [proof.column] : [])].map((name) => [name, "bytea"] as const),
  ]);
  const keys = Object.keys(key);
  const names = [...typed.keys()];
  const types = [...Object.values(key), "boolean", ...typed.values()];
  const set = [
    ...names
      .filter((name) => blank[name] === undefined)
      .map((name) => `${name} = coalesce(given.new_${name}, kept.${name})`),
    ...Object.entries(blank).map(([name, value]) => {
      const other = typed.has(name) ? `coalesce(given.new_${name}, kept.${name})` : `kept.${name}`;
      return `${name} = case when given.is_own then ${value} else ${other} end`;
    }),
  ];
  await tx.execute(
    `update ${table} as kept
     set ${set.join(", ")}
     from unnest(${types.map((type, place) => `$${place + 2}::${type}[]`).join(", ")})
       as given (${[...keys, "is_own", ...names.map((name) => `new_${name}`)].join(", ")})
     where kept.merchant_id = $1
       and ${keys.map((name) => `kept.${name} = given.${name}`).join(" and ")}`,
    [
      tx.merchantId,
      ...keys.map((name) => changes.map(({ row }) => row[name])),
      changes.map(({ row }) => row["is_own"]),
      ...names.map((name) => changes.map(({ change }) => change[name] ?? null)),
    ],
  );
}
