/**
 * People act on one request at the same moment, in every order that the database allows: nothing is released without
 * enough approvers who have the permission at the commit, and every request has one end.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { verifyLedger } from "#proof";
import { makeWorld } from "#test/world";
import { ACTIONS, openTheatre, type Scene } from "./approval-scene.ts";
import { makeDice } from "./dice.ts";
import { tiered } from "./fault-world.ts";
import { playAllOrders, type Choose } from "./stage.ts";

const SEED = process.env.FAULT_SEED ?? "approvals";
/** Two actors have few enough orders to play them all; for more actors, this many random orders are played. */
const BY_CHANCE = tiered({ deep: 200, nightly: 4_000 });
const TRIPLES_EACH = tiered({ deep: 5, nightly: 200 });
const ENOUGH = tiered({ deep: 500, nightly: 5_000 });

const world = await makeWorld();
const theatre = await openTheatre(world);
const NAMES = Object.keys(ACTIONS);

const played = new Set<string>();
let released = 0;

async function play(scene: Scene, choose: Choose): Promise<void> {
  const { turns, released: wasReleased } = await theatre.play(scene, choose);
  const order = turns.map((name) => scene.names.indexOf(name)).join("");
  played.add([scene.names, scene.needed, scene.changedTo, order].join());
  if (wasReleased) released += 1;
}

/** Plays one order of the scene, which the seed chooses. */
async function playByChance(names: readonly string[], needed: number, dice: () => number): Promise<void> {
  const changedTo = dice() < 0.5 ? needed + 1 : Math.max(1, needed - 1);
  await play({ names, needed, changedTo }, (ready) => ready[Math.floor(dice() * ready.length)]!);
}

/** A pull request only plays the pairs with an approval; the nightly run plays all. */
const FIRST_OF_PAIRS = tiered({ deep: 1, nightly: NAMES.length });

test("every order of any two actors", async () => {
  const pairs = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other]));
  for (const names of pairs) {
    if (NAMES.indexOf(names[0]!) >= FIRST_OF_PAIRS) break;
    const scene = { names, needed: 1, changedTo: 2 };
    const { all } = await playAllOrders((choose) => play(scene, choose), 10_000);
    assert.ok(all, names.join(" and "));
  }
});

test("two approvals and any third actor", async () => {
  for (const third of NAMES.slice(2))
    for (let n = 0; n < TRIPLES_EACH; n += 1)
      await playByChance(["asha approves", "vikram approves", third], 2, makeDice(`${SEED} ${third} ${n}`));
});

test(`${BY_CHANCE} orders of all of them, by chance`, async () => {
  for (let n = 0; n < BY_CHANCE; n += 1) {
    const dice = makeDice(`${SEED} ${n}`);
    const names = NAMES.filter(() => dice() < 0.7);
    await playByChance(names, 1 + (n % 2), dice);
  }
});

test("they were many and different, some were released, and every check holds", async (context) => {
  context.diagnostic(`seed ${SEED}: ${played.size} different orders, ${released} releases`);
  assert.ok(played.size >= ENOUGH, `${played.size} orders`);
  assert.ok(released >= ENOUGH / 10, `${released} releases`);
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
  for (const id of [theatre.merchantId, theatre.organizationId])
    assert.equal(await verifyAuditChain(world.ctx, id), null);
});
