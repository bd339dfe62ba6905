/** IDs of beneficiaries that one person takes for other accounts, by keys, beforehand or afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Actor } from "#audit";
import { makeWorld } from "#test/world";
import { openBooks, vendor } from "./test/make-book.ts";

const world = await makeWorld();
const { makeBook } = openBooks(world);

test("a key of drafts, and a key of the member who deleted the account, wait for a second person", async () => {
  const book = await makeBook(3);
  const { merchantId, admin, by, program } = book;
  const key = (set: string, value: string) =>
    world.look(`update access.api_client set ${set} = $2 where merchant_id = $1`, [merchantId, value]);
  const replace = async (remover: Actor, beneId: string): Promise<boolean> => {
    await book.remove(remover, [beneId]);
    const [added] = await book.add(program, [vendor(beneId)]);
    return added!.kind === "added" && added!.awaitsApproval === true;
  };
  await key("shown_to", admin.memberId);
  assert.equal(await replace(by.admin, "VENDOR_1"), true);
  assert.equal(await replace(by.owner, "VENDOR_2"), false, "someone else deleted it");
  assert.equal(await replace(program, "VENDOR_2"), false, "programs replace accounts without being asked");
  await key("scope", "draft");
  assert.equal(await replace(program, "VENDOR_3"), true);
  const [added] = await book.add(program, [vendor("NEW")]);
  assert.ok(added!.kind === "added" && added!.awaitsApproval === undefined, "a new ID replaces nothing");
});
