/** Sends generated requests to the servers of two commits, and reports where their answers differ. */
import { makeCallers, type Caller } from "./callers.ts";
import { makeDice, type Dice } from "./dice.ts";
import { makeKnown, pairUp, runRequest, type Difference, type Exchange, type Known } from "./exchange.ts";
import { listOperations, type OpenApi } from "./operations.ts";
import { makeRequests } from "./requests.ts";
import { startTwins, type Twins } from "./servers.ts";
import type { Surface } from "./surfaces.ts";
import { makePool, type Pool } from "./values.ts";

interface RequestRun {
  readonly ref: string;
  readonly surfaces: readonly Surface[];
  /** The number of all requests; each surface gets a share in proportion to its operations. */
  readonly requests: number;
  readonly seed: number;
  /** Reads a document of the older commit. */
  readDocument(name: string): OpenApi;
}

/** One business, on both servers. */
interface Pair {
  readonly before: Caller;
  readonly after: Caller;
  readonly dice: Dice;
  /** The IDs that this business has used on any surface; they differ between the servers. */
  readonly pool: Pool;
  readonly known: Known;
}

/** Enough to keep two processors busy while others wait for their answers. */
const CALLERS = 6;

/** Returns the differences, and prints how long each surface took. */
export async function compareRequests(run: RequestRun): Promise<Difference[]> {
  const twins = await startTwins(run.ref);
  try {
    const pairs = await makePairs(twins, run.seed);
    const parts = run.surfaces.map((surface) => ({ surface, operations: listOf(run, surface) }));
    const all = parts.reduce((sum, { operations }) => sum + operations.length, 0);
    const differences: Difference[] = [];
    for (const { surface, operations } of parts) {
      const share = Math.ceil((run.requests * operations.length) / all / CALLERS);
      const started = performance.now();
      const lanes = pairs.map((pair) => runLane({ ...pair, surface, operations, share }));
      differences.push(...(await Promise.all(lanes)).flat());
      const seconds = (performance.now() - started) / 1_000;
      const sent = share * CALLERS;
      const speed = Math.round(sent / seconds);
      console.log(`${surface.name}: ${sent} requests in ${Math.round(seconds)} s, ${speed} a second`);
    }
    return differences;
  } finally {
    await twins.close();
  }
}

async function makePairs({ before, after }: Twins, seed: number): Promise<Pair[]> {
  const [left, right] = await Promise.all([makeCallers(before, CALLERS), makeCallers(after, CALLERS)]);
  return left.map((one, at) => {
    const dice = makeDice(seed * 100 + at);
    return { before: one, after: right[at]!, dice, pool: makePool(dice), known: makeKnown() };
  });
}

function listOf(
  { readDocument }: RequestRun,
  { documents, leftOut }: Surface,
): ReturnType<typeof listOperations> {
  return documents
    .flatMap((name) => listOperations(readDocument(name)))
    .filter(({ name }) => !leftOut.some((pattern) => pattern.test(name)));
}

interface Lane extends Pair {
  readonly surface: Surface;
  readonly operations: ReturnType<typeof listOperations>;
  readonly share: number;
}

/** Tokens and proofs of identity are valid for at least this long. */
const REOPEN_AFTER_MS = 240_000;

/** Sends the requests of one business, one after the other. */
async function runLane({
  before,
  after,
  known,
  surface,
  share,
  pool,
  ...others
}: Lane): Promise<Difference[]> {
  const merchantId = pairUp(known, before.merchantId, after.merchantId);
  pool.add("merchantId", merchantId);
  const open = async (): Promise<Exchange> => {
    const [left, right] = await Promise.all([surface.open(before), surface.open(after)]);
    const statement = surface.statement.replace("{merchantId}", merchantId);
    return { before: left, after: right, known, bodyPasses: surface.bodyPasses, statement };
  };
  let exchange = await open();
  let openedAt = performance.now();
  const maker = makeRequests({ ...others, pool, prefix: `${surface.name.slice(0, 1)}${before.number}x` });
  const differences: Difference[] = [];
  for (let nth = 0; nth < share; nth += 1) {
    const { difference, isLoggedOut } = await runRequest(exchange, maker.next(), pool);
    if (difference !== null) differences.push(difference);
    if (isLoggedOut || performance.now() - openedAt > REOPEN_AFTER_MS) {
      exchange = await open();
      openedAt = performance.now();
    }
  }
  return differences;
}
