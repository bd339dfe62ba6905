/**
 * The client secret is reset again and again while clients get tokens and use them, on two engines: no call that began
 * after the commit of a reset is accepted with an earlier secret, or with a token that was issued for one.
 */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { AccessError, authenticate, authorize, resetApiClient, type IssuedKeys } from "#access";
import { verifyAuditChain } from "#audit";
import type { Context } from "#lib/context";
import { makeWorld, type TestMerchant } from "../world.ts";
import { makeDice } from "./dice.ts";
import { tiered } from "./fault-world.ts";

const SEED = process.env.FAULT_SEED ?? "key reset";
const CLIENTS = 50;
const RESETS = tiered({ deep: 200, nightly: 2_000 });
/** If resets have met too few clients at work, they continue until they have, but not beyond this number. */
const RESETS_MAX = 20 * RESETS;

const world = await makeWorld();
const engines = [world.openContext(), world.openContext()] as const;

interface Race {
  readonly merchant: TestMerchant;
  /** Every secret that was issued, the first one at the front. */
  readonly keys: IssuedKeys[];
  /** The number of resets that are certainly committed. */
  committed: number;
  over: boolean;
  /** `lateMints`: tokens that were issued while their secret was being reset. */
  readonly seen: { authorizations: number; calls: number; refusals: number; lateMints: number };
  /** Emits "turn" whenever a client has been refused or has completed its calls. */
  readonly news: EventEmitter;
}

test(`${RESETS} resets or more while ${CLIENTS} clients work: none is accepted too late`, async (context) => {
  const merchant = await world.makeMerchant();
  // Tokens count against the client's rate limit, and this test requests more than any client needs.
  await world.look("update access.api_client set rate_per_minute = 60000 where merchant_id = $1", [
    merchant.merchantId,
  ]);
  const seen = { authorizations: 0, calls: 0, refusals: 0, lateMints: 0 };
  const news = new EventEmitter();
  const race: Race = { merchant, keys: [merchant], committed: 0, over: false, seen, news };
  const dice = makeDice(SEED);
  const ends = await Promise.allSettled([
    resetAtRandom(race, dice),
    ...Array.from({ length: CLIENTS }, (_, number) => workUntilOver(race, number)),
  ]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  context.diagnostic(`seed ${SEED}: ${JSON.stringify({ resets: race.committed, ...seen })}`);
  assert.ok(isEnough(race), JSON.stringify(seen));
  assert.equal(await verifyAuditChain(world.ctx, merchant.merchantId), null);
  await assertNothingLives(race);
});

function isEnough({ committed, seen }: Race): boolean {
  const { authorizations, calls, refusals, lateMints } = seen;
  const isMet = authorizations > RESETS && calls > RESETS / 4 && refusals > 0 && lateMints > 0;
  return committed >= RESETS && isMet;
}

/** Resets in turn on the two engines, after a random share of the clients' turns. */
async function resetAtRandom(race: Race, dice: () => number): Promise<void> {
  try {
    while (!isEnough(race) && race.committed < RESETS_MAX && !race.over) {
      for (let turns = dice() * 6; turns > 0 && !race.over; turns -= 1) await once(race.news, "turn");
      race.keys.push(await resetApiClient(engines[race.committed % 2]!, race.merchant.merchantId));
      race.committed += 1;
    }
  } finally {
    race.over = true;
  }
}

async function workUntilOver(race: Race, number: number): Promise<void> {
  try {
    for (let turn = 0; !race.over; turn += 1) {
      // Each turn has its own address, because refusals of one address would reach the limit on failures.
      const ip = `2001:db8:${number.toString(16)}:${(turn % 65_536).toString(16)}::1`;
      await workUntilRefused(race, { ip, calls: 1 + (number % 7), engine: engines[number % 2]! });
      race.news.emit("turn");
    }
  } catch (error) {
    race.over = true;
    throw error;
  } finally {
    // This wakes a caller that waits for a turn, because there are no more.
    race.news.emit("turn");
  }
}

/** Gets a token with the newest secret, and calls with it. */
async function workUntilRefused(
  race: Race,
  { ip, calls, engine }: { ip: string; calls: number; engine: Context },
): Promise<void> {
  const generation = race.keys.length - 1;
  const stillGood = (committedAtStart: number): void =>
    assert.ok(
      generation >= committedAtStart,
      `secret ${generation} was accepted by a call that began after reset ${committedAtStart}`,
    );
  try {
    const beforeMint = race.committed;
    const { token } = await authorize(engine, { ...race.keys[generation]!, ip });
    stillGood(beforeMint);
    race.seen.authorizations += 1;
    if (race.committed > generation) race.seen.lateMints += 1;
    for (let call = 0; call < calls; call += 1) {
      const beforeCall = race.committed;
      // The other engine has never seen the token or the secret.
      const caller = await authenticate(call % 2 === 0 ? engine : other(engine), { token, ip });
      assert.equal(caller.merchantId, race.merchant.merchantId);
      stillGood(beforeCall);
      race.seen.calls += 1;
    }
  } catch (error) {
    if (!AccessError.is(error, "bad_credentials") && !AccessError.is(error, "token_invalid")) throw error;
    race.seen.refusals += 1;
  }
}

const other = (engine: Context): Context => (engine === engines[0] ? engines[1] : engines[0]);

/** Asserts that, of the last secrets, only the newest one works, and that every reset has raised the version once. */
async function assertNothingLives(race: Race): Promise<void> {
  const { merchantId } = race.merchant;
  const old = race.keys.slice(-6, -1);
  const answers = await Promise.allSettled(
    [...old, race.keys.at(-1)!].map((keys, n) =>
      authorize(engines[0], { ...keys, ip: `2001:db8:ffff:${n}::1` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...old.map(() => "rejected"), "fulfilled"],
  );
  const [client] = await world.look<{ version: number }>(
    "select version from access.api_client where merchant_id = $1",
    [merchantId],
  );
  assert.equal(client!.version, race.committed + 1);
}

test("a token that was on its way while the secret was reset is worth nothing, on either engine", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId } = merchant;
  const ip = "203.0.113.7";
  const { token } = await authorize(engines[0], { ...merchant, ip });
  await Promise.all(engines.map((engine) => authenticate(engine, { token, ip })));
  // This is what a request for a token leaves that read the old version and commits after the reset: a token of the old
  // version that is not revoked.
  await resetApiClient(engines[0], merchantId);
  await world.look("update access.token set revoked_at = null where merchant_id = $1", [merchantId]);
  for (const engine of engines)
    await assert.rejects(authenticate(engine, { token, ip }), (error) =>
      AccessError.is(error, "token_invalid"),
    );
});
