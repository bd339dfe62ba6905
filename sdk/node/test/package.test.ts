/**
 * The package as its users get it: packed, installed into an empty project without a network, imported and
 * type-checked.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, delimiter, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { VERSION } from "../src/version.ts";
import { RUN, stage } from "./stage.ts";

const PACKAGE = resolve(import.meta.dirname, "..");
const ROOT = resolve(PACKAGE, "../..");
const project = mkdtempSync(join(tmpdir(), "vitaran-package-"));
after(() => rmSync(project, { recursive: true, force: true }));

/** Leaves out the settings of the npm that runs this test. */
const environment = Object.fromEntries([
  ...Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "NODE_TEST_CONTEXT"),
  ["PATH", [dirname(process.execPath), process.env["PATH"]].join(delimiter)],
]);

function run(program: string, args: readonly string[], folder = project): string {
  return execFileSync(program, args, {
    cwd: folder,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

let packed: { filename: string; files: { path: string }[] };
before(() => {
  const said = run("npm", ["pack", "--json", "--pack-destination", project], PACKAGE);
  [packed] = JSON.parse(said.slice(said.indexOf("["))) as [typeof packed];
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true }');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(project, packed.filename)]);
});

test("the package has what is needed, and no more", () => {
  const paths = packed.files.map(({ path }) => path);
  for (const needed of [
    "README.md",
    "LICENSE",
    "build/esm/index.js",
    "build/cjs/index.js",
    "build/cjs/package.json",
  ]) {
    assert.ok(paths.includes(needed), needed);
  }
  assert.deepEqual(
    paths.filter((path) => /^(src|test)\/|\.test\./.test(path)),
    [],
  );
  const { dependencies, version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
    dependencies?: object;
    version: string;
  };
  assert.equal(dependencies, undefined);
  assert.equal(version, VERSION);
});

const tools = createRequire(join(ROOT, "scripts/test-tools/package.json"));
const hasPublint =
  existsSync(join(ROOT, "scripts/test-tools/node_modules/publint")) || process.env["CI"] === "true";

test(
  "publint finds nothing wrong with it",
  { skip: !hasPublint && "no publint: npm test fetches it when it reaches the package registry" },
  async () => {
    type Lint = (options: object) => Promise<{ messages: { code: string; path: string[] }[] }>;
    const { publint } = (await import(pathToFileURL(tools.resolve("publint")).href)) as { publint: Lint };
    const tarball = new Uint8Array(readFileSync(join(project, packed.filename))).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    assert.deepEqual(messages, []);
  },
);

const USE = `
const client = createClient({ baseUrl: "http://localhost:8080", clientId: "id", clientSecret: "secret" });
if (formatRupees(124350n) !== "1243.50") throw new Error("no exact amounts");
if (typeof client.transfers.create !== "function") throw new Error("no transfers");
try { client.webhooks.verify("", {}); } catch (error) { if (!(error instanceof SignatureError)) throw error; }
`;

test("it is imported as an ES module and required as CommonJS", () => {
  const names = "{ createClient, formatRupees, SignatureError }";
  writeFileSync(join(project, "use.mjs"), `import ${names} from "@vitaran/node";${USE}`);
  writeFileSync(join(project, "use.cjs"), `const ${names} = require("@vitaran/node");${USE}`);
  run(process.execPath, ["use.mjs"]);
  run(process.execPath, ["use.cjs"]);
});

const TYPED = `
import { createClient, OutcomeUnknownError, type Amount, type TransfersCreateInput } from "@vitaran/node";
const client = createClient({ baseUrl: "http://localhost:8080", clientId: "id", clientSecret: "secret" });
const order: TransfersCreateInput = { beneId: "asha", amount: 124350n, transferId: "inv_1" };
export async function pay(): Promise<string | undefined> {
  for await (const { referenceId, amount } of client.transfers.list({ maxReturn: 5 })) referenceId.concat(amount);
  return (await client.transfers.create(order)).utr;
}
export const isUnknown = (error: unknown): boolean => error instanceof OutcomeUnknownError && error.outcomeUnknown;
// @ts-expect-error: an amount is never a number
export const wrong: Amount = 100.5;
// @ts-expect-error: the id is needed
export const missing: TransfersCreateInput = { beneId: "asha", amount: "1.00" };
`;

test("its types hold for both kinds of module, without a library of types beside it", () => {
  writeFileSync(join(project, "typed.mts"), TYPED);
  writeFileSync(join(project, "typed.cts"), TYPED);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  run(process.execPath, [tsc, ...options, "--types", "", "typed.mts", "typed.cts"]);
});

test("the README's first lines and the examples pay, in an empty project", () => {
  const { baseUrl, clientId, clientSecret } = stage;
  const own = { ...environment, VITARAN: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const installed = join(project, "node_modules/@vitaran/node");
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const [, lines = ""] = /```js\n([^]*?)```/.exec(readme) ?? [];
  assert.ok(lines.includes("http://localhost:8080"));
  writeFileSync(
    join(project, "lines.mjs"),
    lines.replace("http://localhost:8080", baseUrl).replace("inv_2041", `inv_${RUN}`),
  );
  for (const name of ["pay.mjs", "pay-rows.mjs"]) {
    writeFileSync(join(project, name), readFileSync(join(installed, "examples", name)));
  }
  const say = (name: string, ...args: string[]): string =>
    execFileSync(process.execPath, [name, ...args], { cwd: project, env: own, encoding: "utf8" });
  assert.match(say("lines.mjs"), /status: 'SUCCESS'/);
  assert.match(say("pay.mjs", `pay_${RUN}`), /^SUCCESS \d{12}$/m);
  assert.match(say("pay-rows.mjs", `rows_${RUN}`), /^rows_\w+_1 [A-Z]+\nrows_\w+_2 [A-Z]+$/m);
});
