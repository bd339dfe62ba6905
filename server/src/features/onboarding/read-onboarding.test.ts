import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDashboard } from "#test/dashboard";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const dashboard = makeDashboard(world);

test("the first steps are open for a new merchant, and tick themselves", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const owner = await dashboard.logIn(organizationId, "owner");
  const done = async (): Promise<string[]> => {
    const { steps } = await owner.ask("readOnboarding", { merchantId });
    return steps.flatMap((one: { step: string; done: boolean }) => (one.done ? [one.step] : []));
  };
  assert.deepEqual(await done(), []);
  await world.look(
    `insert into access.authenticator (member_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())`,
    [owner.memberId],
  );
  assert.deepEqual(await done(), ["second_factor"]);
});
