// Runs every program of the site and the documentation on a running installation.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { apiOperations } from "#app/facts/api-operations.ts";
import { apiSample, SENT_FILE } from "#app/facts/api-samples.ts";
import { librarySample } from "#app/facts/library-samples.ts";
import { freshNow } from "#docs/try-it/write-call.ts";
import { findQuietPort } from "../../server/test/quiet-port.ts";
import { startEngine, until } from "./engine.ts";
import type { Client, Engine } from "./engine.ts";
import { noteRun, recordRuns } from "./record-runs.ts";
import { type Outcome, runSamples } from "./run-samples.ts";
import { absent, makeProject, programs, sampleFile, shownCommands } from "./sample-programs.ts";

const run = promisify(execFile);

let engine: Engine;
const { folder: scratch, variables, remove } = makeProject();
before(async () => {
  engine = await startEngine();
});
after(async () => {
  await engine?.stop();
  remove();
  if (process.env["RECORD_SAMPLES"] === "1") recordRuns();
});

const clientOf = (mode: Client["httpStatus"]): Client => {
  const client = engine.clients.find((one) => one.httpStatus === mode);
  assert.ok(client);
  return client;
};

/** The environment of a program. Java programs that run for a second are faster with less optimization. */
function environment(client: Client, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...variables,
    VITARAN: engine.address,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    JAVA_TOOL_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    ...more,
  };
}

async function tokenOf({ clientId, clientSecret }: Client): Promise<string> {
  const headers = { "X-Client-Id": clientId, "X-Client-Secret": clientSecret };
  const answer = await fetch(`${engine.address}/payout/v1/authorize`, { method: "POST", headers });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Withdrawals go to the business's own bank account, which an account manager would register. */
async function registerAccount(client: Client): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(client)}`, "Content-Type": "application/json" };
  const account = { holderName: "Demo Trading", accountNumber: "50100000000001", ifsc: "HDFC0000001" };
  const body = JSON.stringify(account);
  const answer = await fetch(`${engine.address}/sandbox/registered-account`, {
    method: "PUT",
    headers,
    body,
  });
  assert.equal(answer.status, 200, await answer.clone().text());
}

/** Loans need an agreement with a lender, which an account manager would make, and money from both parties. */
async function agreeToLend(client: Client): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(client)}`, "Content-Type": "application/json" };
  const steps = [
    ["PUT", "", { lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 }],
    ["POST", "/top-ups", { ledger: "lender", amount: "8000.00" }],
    ["POST", "/top-ups", { ledger: "originator", amount: "2000.00" }],
  ] as const;
  for (const [method, path, content] of steps) {
    const body = JSON.stringify(content);
    const answer = await fetch(`${engine.address}/sandbox/co-lending${path}`, { method, headers, body });
    assert.equal(answer.status, 200, await answer.clone().text());
  }
}

if (process.env["CI"] === "true") assert.deepEqual(absent, [], "In CI every language is there");
for (const { id, remedy } of absent) test(`samples in ${id}`, { skip: `to run them: ${remedy}` });

for (const [at, program] of programs.entries()) {
  const { id, command } = program;

  test(`direct transfer in ${id} is paid`, async () => {
    const env = environment(clientOf("rest"), { TRANSFER_ID: `direct_${id}` });
    const { stdout } = await run(command, [sampleFile("direct-transfer", program, scratch)], {
      env,
      cwd: scratch,
    });
    assert.match(stdout, /SUCCESS/);
    assert.match(stdout, /Transfer completed successfully/);
    noteRun("direct-transfer", id);
  });

  test(`standard transfer in ${id} adds, pays and reads the status`, async () => {
    const more = {
      TRANSFER_ID: `standard_${id}`,
      BENE_ID: `payee_${id}`,
      BANK_ACCOUNT: `02629180000330${at}`,
    };
    const env = environment(clientOf("rest"), more);
    const { stdout } = await run(command, [sampleFile("standard-transfer", program, scratch)], {
      env,
      cwd: scratch,
    });
    for (const text of [
      "Beneficiary added successfully",
      "Transfer completed successfully",
      `standard_${id}`,
    ]) {
      assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    }
    noteRun("standard-transfer", id);
  });

  test(`batch transfer in ${id} is accepted and read`, async () => {
    const env = environment(clientOf("rest"), { BATCH_ID: `salaries_${id}` });
    const { stdout } = await run(command, [sampleFile("batch-transfer", program, scratch)], {
      env,
      cwd: scratch,
    });
    // The library calls the newest version, which has a different message.
    assert.match(stdout, /Request accepted|Batch Transfer requested successfully/);
    for (const text of ["Data retrieved successfully", `salaries_${id}_2`]) {
      assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    }
    noteRun("batch-transfer", id);
  });
}

