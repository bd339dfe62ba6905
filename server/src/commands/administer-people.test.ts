import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";
import { askForApprovals, hashContent } from "#approvals";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const dataDir = mkdtempSync(join(tmpdir(), "vitaran-people-"));
world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Runs a command as an operator does and reads what it prints. */
async function run<T>(command: string, options: Readonly<Record<string, string>>): Promise<T> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, command, ...args], {
    env: { ...process.env, ...world.environment, DATABASE_URL: world.ownerUrl, VITARAN_DATA_DIR: dataDir },
  });
  return JSON.parse(stdout) as T;
}

test("an operator adds a member, sets a policy, and notes what the member has decided", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const member = { email: "asha@example.com", name: "Asha", may: "access_transfers,approve_changes" };
  await run("add-member", { organization: organizationId, ...member });

  const file = join(dataDir, "policies.json");
  writeFileSync(file, JSON.stringify([{ name: "All limits", levels: [{ approvers: 1 }] }]));
  const merchant = merchantId;
  await run("set-policies", { merchant, kind: "limit", file, "expire-after": "2" });
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
  assert.equal((await run<{ kind: string }>("approve", told)).kind, "approved");
});
