// Tries the collections for download, and what pages say about the sandbox and refusals, on a running installation.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";
import { matchNames, NAMED_PAYEES, valuesOfNamed, isPayable } from "#app/facts/from-the-engine.ts";
import { sandboxControls } from "#app/facts/sandbox-controls.ts";
import { storedRefusals } from "#app/facts/stored-refusals.ts";
import { checkAnswer, findOperation } from "../../server/test/literals/check-answer.ts";
import type { PublishedContract } from "../../server/test/literals/check-answer.ts";
import { startEngine } from "./engine.ts";
import type { Client, Engine } from "./engine.ts";
import { runBruno, runPostman } from "./run-collections.ts";
import type { BrunoCollection, Environment, Exchange, PostmanCollection } from "./run-collections.ts";

let engine: Engine;
let token: string;
let client: Client;
before(async () => {
  engine = await startEngine();
  const rest = engine.clients.find(({ httpStatus }) => httpStatus === "rest");
  assert.ok(rest);
  client = rest;
  const headers = { "X-Client-Id": client.clientId, "X-Client-Secret": client.clientSecret };
  const answer = await fetch(`${engine.address}/payout/v1/authorize`, { method: "POST", headers });
  ({ token } = ((await answer.json()) as { data: { token: string } }).data);
});
after(() => engine?.stop());

function send(method: string, path: string, content?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  return fetch(`${engine.address}${path}`, { method, headers, ...body });
}

test("a refusal for money uses up the ID, and a malformed order does not", async () => {
  const pay = async (transferId: string, amount: string) => {
    const account = { bankAccount: "026291800001191", ifsc: "YESB0000262", address1: "Sector 44" };
    const beneDetails = { name: "Asha Rao", email: "asha@rao.example", phone: "9876543210", ...account };
    const order = { transferId, amount, transferMode: "neft", beneDetails };
    const answer = await send("POST", "/payout/v1.2/directTransfer", order);
    return ((await answer.json()) as { message: string }).message;
  };
  assert.ok(storedRefusals.some(({ message }) => message === "Not enough available balance in the account."));
  assert.equal(await pay("too_dear", "9000000.00"), "Not enough available balance in the account.");
  assert.equal(await pay("too_dear", "9000000.00"), "Transfer Id already exists.");
  const kept = await send("GET", "/payout/v1.2/getTransferStatus?transferId=too_dear");
  assert.match(await kept.text(), /"status":"FAILED"/);
  assert.notEqual(await pay("malformed", "1.234"), "Transfer Id already exists.");
  const free = await send("GET", "/payout/v1.2/getTransferStatus?transferId=malformed");
  assert.match(await free.text(), /TransferId is invalid or does not exist/);
});

test("phone payouts to Asha Rao end as the table of names says", async () => {
  for (const { id, name } of NAMED_PAYEES) {
    const beneDetails = { name: "Asha Rao", email: "asha@rao.example", address1: "Sector 44" };
    const order = { transferId: id, amount: "100.00", transferMode: "phone", remarks: "Refund" };
    const content = { ...order, beneDetails: { ...beneDetails, phone: valuesOfNamed(id).phone } };
    const answer = await send("POST", "/payout/v1.2/directTransfer", content);
    const { message } = (await answer.json()) as { message: string };
    if (isPayable(matchNames("Asha Rao", name).outcome)) {
      assert.equal(message, "Transfer completed successfully", name);
    } else assert.match(message, /^Beneficiary name does not agree/, name);
  }
});

const contractFile = (name: string) =>
  readFileSync(new URL(`../../contract/${name}`, import.meta.url), "utf8");
const contracts = [
  ["", "openapi.json"],
  ["/payout", "openapi-v2.json"],
  ["/sandbox", "openapi-sandbox.json"],
].map(([prefix = "", name = ""]) => ({
  prefix,
  name,
  contract: inlineSchemas(JSON.parse(contractFile(name)) as ApiDocument) as unknown as PublishedContract & {
    paths: Record<string, Record<string, { operationId: string }>>;
  },
}));

