/** The command line: `node server/src/main.ts <command>`. */
import { Command } from "commander";
import { MigrationError, VitaranError } from "#lib/errors";
import { ConfigError } from "#lib/config";
import { addDeveloperTools } from "./commands/add-developer-tools.ts";
import { addSafekeeping } from "./commands/add-safekeeping.ts";
import { CommandError } from "./commands/command-error.ts";
import { OptionError, readId } from "./commands/option-values.ts";

const program = new Command("vitaran").description("Payouts for businesses in India").showHelpAfterError();

// A mistyped word is no argument of the default: where there is a word, no command is one.
const hasWord = /^[^-]/.test(process.argv[2] ?? "");

program
  .command("start", { isDefault: !hasWord })
  .description("start everything in one process, with simulated banks and a demo merchant (the default)")
  .action(async () => (await import("./commands/start.ts")).start());
program
  .command("api")
  .description("start only the HTTP API; run as many as you need")
  .action(async () => (await import("./commands/run-api.ts")).runApi());
program
  .command("worker")
  .description("start only the background work; run as many as you need")
  .action(async () => (await import("./commands/run-worker.ts")).runWorker());
program
  .command("migrate")
  .description("update the database schema")
  .action(async () => {
    const { openEngine } = await import("./commands/open-engine.ts");
    await (await openEngine()).close();
  });
program
  .command("verify-ledger")
  .description("verify the books of all merchants, or of one")
  .argument("[merchantId]", "only this merchant", readId)
  .option("--json", "print one JSON object, for scripts")
  .action(async (merchantId: string | undefined, options: { json?: boolean }) =>
    (await import("./commands/verify-ledger.ts")).printVerification(merchantId ?? null, options),
  );

addDeveloperTools(program);
addSafekeeping(program);
// The operator's commands load the whole engine, for which those above need not wait.
if (!program.commands.some((one) => one.name() === process.argv[2]))
  (await import("./commands/administer.ts")).addAdministration(program);

program.addHelpText(
  "after",
  `
Examples, for the demo of \`npm start\`:
$ vitaran listen --forward http://localhost:3000/webhooks
$ vitaran trigger TRANSFER_REVERSED
$ vitaran backup --drill
\`vitaran help <command>\` shows more. Exit codes: 0 done, 1 refused or failed, 2 unknown, 3 no server.`,
);

try {
  await program.parseAsync();
} catch (error) {
  const isTold = [ConfigError, VitaranError, OptionError, CommandError, MigrationError].some(
    (known) => error instanceof known,
  );
  if (!isTold || !(error instanceof Error)) throw error;
  const hasDetails = error instanceof VitaranError && Object.keys(error.details).length > 0;
  const details = hasDetails ? ` ${JSON.stringify(error.details)}` : "";
  console.error(`${error.message}${details}`);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}
