// Compares facts that pages state in their own words with the code that they are about.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nationalHolidays, paymentModes } from "#app/facts/payment-modes.ts";
import { sandboxControls } from "#app/facts/sandbox-controls.ts";
import { proof } from "#app/facts/proof.ts";
import { metrics } from "#app/facts/from-the-engine.ts";
import { settings } from "#app/facts/settings.ts";
import { storedRefusals } from "#app/facts/stored-refusals.ts";
import { listCommands, readHelp } from "#build/list-commands.ts";
import { readGlossary } from "#build/read-glossary.ts";
import { parseHtml, textOf } from "#build/parse-html.ts";
import { PLANTED_BUGS } from "../../server/test/faults/planted-bugs/index.ts";
import { buildDir } from "./site.ts";

const serverDir = new URL("../../server/src", import.meta.url).pathname;
const htmlOf = (path: string) => readFileSync(join(buildDir, "client/payout", path, "index.html"), "utf8");

test("every command of the server's command line stands on the page for operators", () => {
  const html = htmlOf("run-it-yourself");
  const missing = listCommands().filter(({ name }) => !html.includes(` id="command-${name.split(" ")[0]}"`));
  assert.deepEqual(missing, []);
});

test("a command's description is read whole, over all its lines, and help itself is left out", () => {
  const help = [
    "Usage: x [options] [command]\n\nCommands:",
    "  check-books [id]        prove the books",
    "                          of one",
    "  add-rule [options]      a rule",
    "  help [command]          display help\n",
  ].join("\n");
  assert.deepEqual(readHelp(help), [
    { name: "check-books [id]", about: "prove the books of one" },
    { name: "add-rule", about: "a rule" },
  ]);
});

test("the page Glossary has every word that merchants meet, and none of the engine's", () => {
  const words = readGlossary().map(({ word }) => word);
  assert.ok(words.length > 60, String(words.length));
  assert.deepEqual(
    words,
    words.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  );
  const html = htmlOf("glossary");
  assert.equal(html.match(/ id="word-/g)?.length, words.length);
  assert.ok(html.includes("<strong>API client, key pair</strong>"));
  assert.ok(!html.includes("evidence class"));
  const moved = readGlossary(
    "# x\n\n## Words that merchants meet\n\n| word | meaning |\n| --- | --- |\n| a | b |\n",
  );
  assert.deepEqual(moved, [{ word: "a", meaning: "b" }]);
  assert.throws(() => readGlossary("# x\n"), /no table/);
});

test("every metric that a process serves stands on the page about monitoring, with its labels", () => {
  const html = htmlOf("monitoring");
  assert.ok(metrics.length > 40);
  assert.equal(html.match(/ id="metric-/g)?.length, metrics.length);
  for (const { name, labels } of metrics) {
    const row = html.slice(html.indexOf(` id="metric-${name}"`)).split("</tr>")[0]!;
    for (const label of labels) assert.ok(row.includes(label), `${name} ${label}`);
  }
});

test("every setting that the server reads is explained, and no other", () => {
  const files = ["kit/lib/config.ts", "kit/lib/backup-settings.ts", "people/operator/index.ts"];
  const code = files.map((file) => readFileSync(join(serverDir, file), "utf8")).join("\n");
  const read = [...code.matchAll(/environment(?:\.|, ")([A-Z][A-Z_]+)/g)].map((match) => match[1] ?? "");
  assert.ok(read.length > 10, String(read));
  assert.deepEqual(settings.map(({ name }) => name).toSorted(), [...new Set(read)].toSorted());
  const html = htmlOf("run-it-yourself");
  for (const { name } of settings) assert.ok(html.includes(` id="setting-${name}"`), name);
});

test("every control of the sandbox is listed, and no other", () => {
  const contract = JSON.parse(
    readFileSync(join(serverDir, "../../contract/openapi-sandbox.json"), "utf8"),
  ) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const mounted = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  assert.ok(mounted.length > 30, String(mounted));
  assert.deepEqual(
    sandboxControls.map(({ method, path }) => `${method} ${path}`).toSorted(),
    mounted.toSorted(),
  );
});

test("the national holidays are those of the engine's calendar", () => {
  const table = readFileSync(join(serverDir, "money/rails/data/bank-holidays.csv"), "utf8");
  const kept = [...table.matchAll(/^\d{4}-(\d\d-\d\d),all,(.+)$/gm)].map(([, day, name]) => `${day} ${name}`);
  assert.deepEqual(
    nationalHolidays.map(({ day, name }) => `${day} ${name}`).toSorted(),
    [...new Set(kept)].toSorted(),
  );
});

test("limits and refusals are the engine's own", () => {
  const limitOf = (id: string) => paymentModes.find((mode) => mode.id === id)?.limit;
  assert.match(limitOf("imps") ?? "", /₹5,00,000/);
  assert.match(limitOf("rtgs") ?? "", /^₹2,00,000 and above/);
  assert.match(limitOf("card") ?? "", /^₹1,00,000;/);
  assert.match(limitOf("amazonpay") ?? "", /^₹10,000$/);
  const kept = storedRefusals.find(({ message }) => message.startsWith("Not enough available balance"));
  assert.equal(kept?.status, "FAILED");
  assert.equal(kept?.codes, "412 (v1), 400 (v1.2)");
});

test("the sandbox page has a payee for each outcome of a name match", () => {
  const table = parseHtml(
    /<table>(?:(?!<\/table>).)*RAO ASHA.*?<\/table>/s.exec(htmlOf("integrations/sandbox"))?.[0] ?? "",
  )
    .map(textOf)
    .join(" ");
  for (const score of [100, 85, 61, 55, 14])
    assert.ok(table.includes(`, ${score}: `), `${score} in ${table}`);
});

test("the figures of tests that the home page names are those of the tests", () => {
  const faults = join(serverDir, "../test/faults");
  const numberIn = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(join(faults, file), "utf8"))?.[1]?.replaceAll("_", ""));
  const kills = /KILLS = tiered\(\{.*nightly: (\d+)/;
  assert.deepEqual(proof, {
    processKills: numberIn("t19-process-kill.deep.test.ts", kills),
    databaseKills: numberIn("t20-database-kill.deep.test.ts", kills),
    plantedBugs: PLANTED_BUGS.length,
    monthTransfers: numberIn("routing-month-plan.ts", /transfers: ([\d_]+)/),
  });
});
