/** Code generators that others use make clients from the published documents, and the clients are sound. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const CONTRACT = join(import.meta.dirname, "../contract");
const TOOLS = join(import.meta.dirname, "test-tools");
const MODULES = join(TOOLS, "node_modules");
const DOCUMENTS = readdirSync(CONTRACT).filter((name) => name.startsWith("openapi"));
const isInstalled = existsSync(join(MODULES, "openapi-typescript")) || process.env["CI"] === "true";
const skip = isInstalled
  ? false
  : "no generators: npm test fetches them when it reaches the package registry";

const folder = mkdtempSync(join(tmpdir(), "vitaran-generators-"));
after(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Type-checks files in the strictest way, as a bundler would read them. */
function checkTypes(...files: string[]): void {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--lib", "es2024,dom,dom.iterable"];
  const modules = ["--module", "esnext", "--target", "es2024", "--moduleResolution", "bundler"];
  const names = ["--allowImportingTsExtensions", ...files];
  run(process.execPath, [join(MODULES, "typescript/bin/tsc"), ...options, ...modules, ...names]);
}

function checkProgram(name: string, program: string): void {
  writeFileSync(join(folder, name), program);
  checkTypes(name);
}

for (const document of DOCUMENTS) {
  test(`openapi-typescript makes types of ${document}`, { skip }, () => {
    const bin = join(MODULES, "openapi-typescript/bin/cli.js");
    // By default it makes a field that may be left out, but has a default, required in bodies too.
    const options = ["--default-non-nullable=false", "-o", `types-of-${document}.ts`];
    run(process.execPath, [bin, join(CONTRACT, document), ...options]);
    checkProgram(
      `use-types-of-${document}.ts`,
      `import type { components, paths } from "./types-of-${document}.ts";
      type Each<T> = { [K in keyof T]: T[K] };
      export type Names = Each<components["schemas"]>;
      export type Paths = Each<paths>;`,
    );
  });

  test(`hey-api makes a client of ${document}`, { skip }, () => {
    const bin = join(MODULES, "@hey-api/openapi-ts/bin/run.js");
    const plugins = ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk"];
    const place = `client-of-${document}`;
    run(process.execPath, [bin, "-i", join(CONTRACT, document), "-o", place, "--plugins", ...plugins]);
    checkTypes(join(place, "sdk.gen.ts"), join(place, "types.gen.ts"));
  });
}

test("types of bodies, answers and webhooks have the names of their operations and events", { skip }, () => {
  checkProgram(
    "names.ts",
    `import type { components as classic, webhooks } from "./types-of-openapi.json.ts";
    import type { components as v2 } from "./types-of-openapi-v2.json.ts";
    export const asked: classic["schemas"]["RequestTransferBody"] = {
      beneId: "asha", amount: "100.00", transferId: "INV_1",
    };
    type Answer = classic["schemas"]["GetTransferStatusAnswer"];
    export const said = (answer: Answer): string | undefined => answer.data?.transfer?.status;
    export const paid = (body: classic["schemas"]["TransferSuccessEvent"]): string => body.utr;
    export const hook: keyof webhooks = "TRANSFER_SUCCESS";
    export const code = (event: v2["schemas"]["TransferFailedV2Event"]): string => event.data.status_code;
    // @ts-expect-error An amount is not a list.
    export const wrong: classic["schemas"]["RequestTransferBody"]["amount"] = [];`,
  );
});

const hasPython = spawnSync("python3", [
  "-c",
  "import venv, ensurepip, sys; assert sys.version_info >= (3, 10)",
]);
const withoutPython =
  hasPython.status === 0 || process.env["CI"] === "true"
    ? false
    : "Python 3.10 or later with venv is missing";

test("openapi-python-client makes clients of both merchant APIs", { skip: withoutPython }, () => {
  run("python3", ["-m", "venv", "venv"]);
  const bin = join(folder, "venv/bin");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  run(join(bin, "python"), ["-m", "pip", "install", ...quiet, "-r", join(TOOLS, "requirements.txt")]);
  for (const document of ["openapi.json", "openapi-v2.json"]) {
    const place = document.replace(/\W/g, "_");
    const options = ["--path", join(CONTRACT, document), "--output-path", place, "--meta", "none"];
    run(join(bin, "openapi-python-client"), ["generate", ...options]);
    run(join(bin, "python"), ["-m", "compileall", "-q", place]);
  }
  run(join(bin, "python"), [
    "-c",
    "from openapi_json.models import RequestTransferBody, GetTransferStatusAnswer\n" +
      'assert RequestTransferBody(bene_id="asha", amount="1.00", transfer_id="t").to_dict()["beneId"] == "asha"',
  ]);
  const { paths } = JSON.parse(readFileSync(join(CONTRACT, "openapi.json"), "utf8")) as { paths: object };
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods as object));
  const files = readdirSync(join(folder, "openapi_json/api"), { recursive: true }) as string[];
  assert.equal(files.filter((file) => /^\w+\/(?!__)\w+\.py$/.test(file)).length, operations.length);
});
