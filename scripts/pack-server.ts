/**
 * `npm run pack`: builds the server as one package for `npx`, with the built web front and the bank simulator. It
 * contains plain JavaScript, because Node strips no types in node_modules, and needs no install script.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buildWeb } from "../server/src/surfaces/commands/build-web.ts";

const ROOT = resolve(import.meta.dirname, "..");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly imports?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Workspaces that the server imports by their names, so they are bundled in `node_modules`. */
const BUNDLED = ["web", ...globSync("packages/*", { cwd: ROOT }).toSorted()];
const placeOf = (folder: string): string => `node_modules/${read(folder).name}`;

/** Folders whose files are included, with their destinations; code is turned into JavaScript. */
const FOLDERS: readonly { from: string; to: string; files: readonly string[] }[] = [
  { from: "server/src", to: "server/src", files: ["**/*"] },
  { from: "server/migrations", to: "server/migrations", files: ["**/*.sql", "before-baseline.json"] },
  { from: "bank-simulator/src", to: "bank-simulator/src", files: ["**/*"] },
  {
    from: "web",
    to: placeOf("web"),
    files: ["{serve,serve-files,status,addresses}.ts", "app/**/*.ts"],
  },
  { from: "web/app/fonts", to: `${placeOf("web")}/app/fonts`, files: ["**/*"] },
  { from: "web/build", to: `${placeOf("web")}/build`, files: ["client/**/*", "csp.json"] },
  ...BUNDLED.slice(1).map((from) => ({ from, to: placeOf(from), files: ["src/**/*"] })),
];

const LEFT_OUT = /\.test\.ts$|(^|\/)test\/|\.d\.ts$/;

/** Builds the package in a temporary folder; returns the path of the tarball. */
async function packServer(destination: string): Promise<string> {
  await buildWeb();
  const stage = mkdtempSync(join(tmpdir(), "vitaran-pack-"));
  try {
    stagePackage(stage);
    const args = ["pack", stage, "--json", "--ignore-scripts", "--pack-destination", destination];
    const told = execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [{ filename }] = JSON.parse(told) as [{ filename: string }];
    return join(destination, filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Writes the contents of the package into a folder. A web front that is not built is left out. */
export function stagePackage(stage: string): void {
  for (const folder of FOLDERS) copyFolder(stage, folder);
  writeManifests(stage);
  for (const file of ["LICENSE", "README.md"]) cpSync(join(ROOT, file), join(stage, file));
}

function copyFolder(stage: string, { from, to, files }: (typeof FOLDERS)[number]): void {
  const found = globSync([...files], { cwd: join(ROOT, from), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, from).length + 1));
  for (const file of found.filter((name) => !LEFT_OUT.test(name))) {
    const [source, target] = [join(ROOT, from, file), join(stage, to, file)];
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith(".ts")) writeFileSync(target.replace(/\.ts$/, ".js"), toJavaScript(source));
    else cpSync(source, target);
  }
}

/** Types become blanks, so that lines and columns stay the same; files keep their names. */
function toJavaScript(source: string): string {
  const code = stripTypeScriptTypes(readFileSync(source, "utf8"), { mode: "strip" });
  return code.replaceAll(/(["'])((?:\.{1,2}\/|#)[\w@./-]+)\.ts\1/g, "$1$2.js$1");
}

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

const toJs = (paths: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path.replace(/\.ts$/, ".js")]));

/** Each part keeps its own module names, in a manifest of its own. */
function writeManifests(stage: string): void {
  const server = read("server");
  const bundled = BUNDLED.map(read);
  const write = (folder: string, manifest: object): void =>
    writeFileSync(join(stage, folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  write("server", { type: "module", imports: toJs(server.imports) });
  write("bank-simulator", { type: "module" });
  for (const { name, version, imports, exports } of bundled)
    write(`node_modules/${name}`, { name, version, type: "module", imports, exports: toJs(exports) });
  // Installing the package also installs the libraries of bundled ones, but the pages of the web are built already.
  const needs = [server, ...bundled.slice(1)];
  write("", {
    name: "vitaran",
    version: server.version,
    description: "An open-source payouts platform for businesses in India",
    license: "Apache-2.0",
    type: "module",
    bin: { vitaran: "bin.js" },
    engines: { node: ">=24" },
    dependencies: Object.assign({}, ...needs.map(({ dependencies }) => dependencies)) as object,
    optionalDependencies: Object.assign({}, ...needs.map((one) => one.optionalDependencies)) as object,
    bundleDependencies: bundled.map(({ name }) => name),
    files: ["bin.js", "server", "bank-simulator"],
  });
  writeFileSync(join(stage, "bin.js"), BIN, { mode: 0o755 });
}

const BIN = `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(\`Vitaran needs Node 24 or later; this is \${process.versions.node}.\`);
  process.exit(1);
}
await import("./server/src/main.js");
`;

if (import.meta.main) console.log(await packServer(process.cwd()));
