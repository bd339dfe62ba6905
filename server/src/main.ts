/** The command line: `node server/src/main.ts <command>`. */
import { runCommand } from "./commands/run-command.ts";

await runCommand(process.argv.slice(2));
