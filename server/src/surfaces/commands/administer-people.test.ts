import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { askForApprovals, hashContent } from "#approvals";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail, dataDir } = makeOperator(world);

test("an operator adds a member, sets a policy, and notes what the member has decided", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const member = { email: "asha@example.com", name: "Asha", may: "access_transfers,approve_changes" };
  await run("add-member", { organization: organizationId, ...member });

  const file = join(dataDir, "policies.json");
  writeFileSync(file, JSON.stringify([{ name: "All limits", levels: [{ approvers: 1 }] }]));
  const merchant = merchantId;
  await run("set-policies", { merchant, kind: "limit", file, "expire-after": "2" });
  const broken = join(dataDir, "broken.json");
  writeFileSync(broken, "[{");
  const wrong = { merchant, kind: "limit", file: broken };
  assert.match(await fail("set-policies", wrong), /^--file .*broken\.json is not JSON/);
  const gone = join(dataDir, "gone.json");
  assert.match(await fail("set-policies", { ...wrong, file: gone }), /^--file .*gone\.json cannot be read/);
  const contentHash = hashContent({ limit: "100.00" });
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: "member" } as const;
  await world.ctx.db.inMerchant(merchantId, (tx) =>
    askForApprovals(tx, "limit", [{ subjectId: "wallet", contentHash, maker: "system", facts }]),
  );
  type Waiting = { requestId: string; contentHash: string }[];
  const [waiting] = await run<Waiting>("list-approvals", { merchant });
  assert.equal(waiting!.contentHash, contentHash.toString("hex"));
  const decision = { merchant, request: waiting!.requestId, member: "asha@example.com" };
  const told = { ...decision, content: waiting!.contentHash, remarks: "by phone" };
  assert.match(
    await fail("approve", { ...told, content: "zz" }),
    /--content <hash>.*It is not a hexadecimal hash/,
  );
  assert.match(await fail("reject", { ...told, content: "00".repeat(32) }), /is not what was shown/);
  assert.equal((await run<{ kind: string }>("approve", told)).kind, "approved");
  assert.match(await fail("reject", told), /was decided.*already.*"status":"approved"/);
});

test("people of an organization that there is not are told as such", async () => {
  const { merchantId, organizationId } = await world.makeMerchant();
  // The ID exists, but it is a merchant's.
  const nobody = { organization: merchantId };
  const asha = { ...nobody, member: "asha@example.com" };
  assert.match(await fail("list-members", nobody), /there is no such organization/);
  assert.match(await fail("disable-member", asha), /there is no such organization/);
  assert.match(await fail("set-permissions", { ...asha, may: "admin" }), /there is no such organization/);
  assert.deepEqual(await run("list-members", { organization: organizationId }), []);
});
