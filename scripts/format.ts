/** `npm run format`: formats all code. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const args = ["node_modules/oxfmt/bin/oxfmt", ...(process.argv.length > 2 ? process.argv.slice(2) : ["."])];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
