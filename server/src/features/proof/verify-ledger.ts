import type { Context } from "#lib/context";
import type { Home, Reader } from "#lib/db";
import { isUnavailable } from "#lib/db-errors";
import { verifyAuditChain } from "#audit";
import { type Check, CHECKS } from "./checks.ts";

interface CheckFinding {
  check: string;
  merchantId: string | null;
  subject: string;
  detail: string;
}

export interface Checked {
  name: string;
  says: string;
  findings: number;
  tookMs: number;
}

export interface LedgerVerification {
  /** The invariants that were checked, each with its statement. */
  checked: Checked[];
  /** At most 20 findings per check. */
  findings: CheckFinding[];
  /** The homes that do not answer, whose merchants are not checked. */
  unverified: string[];
}

/** The progress of a verification. */
export interface ProofProgress {
  readonly done: number;
  readonly of: number;
  /** The checks that are running. */
  readonly running: readonly string[];
  /** The check that has just ended; absent if one has just begun. */
  readonly ended?: Checked;
}

const FINDINGS_MAX = 20;
/** The number of checks that run in parallel. Each is one statement, which sees the books at one moment. */
const SIDE_BY_SIDE = 2;

const AUDIT = { name: "audit-chain-holds", says: "No audit record was changed, removed or put in between." };

/** A part of the work: one query, or the chains of the audit log. */
interface Part extends Pick<Check, "name" | "says"> {
  readonly find: () => Promise<Omit<CheckFinding, "check">[]>;
}

/**
 * Checks every invariant of money over all merchants of the homes that answer, or one merchant. Only reads. A large
 * ledger takes a while, and `onProgress` is called whenever a check begins or ends. If `findings` and `unverified` are
 * empty, the ledger is proved.
 */
export async function verifyLedger(
  ctx: Context,
  merchantId: string | null = null,
  { onProgress = () => undefined }: { readonly onProgress?: (progress: ProofProgress) => void } = {},
): Promise<LedgerVerification> {
  const { homes, unverified } = await findHomes(ctx, merchantId);
  const parts: Part[] = [
    ...CHECKS.map((check) => ({ ...check, find: () => findContradictions(homes, check, merchantId) })),
    { ...AUDIT, find: () => findBadRecords(ctx, homes, merchantId) },
  ];
  const results: Result[] = [];
  const running = new Set<string>();
  const waiting = [...parts.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, part] = next;
      running.add(part.name);
      onProgress({ done, of: parts.length, running: [...running] });
      const result = await runPart(part);
      results[index] = result;
      running.delete(part.name);
      done += 1;
      onProgress({ done, of: parts.length, running: [...running], ended: result.checked });
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  } finally {
    // After a failure no further check begins.
    waiting.length = 0;
  }
  return {
    checked: results.map(({ checked }) => checked),
    findings: results.flatMap(({ findings }) => findings),
    unverified,
  };
}

interface FoundHomes {
  readonly homes: readonly Home[];
  readonly unverified: string[];
}

/** Finds the homes that answer, or the one of a merchant. Throws if none does. */
async function findHomes({ db }: Context, merchantId: string | null): Promise<FoundHomes> {
  if (merchantId !== null) return { homes: [await db.homes.of(merchantId)], unverified: [] };
  const homes: Home[] = [];
  const unverified: string[] = [];
  let fault: unknown = null;
  for (const home of db.homes.all())
    try {
      await home.transact((tx) => tx.query("select"));
      homes.push(home);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      fault = error;
      unverified.push(home.name);
    }
  if (homes.length === 0) throw fault;
  return { homes, unverified };
}

interface Result {
  readonly checked: Checked;
  readonly findings: CheckFinding[];
}

async function runPart({ name, says, find }: Part): Promise<Result> {
  const startedAt = performance.now();
  const found = await find();
  const tookMs = Math.round(performance.now() - startedAt);
  return {
    checked: { name, says, findings: found.length, tookMs },
    findings: found.map((finding) => ({ check: name, ...finding })),
  };
}

/** Finds what contradicts one invariant. */
async function findContradictions(
  homes: readonly Home[],
  { sql }: Check,
  merchantId: string | null,
): Promise<Omit<CheckFinding, "check">[]> {
  const found = await sweep(homes, async (read) => {
    await planForAllRows(read);
    return read.query<Omit<CheckFinding, "check">>(findingQuery(sql), [merchantId]);
  });
  // Each home has sorted its own.
  return found.slice(0, FINDINGS_MAX);
}

/**
 * Settings for a transaction whose statements read whole tables: each table is read once and joined by hash or merge,
 * even if the planner's estimates are wrong. A nested loop, which the planner takes for a few rows, would never end
 * when there are many.
 */
export async function planForAllRows(read: Reader): Promise<void> {
  await read.query(
    `select set_config(name, value, true)
     from unnest($1::text[], $2::text[]) as setting (name, value)`,
    [Object.keys(SETTINGS), Object.values(SETTINGS)],
  );
}

const SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: "0",
  transaction_timeout: "0",
  enable_seqscan: "on",
  enable_nestloop: "off",
  // The checks already run in parallel.
  max_parallel_workers_per_gather: "0",
  work_mem: "64MB",
};

/** Builds the statement that runs a check. The sort makes the planner expect all rows instead of an early end. */
export function findingQuery(sql: string): string {
  return `
    select merchant_id as "merchantId", subject, detail
    from (${sql}) as found
    where $1::uuid is null or merchant_id = $1::uuid
    order by subject, detail
    limit ${FINDINGS_MAX}`;
}

async function sweep<Row>(homes: readonly Home[], work: (read: Reader) => Promise<Row[]>): Promise<Row[]> {
  return (await Promise.all(homes.map((home) => home.sweep(work)))).flat();
}

/** An organization has a chain of its own at the first home, for its members and roles. */
const LIVING_HERE = `
  select place.id as "merchantId"
  from access.place
  join lib.home on home.name = place.home
  where $1::uuid is null or place.id = $1::uuid`;

async function findBadRecords(
  ctx: Context,
  homes: readonly Home[],
  only: string | null,
): Promise<Omit<CheckFinding, "check">[]> {
  const owners = await sweep(homes, (read) => read.query<{ merchantId: string }>(LIVING_HERE, [only]));
  const findings: Omit<CheckFinding, "check">[] = [];
  for (const { merchantId } of owners) {
    const bad = await verifyAuditChain(ctx, merchantId);
    if (bad !== null) findings.push({ merchantId, subject: `audit record ${bad.seq}`, detail: bad.why });
  }
  return findings;
}