/** Valid requests get these refusals anyway, because the thing that they need has not happened yet. */
const NATURAL = new Set([
  "POST /payout/v1.2/cancelTransfer 409",
  "POST /payout/v1.2/batchFiles/:id/clone 422",
  "GET /payout/v1.2/reports/:id/file 409",
]);

/**
 * Returns what is wrong with an exchange: a response outside the contract, or a refusal that the sample should not get.
 */
function complaintsOf(exchange: Exchange): string[] {
  const { method, path, status, text } = exchange;
  const told = `${method} ${path.replace(/[0-9a-f-]{36}/, ":id")} ${status}`;
  for (const { prefix, contract } of contracts) {
    if (!path.startsWith(prefix)) continue;
    const operation = findOperation(contract, method, path.slice(prefix.length));
    if (operation === undefined) continue;
    const wrong = checkAnswer(contract, operation, exchange).map((one) => `${told}: ${one}`);
    return status < 300 || NATURAL.has(told) ? wrong : [...wrong, `${told}: ${text}`];
  }
  return [`${told} is in no contract`];
}

for (const kind of ["Postman", "Bruno"] as const) {
  test(`every request of the collection for ${kind} works and is answered within the contract`, async () => {
    const { clientId, clientSecret } = client;
    const environment: Environment = { baseUrl: engine.address, clientId, clientSecret };
    const exchanges =
      kind === "Postman"
        ? await runPostman(
            JSON.parse(contractFile("vitaran.postman_collection.json")) as PostmanCollection,
            environment,
          )
        : await runBruno(JSON.parse(contractFile("vitaran.bruno.json")) as BrunoCollection, environment);
    assert.deepEqual(exchanges.flatMap(complaintsOf), []);
    const merchant = contracts.filter(({ prefix }) => prefix !== "/sandbox");
    const all = merchant.flatMap(({ contract }) => Object.values(contract.paths).flatMap(Object.keys));
    assert.ok(exchanges.filter(({ path }) => path.startsWith("/payout")).length === all.length);
  });
}

test("every call of the contract is a command of the shell's collection", async () => {
  const script = new URL("../../contract/vitaran.sh", import.meta.url).pathname;
  const { clientId, clientSecret } = client;
  const keys = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, TOKEN: token };
  const env = { ...process.env, ...keys, BASE_URL: engine.address };
  const run = promisify(execFile);
  const listed = (await run("bash", [script], { env })).stdout.matchAll(/^\w+/gm);
  const names = [...listed].map(([name]) => name);
  const missing = contracts.slice(0, 2).flatMap(({ name, contract }) =>
    Object.values(contract.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => (name === "openapi-v2.json" ? `${operationId}_v2` : operationId))
      .filter((id) => !names.includes(id)),
  );
  assert.deepEqual(missing, []);
  // samples.deep.test.ts runs the classic calls of the reference as commands. This runs each kind of command.
  const kinds = /_v2$|^(authorize|topUp|directTransfer|uploadBatchFile_v1_2|getIfsc)$/;
  names.splice(0, names.length, ...names.filter((name) => kinds.test(name)));
  const misunderstood: string[] = [];
  const send = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const { stdout } = await run("bash", [script, name], { env });
      if (/Invalid request URL|not a valid JSON|"status":5\d\d|^$/.test(stdout))
        misunderstood.push(name + stdout);
    }
  };
  await Promise.all([send(), send()]);
  assert.deepEqual(misunderstood, []);
});

// This is the last test, because it changes how the banks behave.
test("every body of the sandbox's controls is taken as it stands", async () => {
  const refused: string[] = [];
  for (const { method, path, body } of sandboxControls) {
    const aim = path.replace(":bankId", "meghdoot");
    if (aim.includes("/:")) continue;
    const answer = await send(method, `/sandbox${aim}`, body);
    if (answer.status !== 200) refused.push(`${method} ${path}: ${await answer.text()}`);
  }
  assert.deepEqual(refused, []);
});