// The payee is removed last, because other calls pay it.
const operations = apiOperations.toSorted(
  (one, other) => Number(one.id === "removeBeneficiary") - Number(other.id === "removeBeneficiary"),
);
/** The dates in a sample expire, so a future date replaces them. */
const ofToday = (program: string): string => program.replaceAll(/\d{4}\/\d\d\/\d\d/g, freshNow().day);
/** The responses of the server to a call that it understood. */
const UNDERSTOOD = /^(200|201|202|404|409|400)$/;

for (const { id: program, language, byLibrary } of programs) {
  test(`every call of the API reference in ${program} is understood`, async () => {
    const client = clientOf("always-200");
    const env = environment(client, { TOKEN: await tokenOf(client) });
    await registerAccount(client);
    await agreeToLend(client);
    writeFileSync(join(scratch, SENT_FILE.name), SENT_FILE.text);
    const shown = operations.flatMap((operation) => {
      const text = byLibrary ? librarySample(operation, language) : apiSample(operation, language);
      return text === undefined ? [] : [{ id: operation.id, text: ofToday(text) }];
    });
    assert.ok(shown.length > operations.length - 5, `${shown.length} of ${operations.length}`);
    const outcomes = await runSamples(language, shown, { folder: scratch, name: `calls-${program}`, env });
    assert.deepEqual(
      outcomes.filter((outcome) => !isUnderstood(outcome, byLibrary)),
      [],
    );
    assert.equal(outcomes.length, shown.length);
    for (const { id } of outcomes) noteRun(`api/${id}`, program);
  });
}

/** A library throws the server's refusals. Over plain HTTP they are printed, and a file has no subCode. */
function isUnderstood({ id, printed, error }: Outcome, byLibrary: boolean): boolean {
  if (error) return UNDERSTOOD.test(error.subCode);
  if (byLibrary) return true;
  const subCode = /["']?subCode["']?: ?["'](\d{3})["']/.exec(printed)?.[1];
  const { download } = operations.find((operation) => operation.id === id)!;
  return subCode === undefined ? download : UNDERSTOOD.test(subCode);
}

const directTransfer = sampleFile(
  "direct-transfer",
  programs.find(({ id }) => id === "node")!,
  scratch,
);
const receivers = [
  { sample: "verify-webhook", format: "classic_form" },
  { sample: "verify-webhook-v2", format: "v2" },
] as const;
const receiving = receivers.flatMap((receiver) =>
  programs.filter(({ language }) => language !== "curl").map((program) => ({ ...receiver, program })),
);

for (const { sample, format, program } of receiving) {
  const { id, command, language } = program;
  test(`the receiver of ${format} webhooks in ${id} tells a genuine event from a forged one`, async () => {
    const client = clientOf("rest");
    const port = await findQuietPort();
    const file = sampleFile(sample, program, scratch);
    const args = language === "php" ? ["-S", `127.0.0.1:${port}`, file] : [file];
    const receiver = spawn(command, args, {
      env: environment(client, { PORT: String(port) }),
      cwd: scratch,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    receiver.stderr.on("data", (part) => (said += part));
    receiver.stdout.on("data", (part) => (said += part));
    try {
      const address = `http://127.0.0.1:${port}/`;
      const forged = new URLSearchParams({
        event: "TRANSFER_SUCCESS",
        transferId: "x",
        signature: "bm9uZQ==",
      });
      const status = await until(
        () =>
          fetch(address, { method: "POST", body: forged }).then(
            (answer) => answer.status,
            () => undefined,
          ),
        300_000,
        "the receiver",
      );
      assert.equal(status, 400);
      const headers = { Authorization: `Bearer ${await tokenOf(client)}` };
      const added = await fetch(`${engine.address}/sandbox/webhook-endpoints`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ url: address, format }),
      });
      assert.equal(added.status, 200, await added.clone().text());
      const env = environment(client, { TRANSFER_ID: `webhook_${format}_${id}` });
      await run(process.execPath, [directTransfer], { env });
      await until(() => said.includes("TRANSFER_SUCCESS is genuine") || undefined, 300_000, "the event");
      noteRun(sample, id);
      const { endpointId } = (await added.json()) as { endpointId: string };
      const path = `/sandbox/webhook-endpoints/${endpointId}`;
      const removed = await fetch(`${engine.address}${path}`, { method: "DELETE", headers });
      assert.equal(removed.status, 200, await removed.text());
    } finally {
      receiver.kill();
    }
  });
}

test("every command that a page shows is taken", async () => {
  const client = clientOf("rest");
  const env = environment(client, { TOKEN: await tokenOf(client) });
  await run(process.execPath, [directTransfer], { env });
  const commands = shownCommands();
  assert.ok(commands.length >= 8, `${commands.length} commands`);
  const refused: string[] = [];
  for (const [page, command] of commands) {
    const { stdout } = await run("bash", ["-c", command], { env });
    if (!stdout.startsWith("{") || /"error"|"status":"ERROR"/.test(stdout)) {
      refused.push(`${page}: ${command}${stdout}`);
    }
  }
  assert.deepEqual(refused, []);
});
