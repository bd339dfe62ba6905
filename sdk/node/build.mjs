// Builds the package: src as ES modules and as CommonJS, each with its types.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

rmSync(join(folder, "build"), { recursive: true, force: true });
compile([]);
compile(["--module", "commonjs", "--moduleResolution", "bundler", "--outDir", join(folder, "build/cjs")]);
// Node and TypeScript read the files below this package.json as CommonJS.
writeFileSync(join(folder, "build/cjs/package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
for (const name of readdirSync(join(folder, "build"), { recursive: true })) {
  if (name.endsWith(".d.ts")) nameCompiled(join(folder, "build", name));
}

/** Makes the types in a file import compiled files, as the code beside it does. */
function nameCompiled(path) {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
}

function compile(options) {
  const { status } = spawnSync(process.execPath, [join(typescript, "bin/tsc"), "-p", folder, ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
