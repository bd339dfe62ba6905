// Runs every program that site and documentation show against a running installation.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { apiOperations } from "#app/facts/api-operations.ts";
import { apiSample, SENT_FILE } from "#app/facts/api-samples.ts";
import { freshNow } from "#docs/try-it/write-call.ts";
import type { LanguageId } from "#ui/code-language.ts";
import { freePort, startEngine, until } from "./engine.ts";
import type { Client, Engine } from "./engine.ts";
import { preparePrograms } from "./prepare-programs.ts";
import { noteRun, recordRuns } from "./record-runs.ts";

const run = promisify(execFile);
const samplesDir = new URL("../samples", import.meta.url).pathname;
const contentDir = new URL("../app/docs/content", import.meta.url).pathname;

const languages: Record<LanguageId, { ending: string; command: string; isThere: string[]; file: string }> = {
  curl: { ending: ".sh", command: "bash", isThere: ["--version"], file: "call.sh" },
  node: { ending: ".mjs", command: process.execPath, isThere: ["--version"], file: "call.mjs" },
  python: { ending: ".py", command: "python3", isThere: ["--version"], file: "call.py" },
  java: { ending: ".java", command: "java", isThere: ["-version"], file: "Call.java" },
  php: { ending: ".php", command: "php", isThere: ["--version"], file: "call.php" },
};

