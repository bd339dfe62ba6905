import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import { AccessError, authenticate, authorize, resetApiClient, type IssuedKeys } from "./index.ts";

const world = await makeWorld();

const CLIENTS = 50;
const RESETS = 12;

/** The state that the clients of one merchant share with those who reset its key pair. */
interface Race {
  /** All secrets issued so far; the last is the current one. */
  readonly keys: IssuedKeys[];
  /** The number of resets that are surely committed. */
  committed: number;
  finished: boolean;
  readonly seen: { authorizations: number; calls: number; refusals: number };
  /** Emits "round" whenever a client was refused or has finished its calls. */
  readonly news: EventEmitter;
}

test("no call that begins after a reset is accepted with the old secret or its tokens", async () => {
  const first = await makeTestClient(world.ctx, { ratePerMinute: 1_000_000 });
  const seen = { authorizations: 0, calls: 0, refusals: 0 };
  const race: Race = { keys: [first], committed: 0, finished: false, seen, news: new EventEmitter() };
  const racers = [resetAtRandom(race, first.merchantId)];
  for (let number = 0; number < CLIENTS; number += 1) racers.push(workUntilFinished(race, number));
  const ends = await Promise.allSettled(racers);

  for (const end of ends) if (end.status === "rejected") throw end.reason;
  assert.ok(seen.authorizations > RESETS && seen.calls > RESETS && seen.refusals > 0, JSON.stringify(seen));
  assert.equal(await verifyAuditChain(world.ctx, first.merchantId), null);
});

async function resetAtRandom(race: Race, merchantId: string): Promise<void> {
  while (race.committed < RESETS && !race.finished) {
    for (let rounds = Math.random() * CLIENTS; rounds > 0 && !race.finished; rounds -= 1) {
      await once(race.news, "round");
    }
    race.keys.push(await resetApiClient(world.ctx, merchantId));
    race.committed += 1;
  }
  race.finished = true;
}

async function workUntilFinished(race: Race, number: number): Promise<void> {
  try {
    for (let round = 0; !race.finished || round < 2; round += 1) {
      // An address for each round, so that refusals do not add up to the limit on failures.
      const ip = `2001:db8:${number}:${(round % 65_536).toString(16)}::1`;
      await workUntilRefused(race, { ip, calls: 1 + (number % 7) });
      race.news.emit("round");
    }
  } catch (error) {
    // The others stop too, so that the test reports the failure without waiting for them.
    race.finished = true;
    race.news.emit("round");
    throw error;
  }
}

async function workUntilRefused(race: Race, { ip, calls }: { ip: string; calls: number }): Promise<void> {
  const generation = race.keys.length - 1;
  const stillGood = (committedAtStart: number): void =>
    assert.ok(
      generation >= committedAtStart,
      `secret ${generation} was accepted after reset ${committedAtStart}`,
    );
  try {
    const beforeAuthorize = race.committed;
    const { token } = await authorize(world.ctx, { ...race.keys[generation]!, ip });
    stillGood(beforeAuthorize);
    race.seen.authorizations += 1;
    for (let call = 0; call < calls; call += 1) {
      const beforeCall = race.committed;
      await authenticate(world.ctx, { token, ip });
      stillGood(beforeCall);
      race.seen.calls += 1;
    }
  } catch (error) {
    if (!AccessError.is(error, "bad_credentials") && !AccessError.is(error, "token_invalid")) throw error;
    race.seen.refusals += 1;
  }
}

test("two resets at once leave one good secret", async () => {
  const { ctx } = world;
  const { merchantId } = await makeTestClient(ctx);
  const issued = await Promise.all([1, 2, 3, 4].map(() => resetApiClient(ctx, merchantId)));
  const answers = await Promise.allSettled(
    issued.map((keys) => authorize(ctx, { ...keys, ip: "203.0.113.7" })),
  );
  assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
});
