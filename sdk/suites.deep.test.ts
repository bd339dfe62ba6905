/** The suites of all client libraries, one after the other on one stage; each must have run every case. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { type Language, LANGUAGES } from "./languages.ts";
import { openStage } from "./stage/open-stage.ts";

const ROOT = resolve(import.meta.dirname, "..");
const { cases } = JSON.parse(readFileSync(join(ROOT, "sdk/cases/calls.json"), "utf8")) as { cases: object[] };
/** Those of sdk/node/test/resilience.test.ts, in every language. */
const RESILIENCE_CASES = 11;

const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
const environment = {
  ...inherited,
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
};

let stage: Awaited<ReturnType<typeof openStage>>;
before(async () => {
  stage = await openStage();
});
after(() => stage?.close());

for (const language of LANGUAGES) {
  const { name, remedy } = language;
  const isLeftOut = process.env["CI"] !== "true" && !hasNeeds(language);
  test(`${name} passes its whole suite`, { skip: isLeftOut ? remedy : false }, async () => {
    assert.ok(hasNeeds(language), remedy);
    const { code, output } = await runSuite(language);
    assert.equal(code, 0, output);
    const [, said = ""] = new RegExp(`^suite ${name}: (.*)$`, "m").exec(output) ?? [];
    const ran = Object.fromEntries(
      [...said.matchAll(/(\d+) (\w+)/g)].map(([, count, what]) => [what, Number(count)]),
    );
    assert.equal(ran["cases"], cases.length, said);
    assert.equal(ran["resilience"], RESILIENCE_CASES, said);
    for (const what of ["vectors", "package"]) assert.ok(Number(ran[what]) > 0, said);
  });
}

function hasNeeds({ needs: [program, ...args] }: Language): boolean {
  return spawnSync(program!, args, { env: environment, cwd: ROOT }).status === 0;
}

async function runSuite({ command }: Language): Promise<{ code: number | null; output: string }> {
  const [program, ...args] = command;
  const child = spawn(program!, args, {
    cwd: ROOT,
    env: { ...environment, VITARAN_STAGE: JSON.stringify(stage.stage) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