function present(language: LanguageId): boolean {
  const { command, isThere } = languages[language];
  try {
    execFileSync(command, isThere, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let engine: Engine;
const scratch = mkdtempSync(join(tmpdir(), "docs-samples-"));
before(async () => {
  engine = await startEngine();
});
after(async () => {
  await engine?.stop();
  rmSync(scratch, { recursive: true });
  if (process.env["RECORD_SAMPLES"] === "1") recordRuns();
});

const clientOf = (mode: Client["httpStatus"]): Client => {
  const client = engine.clients.find((one) => one.httpStatus === mode);
  assert.ok(client);
  return client;
};

/** What a program is told. Java programs of a second are the quicker for optimising less. */
function environment(client: Client, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
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

/** Loans need an agreement with a lender, which an account manager would make, and money of both parties. */
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

function sampleFile(name: string, language: LanguageId): string {
  const file = readdirSync(join(samplesDir, name)).find((one) => one.endsWith(languages[language].ending));
  assert.ok(file, `${name} in ${language}`);
  return join(samplesDir, name, file);
}

const all = Object.keys(languages) as LanguageId[];
const here = all.filter(present);
const absent = all.filter((language) => !here.includes(language));
if (absent.length > 0) console.log(`Not installed here, so their samples are not run: ${absent.join(", ")}`);
if (process.env["CI"] === "true") assert.deepEqual(absent, [], "In CI every language is there");

for (const [at, language] of here.entries()) {
  test(`direct transfer in ${language} is paid`, async () => {
    const env = environment(clientOf("rest"), { TRANSFER_ID: `direct_${language}` });
    const { stdout } = await run(languages[language].command, [sampleFile("direct-transfer", language)], {
      env,
    });
    assert.match(stdout, /SUCCESS/);
    assert.match(stdout, /Transfer completed successfully/);
    noteRun("direct-transfer", language);
  });

  test(`standard transfer in ${language} adds, pays and reads the status`, async () => {
    const more = {
      TRANSFER_ID: `standard_${language}`,
      BENE_ID: `payee_${language}`,
      BANK_ACCOUNT: `02629180000330${at}`,
    };
    const env = environment(clientOf("rest"), more);
    const { stdout } = await run(languages[language].command, [sampleFile("standard-transfer", language)], {
      env,
    });
    for (const text of [
      "Beneficiary added successfully",
      "Transfer completed successfully",
      `standard_${language}`,
    ]) {
      assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    }
    noteRun("standard-transfer", language);
  });

  test(`batch transfer in ${language} is accepted and read`, async () => {
    const env = environment(clientOf("rest"), { BATCH_ID: `salaries_${language}` });
    const { stdout } = await run(languages[language].command, [sampleFile("batch-transfer", language)], {
      env,
    });
    for (const text of ["Request accepted", "Data retrieved successfully", `salaries_${language}_2`]) {
      assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    }
    noteRun("batch-transfer", language);
  });

  test(`every call of the API reference in ${language} is understood`, async () => {
    const client = clientOf("always-200");
    const env = environment(client, { TOKEN: await tokenOf(client) });
    // The payee is removed last, so that it can be paid before.
    const operations = apiOperations.toSorted(
      (one, other) => Number(one.id === "removeBeneficiary") - Number(other.id === "removeBeneficiary"),
    );
    await registerAccount(client);
    await agreeToLend(client);
    writeFileSync(join(scratch, SENT_FILE.name), SENT_FILE.text);
    const misunderstood: string[] = [];
    // The day in a sample passes; one that is run names a day ahead.
    const programs = operations.map((operation) =>
      apiSample(operation, language).replaceAll(/\d{4}\/\d\d\/\d\d/g, freshNow().day),
    );
    const prepared = await preparePrograms(programs, { folder: scratch, file: languages[language].file });
    for (const [index, operation] of operations.entries()) {
      const { stdout } = await run(languages[language].command, prepared[index]!, { env, cwd: scratch });
      const subCode = /["']?subCode["']?: ?["'](\d{3})["']/.exec(stdout)?.[1] ?? "";
      const isFile = operation.download && subCode === "";
      if (isFile || /^(200|201|202|404|409|400)$/.test(subCode)) noteRun(`api/${operation.id}`, language);
      else misunderstood.push(`${operation.id}: ${stdout}`);
    }
    assert.deepEqual(misunderstood, []);
  });
}

const receivers = [
  { sample: "verify-webhook", format: "classic_form" },
  { sample: "verify-webhook-v2", format: "v2" },
] as const;
const receiving = receivers.flatMap((receiver) =>
  here.filter((language) => language !== "curl").map((language) => ({ ...receiver, language })),
);

for (const { sample, format, language } of receiving) {
  test(`the receiver of ${format} webhooks in ${language} tells a genuine event from a forged one`, async () => {
    const client = clientOf("rest");
    const port = await freePort();
    const file = sampleFile(sample, language);
    const args = language === "php" ? ["-S", `127.0.0.1:${port}`, file] : [file];
    const receiver = spawn(languages[language].command, args, {
      env: environment(client, { PORT: String(port) }),
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
        30_000,
        "the receiver",
      );
      assert.equal(status, 400);
      const headers = {
        Authorization: `Bearer ${await tokenOf(client)}`,
        "Content-Type": "application/json",
      };
      const added = await fetch(`${engine.address}/sandbox/webhook-endpoints`, {
        method: "POST",
        headers,
        body: JSON.stringify({ url: address, format }),
      });
      assert.equal(added.status, 200, await added.clone().text());
      const env = environment(client, { TRANSFER_ID: `webhook_${format}_${language}` });
      await run(process.execPath, [sampleFile("direct-transfer", "node")], { env });
      await until(() => said.includes("TRANSFER_SUCCESS is genuine") || undefined, 20_000, "the event");
      noteRun(sample, language);
    } finally {
      receiver.kill();
    }
  });
}

/** The calls that pages show as commands, beside the programs: page and command. What has "..." in it is no command. */
function shownCommands(): [page: string, command: string][] {
  return globSync("**/*.mdx", { cwd: contentDir }).flatMap((page) => {
    const blocks = readFileSync(join(contentDir, page), "utf8").matchAll(/^```bash\n([\s\S]*?)^```/gm);
    const commands = [...blocks].flatMap(([, block = ""]) => block.split(/^\$ /m));
    return commands
      .filter((command) => command.startsWith("curl ") && !command.includes("..."))
      .map((command): [string, string] => [page, command]);
  });
}

test("every command that a page shows is taken", async () => {
  const client = clientOf("rest");
  const env = environment(client, { TOKEN: await tokenOf(client) });
  await run(process.execPath, [sampleFile("direct-transfer", "node")], { env });
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
