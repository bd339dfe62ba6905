/** The time that a comparison of a secret takes must not show how much of a guess was right. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SOURCES = join(import.meta.dirname, "../..");
const SECRET = String.raw`[\w$.!]*(?:secret|signature|token|hash|digest|hmac|password)[\w$]*!?`;
/** Code may compare whether a value exists and how long it is, because that reveals nothing about its content. */
const HARMLESS = String.raw`(?:null|undefined|true|false|["'\u0060\d])`;
const COMPARED = new RegExp(
  String.raw`(?<![\w$.])${SECRET}\s*[!=]==(?!\s*${HARMLESS})|(?<!${HARMLESS}\s*)[!=]==\s*${SECRET}(?![\w$.(])`,
  "i",
);

const isPlainComparison = (line: string): boolean => COMPARED.test(line);

test("a comparison by === of what is secret is found", () => {
  const wrong = [
    "if (given.clientSecret === kept) return true;",
    "return signature !== expected;",
    "if (kept === row.secret_hash) return;",
    "const right = given == null || given !== token;",
  ];
  for (const line of wrong) assert.ok(isPlainComparison(line), line);
  const right = [
    "if (token === null || token === undefined) return;",
    'if (clientSecret === "") return;',
    "return token.length === expected.length && timingSafeEqual(token, expected);",
    "if (undefined === signature) return;",
  ];
  for (const line of right) assert.ok(!isPlainComparison(line), line);
});

test("nothing secret is compared by ===", () => {
  const files = globSync("**/*.ts", { cwd: SOURCES }).filter((file) => !file.endsWith(".test.ts"));
  assert.ok(files.length > 500);
  const found = files.flatMap((file) =>
    readFileSync(join(SOURCES, file), "utf8")
      .split("\n")
      .filter(isPlainComparison)
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
