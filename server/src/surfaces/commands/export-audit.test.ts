/** Audit records leave as lines from which another program can verify the chain by itself. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { recordAudit } from "#audit";
import { runHere } from "#test/run-words";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const folder = mkdtempSync(join(tmpdir(), "vitaran-audit-"));
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const environment = { ...world.environment, DATABASE_URL: world.ownerUrl };

type Line = Readonly<Record<string, string>>;

async function run(...words: string[]): Promise<Line[]> {
  const { code, out, err } = await runHere(["audit-export", ...words], environment);
  assert.equal(code, 0, out + err);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

const note = (merchantId: string, amount: string): Promise<void> =>
  ctx.db.inMerchant(merchantId, (tx) => {
    const detail = { amount, says: '₹ "quoted" ünïcode' };
    return recordAudit(tx, [{ actor: "system", action: "test.noted", subject: "test:1", detail }]);
  });

/** Verifies the records of one owner by the rule on the documentation's page. */
function verify(lines: readonly Line[], start = "0".repeat(64)): void {
  let previous = start;
  for (const { owner, seq, atMicros, actor, action, subject, detailText, prevHash, hash } of lines) {
    assert.equal(prevHash, previous, `record ${seq}`);
    const fields = JSON.stringify([owner, seq, atMicros, actor, action, subject, detailText]);
    const made = createHash("sha256").update(Buffer.from(prevHash!, "hex")).update(fields).digest("hex");
    assert.equal(made, hash, `record ${seq}`);
    previous = hash!;
  }
}

test("every record is exported once, in order, and the chain verifies elsewhere", async () => {
  const one = await world.makeMerchant();
  const two = await world.makeMerchant();
  await note(one.merchantId, "10.00");
  await note(two.merchantId, "20.00");
  const all = await run();
  for (const owner of [one.merchantId, one.organizationId, two.merchantId])
    verify(all.filter((line) => line["owner"] === owner));
  const stored = await world.look<{ count: number }>("select count(*)::int as count from audit.record");
  assert.equal(all.length, stored[0]!.count);
  const changed = all.filter(({ owner }) => owner === one.merchantId);
  const tampered = changed.with(-1, { ...changed.at(-1)!, detailText: '{"amount": "99.00"}' });
  assert.throws(() => verify(tampered));
  assert.throws(() => verify(changed.toSpliced(0, 1)));
});

test("with a position only what is new is printed, and a follower prints it as it comes", async () => {
  const { merchantId } = await world.makeMerchant();
  await note(merchantId, "1.00");
  const position = join(folder, "position");
  const mine = ["--owner", merchantId, "--position", position];
  const first = await run(...mine);
  assert.deepEqual(await run(...mine), []);
  await note(merchantId, "2.00");
  const [next, ...others] = await run(...mine);
  assert.deepEqual(others, []);
  verify([next!], first.at(-1)!["hash"]);
  const following = run(...mine, "--follow", "--count", "2");
  await note(merchantId, "3.00");
  await note(merchantId, "4.00");
  assert.deepEqual(
    (await following).map(({ detailText }) => (JSON.parse(detailText!) as { amount: string }).amount),
    ["3.00", "4.00"],
  );
  assert.deepEqual(JSON.parse(readFileSync(position, "utf8")), { [merchantId]: String(first.length + 3) });
  // Without the note of the last lines they are printed again.
  writeFileSync(position, JSON.stringify({ [merchantId]: String(first.length + 2) }));
  assert.equal((await run(...mine)).length, 1);
  writeFileSync(position, "{");
  const { code, err } = await runHere(["audit-export", ...mine], environment);
  assert.deepEqual([code, /is no position of audit-export/.test(err)], [1, true]);
});

test("a period leaves out what is before and after it", async () => {
  const { merchantId } = await world.makeMerchant();
  await note(merchantId, "1.00");
  const whole = await run("--owner", merchantId);
  const late = new Date(Date.now() + 3_600_000).toISOString();
  assert.deepEqual(await run("--owner", merchantId, "--from", late), []);
  assert.deepEqual(await run("--owner", merchantId, "--to", whole[0]!["at"]!), []);
  assert.deepEqual(await run("--owner", merchantId, "--to", late), whole);
});
