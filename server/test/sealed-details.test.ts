/** Details of payees are planted through every surface: no row of any table contains one unencrypted. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { searchBeneficiaries } from "#beneficiaries";
import { addBeneficiary as addListed } from "./literals/requests.ts";
import { openStage } from "./literals/stage.ts";
import { makePlanter } from "./plant-details.ts";
import { OWN_PEOPLE, WAYS_IN, workOff } from "./plant-everywhere.ts";
import { makeWorld } from "./world.ts";

const world = await makeWorld();
const { ctx } = world;
const stage = await openStage(world);
const client = await stage.makeClient("rest");
const planter = makePlanter();
const { make } = planter;
const planting = { world, client, planter };

const assertNoneKept = async (): Promise<void> => {
  await workOff(planting);
  assert.deepEqual(
    (await planter.find(world)).filter((one) => !OWN_PEOPLE.test(one)),
    [],
  );
};
after(() => assert.ok(planter.count() >= 90, `${planter.count()} details were planted`));

for (const [way, plantBy] of Object.entries(WAYS_IN)) {
  test(`through ${way}`, async () => {
    await plantBy(planting);
    await assertNoneKept();
  });
}

test("what is sealed is found by the whole of it, in any case, and read as it was given", async () => {
  const given = { vpa: make("vpa", "found"), phone: make("phone", "found"), email: make("email", "found") };
  const beneId = await addListed(client, { ...given, address1: make("address", "found") });
  for (const search of [given.vpa.toUpperCase(), `+91${given.phone}`, ` ${given.email} `]) {
    const found = await ctx.db.inMerchant(client.merchant.merchantId, (tx) =>
      searchBeneficiaries(tx, { limit: 10, search }),
    );
    assert.deepEqual(
      found.map((one) => [one.beneId, one.vpa, one.phone, one.email]),
      [[beneId, given.vpa, given.phone, given.email]],
      search,
    );
  }
  await assertNoneKept();
});
