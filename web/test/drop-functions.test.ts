// The functions of React Router that the build removes are used by no page.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { unusedNames, withoutBodies } from "#build/drop-functions.ts";

const appDir = new URL("../app", import.meta.url).pathname;

test("a function loses its body, inside others too, and one that is gone ends the build", () => {
  const code =
    "function outer() { function inner(a) { return a + 1; } return inner(1); }\nfunction other() { outer(); }";
  assert.equal(
    withoutBodies(code, ["inner", "other"]),
    "function outer() { function inner(a) {} return inner(1); }\nfunction other() {}",
  );
  assert.throws(() => withoutBodies(code, ["inner", "renamed"]), /not there: renamed$/);
});

test("no module of the app imports what the build leaves out", () => {
  const users = globSync("**/*.{ts,tsx}", { cwd: appDir }).flatMap((file) => {
    const imports = readFileSync(join(appDir, file), "utf8").matchAll(
      /import \{([^}]*)\} from "react-router"/g,
    );
    const names = [...imports].flatMap(([, list = ""]) => list.split(/\W+/));
    return unusedNames.filter((name) => names.includes(name)).map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(users, []);
});

test("no route has a loader of the server alone, nor an action", () => {
  const odd = globSync("**/*.tsx", { cwd: appDir }).filter((file) => {
    const text = readFileSync(join(appDir, file), "utf8");
    const has = (name: string) => new RegExp(`^export (async )?(function|const) ${name}\\b`, "m").test(text);
    return has("action") || has("clientAction") || (has("loader") && !has("clientLoader"));
  });
  assert.deepEqual(odd, []);
});
