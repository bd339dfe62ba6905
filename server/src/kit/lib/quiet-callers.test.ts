import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { announceQuietCallers, hearQuietCallers, noteQuietCall, workInPieces } from "./quiet-callers.ts";

const world = await makeWorld();
const { ctx } = world;

/** Works on six items, and returns the pieces in which that was done. `before` is called before each piece. */
async function piecesOf(owner: string, before: () => void = () => undefined): Promise<number[][]> {
  const pieces: number[][] = [];
  before();
  await workInPieces(owner, {
    items: [1, 2, 3, 4, 5, 6],
    sizes: { full: 4, small: 2 },
    work: (piece) => {
      pieces.push(piece);
      before();
      return Promise.resolve(undefined);
    },
  });
  return pieces;
}

const FULL = [
  [1, 2, 3, 4],
  [5, 6],
];
const SMALL = [
  [1, 2],
  [3, 4],
  [5, 6],
];

test("work is done in small pieces while another owner with few calls is present", async () => {
  assert.deepEqual(await piecesOf("busy"), FULL);
  assert.deepEqual(await piecesOf("busy", () => noteQuietCall("busy")), FULL);
  assert.deepEqual(await piecesOf("busy", () => noteQuietCall("quiet")), SMALL);
});

test("the first result ends the work", async () => {
  const done: number[] = [];
  const ended = await workInPieces("busy", {
    items: [1, 2, 3],
    sizes: { full: 1, small: 1 },
    work: ([item]) => {
      done.push(item!);
      return Promise.resolve(item === 2 ? "enough" : undefined);
    },
  });
  assert.deepEqual([ended, done], ["enough", [1, 2]]);
});

test("a process that works in the background hears of the callers of another one", async () => {
  const told = Promise.withResolvers<string>();
  await ctx.db.listen("quiet_callers", told.resolve);
  const announcing = announceQuietCallers(world.openContext());
  for (const owner of ["first", "second", "third"]) noteQuietCall(owner);
  assert.equal((await told.promise).split(" ").length, 2);
  await announcing.stop();

  const stop = await hearQuietCallers(ctx);
  const heard = async (): Promise<boolean> => {
    await world.look("select pg_notify('quiet_callers', 'elsewhere')");
    return (
      (await piecesOf("elsewhere")).length === FULL.length && (await piecesOf("busy")).length > FULL.length
    );
  };
  while (!(await heard()));
  await stop();
});
