/** A server at work connects to what `egress` names, and to nothing else. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { DemoFile } from "#demo";
import { findQuietPort } from "#test/quiet-port";
import { makeWorld } from "#test/world";
import type { Way } from "./egress.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const PRELOAD = pathToFileURL(join(ROOT, "scripts/report-connects.mjs")).href;

const world = await makeWorld();
const folder = mkdtempSync(join(tmpdir(), "vitaran-egress-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const connects = join(folder, "connects.txt");
const port = await findQuietPort();

/** Starts a command of the product. With `isWatched` its addresses, and those of its children, are reported. */
function run(words: readonly string[], { isWatched }: { isWatched: boolean }) {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: options = "", ...inherited } = process.env;
  const env = {
    ...inherited,
    ...world.environment,
    DATABASE_URL: world.ownerUrl,
    VITARAN_DATA_DIR: folder,
    VITARAN_DEMO_HISTORY: "off",
    PORT: String(port),
    // A checkout without pages builds them, by programs that talk to themselves.
    ...(isWatched ? { CONNECTS_FILE: connects, NODE_OPTIONS: `${options} --import=${PRELOAD}` } : {}),
    CONNECTS_OF: "(?:server|bank-simulator)/src/main",
  };
  const main = join(ROOT, "server/src/main.ts");
  return spawn(process.execPath, [main, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function ask(words: readonly string[]): Promise<string> {
  const child = run(words, { isWatched: false });
  const [[code], out, err] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  assert.equal(code, 0, out + err);
  return out;
}

test("payment, callback and webhook go only where egress says", { timeout: 280_000 }, async () => {
  const heard = Promise.withResolvers<void>();
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
    heard.resolve();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  world.onClose(async () => void receiver.close());
  const server = run(["start"], { isWatched: true });
  server.stdout.resume();
  server.stderr.resume();
  world.onClose(async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  });
  const path = join(folder, "demo.json");
  while (!existsSync(path) || !readFileSync(path, "utf8").endsWith("}\n")) {
    assert.equal(server.exitCode, null, "the server runs");
    await sleep(20);
  }
  const { clients } = JSON.parse(readFileSync(path, "utf8")) as DemoFile;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  await ask(["add-webhook", "--merchant", clients[0]!.merchantId, "--url", url]);
  assert.match(await ask(["send", "--amount", "12.50", "--vpa", "success@upi"]), /SUCCESS/);
  await heard.promise;

  const ways = (await ask(["egress", "--json"])).trim().split("\n");
  const named = ways.map((line) => JSON.parse(line) as Way);
  const mayReach = (line: string): boolean => {
    const [host, wanted] = line.split(" ") as [string, string];
    const isHere = host === "127.0.0.1" || host === "::1";
    return named.some((way) => {
      const isSame = way.host === host || (isHere && way.host === "localhost");
      return isSame && String(way.port) === wanted;
    });
  };
  const lines = [...new Set(readFileSync(connects, "utf8").trim().split("\n"))];
  assert.deepEqual(
    lines.filter((line) => !mayReach(line)),
    [],
  );
  // The database, the simulated bank, its callbacks and the webhook at least were heard.
  assert.ok(lines.length >= 4, lines.join(", "));
});
