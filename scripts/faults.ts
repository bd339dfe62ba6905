/** `npm run faults`: the fault tests with their long figures (hours), instead of the short ones of `npm test`. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const HOURS = 4;

const words = process.argv.slice(2).filter((arg) => !arg.startsWith("-"));
const options = process.argv.slice(2).filter((arg) => arg.startsWith("-"));
const args = [
  join(import.meta.dirname, "test.ts"),
  ...(words.length > 0 ? words.map((word) => `test/faults/${word}`) : ["test/faults/"]),
  `--test-timeout=${HOURS * 3_600_000}`,
  "--test-concurrency=1",
  ...options,
];
const child = spawn(process.execPath, args, {
  stdio: "inherit",
  env: { ...process.env, FAULT_TIER: "nightly" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => (process.exitCode = code ?? 1));
