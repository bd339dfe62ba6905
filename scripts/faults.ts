/**
 * `npm run faults`: runs the fault tests with their large figures (hours), instead of the small ones of `npm test` and
 * `npm run test:deep`.
 *
 * `--transfers <n>` runs the month of outages (`routing`) with fewer than its 200,000 transfers, and so with fewer
 * days.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const HOURS = 4;

const { transfers, rest } = takeTransfers(process.argv.slice(2));
const words = rest.filter((arg) => !arg.startsWith("-"));
const options = rest.filter((arg) => arg.startsWith("-"));
const args = [
  join(import.meta.dirname, "test.ts"),
  ...(words.length > 0 ? words.map((word) => `test/faults/${word}`) : ["test/faults/"]),
  `--test-timeout=${HOURS * 3_600_000}`,
  "--test-concurrency=1",
  ...options,
];
const child = spawn(process.execPath, args, {
  stdio: "inherit",
  env: { ...process.env, ...transfers, FAULT_TIER: "nightly" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => (process.exitCode = code ?? 1));

/** The number can follow the option as the next word, or after "=". */
function takeTransfers(args: string[]): { transfers: { FAULT_TRANSFERS?: string }; rest: string[] } {
  const at = args.findIndex((arg) => arg === "--transfers" || arg.startsWith("--transfers="));
  if (at === -1) return { transfers: {}, rest: args };
  const inIt = args[at]!.split("=")[1];
  const count = inIt ?? args[at + 1] ?? "";
  if (!/^[1-9]\d{2,5}$/.test(count)) {
    console.error("--transfers is a whole number from 100 to 999999");
    process.exit(1);
  }
  return { transfers: { FAULT_TRANSFERS: count }, rest: args.toSpliced(at, inIt === undefined ? 2 : 1) };
}
