import assert from "node:assert/strict";
import { test } from "node:test";
import { deactivateLink, listLinks, registerLinks, type LinkPage } from "#links";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { advance, makeFaultWorld } from "#test/faults/fault-world";
import { dayAhead, makeLink } from "./test/payee.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
registerLinks();
const { ctx } = world;

test("links are listed newest first: by page, by status as the clock has it, by what they are known by", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const keysOf = async (page: Partial<LinkPage> = {}): Promise<string[]> => {
    const links = await ctx.db.inMerchant(merchantId, (tx) => listLinks(tx, { limit: 100, ...page }));
    return links.map(({ linkKey }) => linkKey);
  };
  await makeLink(world, merchant, { linkKey: "short", expiry: await dayAhead(world, merchant, 0) });
  await makeLink(world, merchant, { linkKey: "ended", name: "Vikram Seth" });
  await makeLink(world, merchant, { linkKey: "open", phone: "9812345678" });
  await deactivateLink(ctx, merchantId, { linkKey: "ended", by: "system" });
  assert.deepEqual(await keysOf(), ["open", "ended", "short"]);
  assert.deepEqual(await keysOf({ limit: 1 }), ["open"]);
  const [first] = await ctx.db.inMerchant(merchantId, (tx) => listLinks(tx, { limit: 1 }));
  assert.deepEqual(await keysOf({ beforeReferenceId: first!.referenceId }), ["ended", "short"]);
  assert.deepEqual(await keysOf({ statuses: ["ACTIVE"] }), ["open", "short"]);
  await advance(world, merchant, 86_400_000);
  assert.deepEqual(await keysOf({ statuses: ["ACTIVE"] }), ["open"]);
  assert.deepEqual(await keysOf({ statuses: ["EXPIRED"] }), ["ended", "short"]);
  assert.deepEqual(await keysOf({ search: "vikram" }), ["ended"]);
  assert.deepEqual(await keysOf({ search: "+919812345678" }), ["open"]);
  assert.deepEqual(await keysOf({ search: "98123" }), []);
  assert.deepEqual(await keysOf({ search: "nobody" }), []);
});
