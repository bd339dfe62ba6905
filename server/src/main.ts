/** The command line: `node server/src/main.ts <command>`. */
import { runCommand } from "./surfaces/commands/run-command.ts";

await runCommand(process.argv.slice(2));
