/** Backups of the whole database, and shell completion of all commands. */
import type { Command } from "commander";
import type { BackUpOptions, RestoreOptions } from "./backup.ts";
import { readWord } from "./option-values.ts";
import { terminal } from "./terminal.ts";
import { SHELLS, writeCompletion, type Shell } from "./write-completion.ts";

/** Adds the commands to the command line. */
export function addSafekeeping(program: Command): void {
  program
    .command("backup")
    .description("write the database to a file while the server runs; does not include the master key")
    .option("--file <path>", "file to write; default: vitaran-<time>.backup")
    .option("--drill", "restore it into a scratch database right away, and report what was verified")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran backup --drill
  $ vitaran backup --file /safe/monday.backup`,
    )
    .action(async (options: BackUpOptions) => (await import("./backup.ts")).backUp(options));
  program
    .command("restore")
    .description("restore a backup, completely or not at all")
    .argument("<file>", "file written by `backup`")
    .option("--replace", "replace the data in the database; all of it is deleted")
    .option("--check", "restore only into a temporary scratch database, and report what was verified")
    .option(
      "--accept-unkeyed",
      "restore a backup that has no keyed checksums: one of an older version, if you trust it",
    )
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran restore /safe/monday.backup --check
  $ vitaran restore /safe/monday.backup
It needs the master key of the installation that was backed up, and a server that is stopped (not with --check).`,
    )
    .action(async (file: string, options: RestoreOptions) =>
      (await import("./backup.ts")).restore(file, options),
    );
  program
    .command("completion")
    .description("print a completion script for your shell")
    .argument("<shell>", SHELLS.join(", "), readWord(SHELLS))
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran completion bash >> ~/.bashrc
  $ vitaran completion zsh > "\${fpath[1]}/_vitaran"
  $ vitaran completion fish > ~/.config/fish/completions/vitaran.fish`,
    )
    .action(async (shell: Shell) => {
      // Completion covers all commands, including those that are loaded only when they are used.
      (await import("./administer.ts")).addAdministration(program);
      terminal().out.write(writeCompletion(program, shell));
    });
}
