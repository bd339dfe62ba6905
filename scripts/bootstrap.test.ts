import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "vitaran-bootstrap-"));
after(() => rmSync(folder, { recursive: true }));

// Prints each signal that it receives, and ends a moment after the first, so that a second one would be printed.
const PROGRAM = `
  console.log("version", process.versions.node.split(".")[0], process.argv.slice(2).join(" "));
  if (process.argv[2] === "end") process.exit(7);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      console.log("heard", signal);
      setTimeout(() => process.exit(3), 300);
    });
  }
  setInterval(() => undefined, 60_000);
  console.log("ready");
`;
const program = join(folder, "program.mjs");
writeFileSync(program, PROGRAM);

type Child = ChildProcessByStdio<null, Readable, null>;

function start(...args: string[]): { child: Child; heard: () => string } {
  const child = spawn(process.execPath, [join(import.meta.dirname, "bootstrap.mjs"), program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  return { child, heard: () => text };
}

async function startAndWait(): Promise<{ child: Child; heard: () => string }> {
  const { child, heard } = start();
  while (!heard().includes("ready")) await once(child.stdout, "data");
  return { child, heard };
}

test("runs the program under the Node of node_modules, with its arguments and exit code", async () => {
  const { child, heard } = start("end", "well");
  const [code] = (await once(child, "close")) as [number];
  assert.match(heard(), /^version 24 end well$/m);
  assert.equal(code, 7);
});

test("a signal that comes twice at once, from the terminal and from npm, is told once", async () => {
  const { child, heard } = await startAndWait();
  child.kill("SIGINT");
  child.kill("SIGINT");
  const [code] = (await once(child, "close")) as [number];
  assert.equal(code, 3);
  assert.deepEqual(heard().match(/heard \w+/g), ["heard SIGINT"]);
});

test("the program ends when bootstrap is killed", async () => {
  const { child, heard } = await startAndWait();
  child.kill("SIGKILL");
  // The output closes when the last process that holds it has ended.
  await once(child, "close");
  assert.match(heard(), /heard SIGTERM/);
});

test("a workspace that is new since the last install is linked, and nothing is installed", () => {
  const checkout = join(folder, "checkout");
  for (const name of ["bootstrap.mjs", "end-with-parent.mjs"]) {
    cpSync(join(import.meta.dirname, name), join(checkout, "scripts", name));
  }
  const packages = { "node_modules/@x/new": { link: true, resolved: "packages/new" } };
  mkdirSync(join(checkout, "node_modules"));
  writeFileSync(join(checkout, "node_modules/.package-lock.json"), '{ "packages": {} }');
  writeFileSync(join(checkout, "package-lock.json"), JSON.stringify({ packages }));
  mkdirSync(join(checkout, "packages/new"), { recursive: true });
  const manifest = { name: "@x/new", type: "module", exports: "./index.ts" };
  writeFileSync(join(checkout, "packages/new/package.json"), JSON.stringify(manifest));
  writeFileSync(join(checkout, "packages/new/index.ts"), "export const word: string = 'found';\n");
  writeFileSync(join(checkout, "main.ts"), 'import { word } from "@x/new";\nconsole.log(word);\n');
  const told = execFileSync(process.execPath, [join(checkout, "scripts/bootstrap.mjs"), "main.ts"], {
    encoding: "utf8",
  });
  assert.match(told, /^found$/m);
  assert.doesNotMatch(told, /npm ci/);
});
