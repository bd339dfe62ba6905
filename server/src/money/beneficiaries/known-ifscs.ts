/** IFSCs in addition to the built-in list: added by the operator, accepted by a bank, or of a newer list. */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Context } from "#lib/context";
import type { DirectoryTx, Tx } from "#lib/db";
import { isUnavailable } from "#lib/db-errors";
import { ifscEdition, ifscExists, isIfsc, type KnownIfsc, learnIfscs, renewIfscs } from "#rails";
import { IfscError } from "./errors.ts";

/** Notified at every change; listeners then read all of them again. */
const CHANNEL = "known_ifscs";

/** Every complete list has more codes than this. A file with fewer codes is incomplete, or is something else. */
const CODES_MIN = 100_000;

/** Reads the known IFSCs now and whenever another process changes them, until the returned function is called. */
export async function keepIfscsKnown(ctx: Context): Promise<() => Promise<void>> {
  const read = (): Promise<void> =>
    readKnownIfscs(ctx).catch((error: unknown) => {
      ctx.log.error({ err: error }, "known IFSCs could not be read; those that were known still hold");
    });
  const stop = await ctx.db.listen(
    CHANNEL,
    () => void read(),
    () => void read(),
  );
  await read();
  return stop;
}

/** Loads IFSCs from the database. In production, those accepted by a simulated bank do not count. */
export async function readKnownIfscs({ db, config }: Pick<Context, "db" | "config">): Promise<void> {
  await db.directory(async (tx) => {
    const known = await tx.query<KnownIfsc & { simulated: boolean }>(READ_KNOWN);
    const [list] = await tx.query<{ date: string; codes: Buffer }>(READ_LIST);
    learnIfscs(known.filter(({ simulated }) => !simulated || config.mode !== "production"));
    if (list !== undefined) {
      renewIfscs({ date: list.date, codes: brotliDecompressSync(list.codes).toString("latin1").split(",") });
    }
  });
}

/**
 * Marks codes as valid at which a bank has found an account, whatever the list says. If the directory is away, they are
 * learnt the next time.
 */
export async function learnAcceptedIfscs(tx: Tx, ifscs: readonly string[]): Promise<void> {
  const unlisted = [...new Set(ifscs.map((ifsc) => ifsc.toUpperCase()))].filter((ifsc) => !ifscExists(ifsc));
  if (unlisted.length === 0) return;
  const { directory, merchantId } = tx;
  const outcome = await tx.part(async () => {
    const accepted = await directory.query<{ ifsc: string }>(ACCEPT, [merchantId, unlisted]);
    if (accepted.length > 0) await directory.query(TELL, [CHANNEL]);
    return accepted;
  });
  if ("value" in outcome) learnIfscs(outcome.value.map(({ ifsc }) => ({ ifsc, replacedBy: null })));
  else if (!isUnavailable(outcome.fault)) throw outcome.fault;
}

/** Adds a code, or says which one replaced it; upper case. Throws IfscError.malformed, replaced_by. */
export async function addIfsc(
  { db }: Pick<Context, "db">,
  { ifsc, replacedBy }: KnownIfsc,
): Promise<KnownIfsc> {
  if (!isIfsc(ifsc)) throw IfscError.malformed({ ifsc });
  if (replacedBy !== null && (!ifscExists(replacedBy) || replacedBy === ifsc)) throw IfscError.replaced_by();
  await db.directory(async (tx) => {
    await tx.execute(ADD, [ifsc, replacedBy]);
    await tx.query(TELL, [CHANNEL]);
  });
  learnIfscs([{ ifsc, replacedBy }]);
  return { ifsc, replacedBy };
}

export interface IfscListing {
  readonly listedOn: string;
  readonly codes: number;
  /** The codes that count in addition to the list. */
  readonly beside: readonly (KnownIfsc & { readonly saidBy: string })[];
}

/** Replaces the list by the codes in the text of a file. Throws IfscError.too_few, too_old. */
export async function refreshIfscs(
  ctx: Pick<Context, "db" | "config">,
  { text, date }: { readonly text: string; readonly date: string },
): Promise<IfscListing> {
  const codes = readCodes(text);
  if (codes.length < CODES_MIN) throw IfscError.too_few({ found: codes.length });
  await readKnownIfscs(ctx);
  if (date < ifscEdition().date) throw IfscError.too_old({ listedOn: ifscEdition().date });
  const packed = brotliCompressSync(codes.join(","), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  await ctx.db.directory(async (tx) => {
    await tx.execute(RENEW, [date, packed]);
    await tx.query(TELL, [CHANNEL]);
  });
  renewIfscs({ date, codes });
  return listIfscs(ctx);
}

/** Returns the date of the list in force, and the codes that count in addition. */
export async function listIfscs(ctx: Pick<Context, "db" | "config">): Promise<IfscListing> {
  await readKnownIfscs(ctx);
  const beside = await ctx.db.directory((tx: DirectoryTx) =>
    tx.query<KnownIfsc & { saidBy: string }>(LIST_KNOWN),
  );
  const { date, codes } = ifscEdition();
  return { listedOn: date, codes, beside };
}

/**
 * Returns every code in a text once: from any CSV with the codes in a column, like the RBI's and Razorpay's,
 * or from the JSON file of branches by bank (`{"HDFC": [1, "CABC01"]}`).
 */
function readCodes(text: string): string[] {
  const given = text.trimStart().startsWith("{") ? ofBranches(JSON.parse(text) as object) : [];
  const found = text.toUpperCase().matchAll(/(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/g);
  return [...new Set([...given, ...Array.from(found, ([code]) => code)])].sort();
}

function ofBranches(banks: object): string[] {
  return Object.entries(banks).flatMap(([prefix, branches]: [string, unknown]) =>
    Array.isArray(branches)
      ? branches.map((branch) => `${prefix}0${String(branch).padStart(6, "0")}`).filter(isIfsc)
      : [],
  );
}

const READ_KNOWN = `
  select ifsc, replaced_by as "replacedBy", said_by = 'simulated bank' as simulated
  from beneficiaries.known_ifsc`;

const LIST_KNOWN = `
  select ifsc, replaced_by as "replacedBy", said_by as "saidBy"
  from beneficiaries.known_ifsc
  order by ifsc`;

const READ_LIST = "select to_char(listed_on, 'YYYY-MM-DD') as date, codes from beneficiaries.ifsc_list";

const ACCEPT = `
  insert into beneficiaries.known_ifsc (ifsc, said_by)
  select ifsc, case mode when 'live' then 'bank' else 'simulated bank' end
  from unnest($2::text[]) as ifsc
  join access.merchant on merchant_id = $1
  on conflict (ifsc) do nothing
  returning ifsc`;

const ADD = `
  insert into beneficiaries.known_ifsc (ifsc, said_by, replaced_by)
  values ($1, 'operator', $2)
  on conflict (ifsc) do update
  set said_by = excluded.said_by, replaced_by = excluded.replaced_by, said_at = clock_timestamp()`;

const RENEW = `
  insert into beneficiaries.ifsc_list (listed_on, codes)
  values ($1::date, $2)
  on conflict (only_row) do update
  set listed_on = excluded.listed_on, codes = excluded.codes, loaded_at = clock_timestamp()`;

const TELL = "select pg_notify($1, '')";
