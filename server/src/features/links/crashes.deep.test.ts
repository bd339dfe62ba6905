/** A process may crash at any moment of a claim: the payee is paid once or can still claim, never twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { confirmClaim, registerLinks, workLinks } from "#links";
import { runtimeOf } from "#transfers";
import { armCrashPoints, makeProcess, runAs, type Process } from "#test/faults/crashes";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "#test/faults/fault-world";
import { claim, draft, makeLink, prove, TO_ACCOUNT, toVpa, view } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
armCrashPoints();

const UNPAID = toVpa("no-account@upi");
const DESTINATIONS = [TO_ACCOUNT, UNPAID, toVpa("cut-paid@upi")];
/** A crash point that is passed more often than this is tested only at its first visits. */
const VISITS_MAX = tiered({ deep: 1, nightly: 4 });

/** Runs a process that confirms a claim until it crashes, and then others that go on. */
async function live(merchant: Payer, process: Process, to: (typeof DESTINATIONS)[number]): Promise<string> {
  const made = await makeLink(world, merchant, { expiry: await dayInReach(merchant) });
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(world.ctx, visitor, to);
  const ctx = { ...world.ctx };
  await runAs(process, async () => {
    await confirmClaim(ctx, visitor, draftId);
    await runtimeOf(ctx).idle();
  });
  // A payee without a response clicks again, while a worker of another process looks for unfinished work.
  const again = makeProcess();
  const click = runAs(again, () => confirmClaim(world.ctx, visitor, draftId));
  const goOn = async (): Promise<void> => {
    await advance(world, merchant, 11_000);
    await workLinks(world.ctx, merchant.merchantId);
    // Settling moves the clock by hours, and the payee's session ends after half of one.
    for (let tries = 0; tries < 2_000 && !again.passed.has("links.confirm.ordered"); tries += 1)
      await setTimeout(5);
    await settle(world, world.ctx, merchant);
  };
  await Promise.all([click, goOn()]);
  const { status } = await view(world, merchant, made);
  const paid = await world.look(
    `select from transfers.transfer where origin_id = $1 and status in ('succeeded', 'reversed')`,
    [made.link.linkId],
  );
  assert.equal(paid.length, status === "REDEEMED" ? 1 : 0, `${process.point}: ${status}`);
  return status;
}

/** The merchant's clock moves by days in this test, so the last day is computed each time. */
async function dayInReach({ merchantId }: Payer): Promise<string> {
  const [row] = await world.look<{ day: string }>(
    `select to_char(lib.now_of($1) at time zone 'Asia/Kolkata' + interval '20 days', 'YYYY/MM/DD') as day`,
    [merchantId],
  );
  return row!.day;
}

test("at each crash point of a claim", async (context) => {
  const merchant = await world.makePayer();
  const points = new Map<string, { visits: number; to: (typeof DESTINATIONS)[number] }[]>();
  for (const to of DESTINATIONS) {
    const process = makeProcess();
    await live(merchant, process, to);
    for (const [point, visits] of process.passed)
      points.set(point, [...(points.get(point) ?? []), { visits: Math.min(visits, VISITS_MAX), to }]);
  }
  const wanted = [
    "links.confirm.written",
    "links.confirm.ordered",
    "links.settle.accepted",
    "links.settle.recorded",
  ];
  for (const point of wanted) assert.ok(points.has(point), point);
  const lives = [...points].flatMap(([point, passes]) =>
    passes.flatMap(({ visits, to }) =>
      Array.from({ length: visits }, (_, n) => ({ point, visit: n + 1, to })),
    ),
  );
  const waiting = [...lives];
  const lane = async (): Promise<Payer> => {
    const payer = await world.makePayer();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { point, visit, to } = next;
      const status = await live(payer, makeProcess(point, visit), to);
      assert.equal(status, to === UNPAID ? "FAILED" : "REDEEMED", `${point} ${visit}`);
    }
    return payer;
  };
  await assertSound(world, await Promise.all(Array.from({ length: 4 }, lane)));
  context.diagnostic(
    `${lives.length} crashes over ${points.size} points: each payee paid once or free to claim again`,
  );
});

test("a payee who claims again after a crash is paid by one of the two", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(world.ctx, visitor, toVpa("no-account@upi"));
  const process = makeProcess("links.settle.accepted");
  const ctx = { ...world.ctx };
  await runAs(process, () => confirmClaim(ctx, visitor, draftId));
  await advance(world, merchant, 11_000);
  await settle(world, world.ctx, merchant);
  await workLinks(world.ctx, merchant.merchantId);
  assert.equal((await view(world, merchant, made)).status, "FAILED");
  await claim(world.ctx, await prove(world, merchant, made.token));
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  await assertSound(world, [merchant]);
});
