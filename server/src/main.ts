/** The command line: `node server/src/main.ts <command>`. */
import { Command } from "commander";
import { MigrationError, VitaranError } from "#lib/errors";
import { ConfigError } from "#lib/config";
import { addAdministration } from "./commands/administer.ts";
import { OptionError, readId } from "./commands/option-values.ts";

const program = new Command("vitaran").description("Payouts for businesses in India").showHelpAfterError();

// A mistyped word is no argument of the default: where there is a word, no command is one.
const hasWord = /^[^-]/.test(process.argv[2] ?? "");

program
  .command("start", { isDefault: !hasWord })
  .description("everything in one process, with simulated banks and a demo merchant (the default)")
  .action(async () => (await import("./commands/start.ts")).start());
program
  .command("api")
  .description("the HTTP API alone; run as many as you need")
  .action(async () => (await import("./commands/run-api.ts")).runApi());
program
  .command("worker")
  .description("the background work alone; run as many as you need")
  .action(async () => (await import("./commands/run-worker.ts")).runWorker());
program
  .command("migrate")
  .description("bring the database's schema up to date and end")
  .action(async () => {
    const { openEngine } = await import("./commands/open-engine.ts");
    await (await openEngine()).close();
  });
program
  .command("verify-ledger")
  .description("prove the books of all merchants, or of one")
  .argument("[merchantId]", "only this merchant", readId)
  .action(async (merchantId?: string) =>
    (await import("./commands/verify-ledger.ts")).printVerification(merchantId ?? null),
  );

addAdministration(program);

try {
  await program.parseAsync();
} catch (error) {
  const isTold = [ConfigError, VitaranError, OptionError, MigrationError].some(
    (known) => error instanceof known,
  );
  if (!isTold || !(error instanceof Error)) throw error;
  const details = error instanceof VitaranError ? ` ${JSON.stringify(error.details)}` : "";
  console.error(`${error.message}${details}`);
  process.exitCode = 1;
}
