/**
 * The start of every npm script: `node scripts/bootstrap.mjs <program> [arguments]`.
 *
 * It runs on any Node from 18 on and needs no package. It installs the packages of package-lock.json if they are
 * missing, then runs the program with the Node in node_modules, passes signals on to it and ends with its exit code.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(fileURLToPath(new URL("..", import.meta.url)));
const OURS = join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
const MAJOR = 24;

const [program, ...programArgs] = process.argv.slice(2);
if (program === undefined) fail("Usage: node scripts/bootstrap.mjs <program> [arguments]");

const why = whyInstall();
if (why !== null) await install(why);
linkWorkspaces();
runProgram(findNode());

/** Returns a reason to install, or null if node_modules matches the lockfile. */
function whyInstall() {
  const installed = readLock(join("node_modules", ".package-lock.json"));
  if (installed === null) return "The packages are not installed yet";
  const wanted = readLock("package-lock.json");
  if (wanted === null) fail("package-lock.json is missing: this is not a whole checkout.");
  const isPackage = (path) => path.includes("node_modules/");
  const differs = (path) =>
    installed[path]?.version !== wanted[path]?.version ||
    installed[path]?.integrity !== wanted[path]?.integrity;
  const changed = Object.keys(installed).some((path) => isPackage(path) && differs(path));
  // Optional packages may be for other machines, so they can be absent. A workspace needs a link only.
  const missing = Object.keys(wanted).some(
    (path) => isPackage(path) && !wanted[path].optional && !wanted[path].link && !installed[path],
  );
  return changed || missing ? "The packages are older than package-lock.json" : null;
}

function readLock(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : null;
}

/** Makes the links of workspaces that were added since the last install, as npm makes them. */
function linkWorkspaces() {
  for (const [path, { link, resolved }] of Object.entries(readLock("package-lock.json") ?? {})) {
    const place = join(ROOT, path);
    if (!link || existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(relative(dirname(place), join(ROOT, resolved)), place, "junction");
  }
}

/** Runs npm with the machine's own Node, because the one in node_modules is about to be replaced. */
async function install(because) {
  console.log(`${because}: npm ci (a minute or two, once) ...`);
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((part) => !/[\\/]node_modules[\\/]/.test(part));
  const started = Date.now();
  const child = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === "win32",
  });
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  const code = await new Promise((done) => {
    child.on("error", (error) =>
      fail(`npm could not be run (${error.message}). Install npm, then try again.`),
    );
    child.on("exit", (exitCode, signal) => done(exitCode ?? 128 + constants.signals[signal]));
  });
  clearInterval(ticker);
  if (code !== 0) fail("npm ci failed; what it says is above. Is the package registry reachable?", code);
  console.log(`  installed in ${seconds()} s`);
}

/**
 * Returns the Node with which to continue. Its package downloads it in an install script, which npm may have been
 * configured not to run.
 */
function findNode() {
  if (majorOf(OURS) === MAJOR) return OURS;
  if (Number.parseInt(process.versions.node, 10) >= MAJOR) {
    console.log(`Node ${MAJOR} is not in node_modules, so this runs under Node ${process.versions.node}.`);
    return process.execPath;
  }
  return fail(
    [
      `Node ${MAJOR} is not there: the npm package "node" fetches it in an install script, and that did not run.`,
      "  npm skips such scripts when it is told to (ignore-scripts=true, or npm 12 without allowScripts).",
      "  Run:  npm rebuild node --ignore-scripts=false --foreground-scripts",
      `  or install Node ${MAJOR} or later yourself, and try again.`,
    ].join("\n"),
  );
}

function majorOf(node) {
  if (!existsSync(node)) return null;
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return Number.parseInt(String(stdout).slice(1), 10);
}

/**
 * The program is not in the terminal's group. On Ctrl-C, both the terminal and npm signal us, and we pass the signal on
 * once. A later Ctrl-C is passed on too. If we are killed, the program notices it through the pipe.
 */
function runProgram(node) {
  const watch = new URL("end-with-parent.mjs", import.meta.url).href;
  const child = spawn(node, ["--import", watch, resolve(ROOT, program), ...programArgs], {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    detached: process.platform !== "win32",
    env: {
      ...process.env,
      PATH: [join(ROOT, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter),
    },
  });
  child.stdio[3].on("error", () => undefined);
  let toldAt = -Infinity;
  const tell = (signal) => {
    if (Date.now() - toldAt < 1_000) return;
    toldAt = Date.now();
    child.kill(signal);
  };
  process.on("SIGINT", () => tell("SIGINT"));
  process.on("SIGTERM", () => tell("SIGTERM"));
  process.on("SIGHUP", () => tell("SIGTERM"));
  child.on("error", (error) => fail(`${node} could not be run: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(text, code = 1) {
  console.error(text);
  process.exit(code);
}
