import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

async function start(...flags: string[]) {
  const child = spawn(process.execPath, [MAIN, "--port", "0", ...flags], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text)),
    ended.then(() => ""),
  ]);
  return { child, ended, line };
}

test("it says where it listens, and ends when its parent's pipe closes", async () => {
  const { child, ended, line } = await start("--exit-with-parent", "--seed", "5");
  const { listening } = JSON.parse(line) as { listening: number };
  const response = await fetch(`http://127.0.0.1:${listening}/healthz`);
  assert.deepEqual(await response.json(), { status: "ok" });
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test("its controls need the secret that it prints at the start; its banks do not", async () => {
  const { child, ended, line } = await start("--exit-with-parent");
  const { listening, secret } = JSON.parse(line) as { listening: number; secret: string };
  assert.match(secret, /^[\w-]{43}$/);
  const url = `http://127.0.0.1:${listening}`;
  const controls: readonly (readonly [string, string])[] = [
    ["GET", "/sim/banks"],
    ["GET", "/sim/log"],
    ["GET", "/sim/debits?form=totals"],
    ["POST", "/sim/clock"],
    ["PUT", "/sim/accounts/meghdoot/1001"],
    ["PUT", "/sim/banks/meghdoot/manner"],
    ["POST", "/sim/credits"],
    ["POST", "/sim/payments/x/force"],
    ["POST", "/sim/reset"],
    ["DELETE", "/sim/statements/faults"],
  ];
  for (const [method, path] of controls) {
    for (const authorization of [
      "",
      "Bearer ",
      "Bearer x",
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(1)}`,
    ]) {
      const response = await fetch(url + path, { method, headers: { authorization } });
      assert.equal(response.status, 401, `${method} ${path} with "${authorization}"`);
      await response.text();
    }
  }
  const opened = await fetch(`${url}/sim/banks`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(opened.status, 200);
  assert.equal((await fetch(`${url}/meghdoot/payments/x`)).status, 404);
  child.stdin.end();
  await ended;
});

test("it ends on SIGTERM and SIGINT, also with an answer outstanding", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const { child, ended, line } = await start();
    const { listening, secret } = JSON.parse(line) as { listening: number; secret: string };
    const url = `http://127.0.0.1:${listening}`;
    const headers = { authorization: `Bearer ${secret}` };
    await fetch(`${url}/sim/script`, {
      method: "POST",
      headers,
      body: JSON.stringify({ mishap: "timeout" }),
    });
    const body = {
      reference: "1",
      debitAccount: "1",
      rail: "UPI",
      amount: "1.00",
      beneficiary: { vpa: "a@b" },
    };
    const unanswered = fetch(`${url}/meghdoot/payments`, { method: "POST", body: JSON.stringify(body) });
    const asked = assert.rejects(unanswered);
    while (!(await (await fetch(`${url}/sim/log`, { headers })).text()).includes("silence"));
    child.kill(signal);
    assert.deepEqual(await ended, [0, null]);
    await asked;
  }
});

test("it refuses a start time that is none", async () => {
  const { ended, line } = await start("--start", "yesterday");
  assert.equal(line, "");
  assert.notEqual((await ended)[0], 0);
});
