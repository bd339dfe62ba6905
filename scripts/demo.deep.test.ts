import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeWorld } from "../server/test/world.ts";

const ROOT = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "vitaran-demo-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, environment: Record<string, string>) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, VITARAN_DATA_DIR: folder, VITARAN_DEMO_HISTORY: "off", ...environment };
  return spawn(process.execPath, [join(ROOT, program)], { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function runDemo(): Promise<{ code: number; said: string }> {
  const child = run("scripts/demo.ts", {});
  const [[code], out, err] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code: code as number, said: out + err };
}

test("without a server the demo says what to do, and fails", async () => {
  const before = await runDemo();
  assert.equal(before.code, 1);
  assert.match(
    before.said,
    /There is no .*demo\.json\. Start the server first, in another terminal: npm start\n$/,
  );
  const clients = [{ name: "Nobody", clientId: "nobody", clientSecret: "nothing" }];
  writeFileSync(join(folder, "demo.json"), JSON.stringify({ baseUrl: "http://127.0.0.1:9", clients }));
  const gone = await runDemo();
  assert.equal(gone.code, 1);
  assert.match(gone.said, /No server responds at http:\/\/127\.0\.0\.1:9 .*npm start/);
  rmSync(join(folder, "demo.json"));
});

test("against a server a payout ends as promised, as often as one likes", async () => {
  const world = await makeWorld();
  const server = run("server/src/main.ts", { PORT: "0", DATABASE_URL: world.ownerUrl, LOG_LEVEL: "warn" });
  const complaints = text(server.stderr);
  server.stdout.resume();
  world.onClose(async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  });
  const path = join(folder, "demo.json");
  while (!existsSync(path) || !readFileSync(path, "utf8").endsWith("}\n")) {
    assert.equal(server.exitCode, null, "the server runs");
    await sleep(20);
  }
  for (const beneficiary of [/account …5678 /, /account …5678, known already /]) {
    const { code, said } = await runDemo();
    assert.equal(code, 0, said);
    assert.match(said, beneficiary);
    assert.match(said, /SUCCESS, UTR \d{12}/);
    assert.match(said, /TRANSFER_SUCCESS, both signatures verified/);
    assert.match(said, /Wallet +→ +Wallet, held by transfers +₹1,243\.94/);
    assert.match(said, /As promised\. From order to verified webhook: \d+ ms\./);
    assert.ok(!said.includes("\u001b"), "no colours where no terminal shows them");
  }
  const endpoints = await world.look<{ status: string }>("select status from webhooks.endpoint");
  assert.deepEqual(endpoints, [{ status: "removed" }, { status: "removed" }]);
  server.kill("SIGTERM");
  assert.equal(await complaints, "");
});
