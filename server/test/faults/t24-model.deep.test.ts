/**
 * Whatever a merchant does in whatever order, and whatever banks and time add to it: statuses and balances agree with a
 * model that is simple enough to read.
 *
 * A failure prints its seed and path: `FAULT_SEED` and `FAULT_PATH` (with the same `FAULT_TIER`) replay that one
 * sequence, and with `FAULT_SHRINK=1` it is shortened for as long as it still fails.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertMerchantSound, makeFaultWorld, tiered, type FaultWorld } from "./fault-world.ts";
import { LAST, someBanks, someCommands, type Command } from "./model-commands.ts";
import { compare, startPlay } from "./play.ts";
import { act } from "./play-commands.ts";

/** Several worlds, so that none becomes too large to be checked after every sequence. */
const WORLDS = tiered({ deep: 1, nightly: 10 });
const SEQUENCES = tiered({ deep: 40, nightly: 500 });
const COMMANDS = tiered({ deep: 25, nightly: 50 });
/** The number of sequences at the same time, each with a merchant of its own. */
const LANES = 4;

const { FAULT_SEED = "24", FAULT_PATH: path, FAULT_SHRINK } = process.env;
const firstSeed = Number(FAULT_SEED.replace(/\D/g, ""));

/** Everything that must have happened for the run to prove anything. */
const INTERESTING = [
  ...["accepted", "failed", "repeated", "cancelled", "not cancellable", "topped up"],
  ...["forced return", "forced succeed", "forced fail"],
  ...["QUEUED", "PENDING", "SUCCESS", "FAILED", "REVERSED", "REJECTED"],
];

for (let n = 0; n < (path === undefined ? WORLDS : 1); n += 1) {
  const seed = firstSeed + n * LANES;
  test(`${SEQUENCES} sequences of ${COMMANDS} commands from seed ${seed}: the engine is its model`, async (context) => {
    const world = await makeFaultWorld();
    const happened = new Map<string, number>();
    const property = fc.asyncProperty(someBanks, someCommands(COMMANDS), (bankIds, commands) =>
      playThrough(world, { bankIds, happened }, commands),
    );
    const endOnFailure = FAULT_SHRINK === undefined;
    if (path !== undefined) return fc.assert(property, { seed, path, endOnFailure, numRuns: 1 });
    const numRuns = SEQUENCES / LANES;
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.assert(property, { seed: seed + lane, numRuns, endOnFailure }),
    );
    await Promise.all(lanes);
    for (const what of INTERESTING) assert.ok(happened.has(what), `nothing was ever ${what}`);
    context.diagnostic(
      [...happened]
        .map(([what, times]) => `${what} ${times}`)
        .toSorted()
        .join(", "),
    );
  });
}

async function playThrough(
  world: FaultWorld,
  of: Parameters<typeof startPlay>[1],
  commands: readonly Command[],
): Promise<void> {
  const play = await startPlay(world, of);
  for (const command of [...commands, ...LAST]) {
    await act(play, command);
    await compare(play);
  }
  await assertMerchantSound(world, play.merchant);
  const { debitAccount } = play.merchant;
  await world.simulator.control("POST", "/sim/reset", { debitAccount });
}
