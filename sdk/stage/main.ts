/**
 * `node sdk/stage/main.ts <command> [args...]`: runs a client library's suite on a stage of its own. The command finds
 * the stage in `VITARAN_STAGE`; its exit code is ours. Without a command the variable's value is printed, and the stage
 * stands until it is interrupted.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openStage } from "./open-stage.ts";

const [command, ...args] = process.argv.slice(2);
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const interrupted = Promise.race(signals.map((signal) => once(process, signal).then(() => 130)));

const { stage, close } = await openStage();
try {
  const value = JSON.stringify(stage);
  if (command === undefined) console.log(value);
  process.exitCode = await Promise.race([
    interrupted,
    ...(command === undefined ? [] : [runCommand(command, args, value)]),
  ]);
} finally {
  await close();
}
process.exit();

async function runCommand(program: string, given: readonly string[], value: string): Promise<number> {
  const child = spawn(program, given, { stdio: "inherit", env: { ...process.env, VITARAN_STAGE: value } });
  process.once("exit", () => child.kill());
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}
