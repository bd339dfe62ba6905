/** Runs the whole suite on the stage in `VITARAN_STAGE`: `node sdk/stage/main.ts node sdk/node/test/main.ts`. */
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

/** The files of a wave run in parallel. Resilience is last, because it kills the server that the others use. */
const WAVES = [["cases", "vectors", "local", "transport", "package"], ["resilience"]];

const counts: Record<string, number> = {};
let failures = 0;
for (const names of WAVES) {
  const files = names.map((name) => join(import.meta.dirname, `${name}.test.ts`));
  const running = run({ files, concurrency: true });
  running.on("test:pass", ({ file = "", nesting, skip }) => {
    const name = names.find((one) => file.endsWith(`${one}.test.ts`));
    if (nesting === 0 && name !== undefined && skip === undefined) counts[name] = (counts[name] ?? 0) + 1;
  });
  running.on("test:fail", () => (failures += 1));
  for await (const text of running.compose(spec)) process.stdout.write(text as string);
}
const said = ["cases", "vectors", "resilience", "package", "local", "transport"].map(
  (name) => `${counts[name] ?? 0} ${name}`,
);
console.log(`suite node: ${said.join(", ")}`);
if (failures > 0) process.exitCode = 1;
