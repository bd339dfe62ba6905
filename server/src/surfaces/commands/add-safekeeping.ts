/** Backups of the whole database, new master keys, and shell completion of all commands. */
import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import type { BackUpOptions, ListOptions, RestoreOptions } from "./backup.ts";
import { readWord } from "./option-values.ts";
import { say, terminal } from "./terminal.ts";
import { SHELLS, writeCompletion, type Shell } from "./write-completion.ts";

/** Adds the commands to the command line. */
export function addSafekeeping(program: Command): void {
  addKeyMaking(program);
  addBackups(program);
  addRestore(program);
  addCompletion(program);
}

function addBackups(program: Command): void {
  program
    .command("backup")
    .description("back up the database while the server runs; does not include the master key")
    .option("--file <path>", "file to write; default: vitaran-<time>.backup")
    .option("--store", "write it to the store of BACKUP_TO instead, encrypted, and remove old ones there")
    .option("--home <name>", "the home to back up, if there are several")
    .option("--drill", "restore it into a scratch database right away, and report what was verified")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran backup --drill
  $ vitaran backup --file /safe/monday.backup
  $ vitaran backup --store --drill`,
    )
    .action(async (options: BackUpOptions) => (await import("./backup.ts")).backUp(options));
  program
    .command("list-backups")
    .description("list the backups in the store of BACKUP_TO, the newest first, and whether each was proved")
    .option("--home <name>", "the home whose backups are listed, if there are several")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran list-backups`,
    )
    .action(async (options: ListOptions) => (await import("./backup.ts")).listBackups(options));
}

function addRestore(program: Command): void {
  program
    .command("restore")
    .description("restore a backup, completely or not at all")
    .argument("<file>", "file written by `backup`; with --stored, a name from `list-backups`, or latest")
    .option("--home <name>", "the home to restore, if there are several")
    .option("--stored", "fetch the backup from the store of BACKUP_TO")
    .option("--replace", "replace the data in the database; all of it is deleted")
    .option("--check", "restore only into a temporary scratch database, and report what was verified")
    .option(
      "--accept-unkeyed",
      "restore a backup that has no keyed checksums: one of an older version, if you trust it",
    )
    .option("--erasures <path>", "output of list-erasures: these payees are erased again")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran restore /safe/monday.backup --check
  $ vitaran restore /safe/monday.backup
  $ vitaran restore --stored latest
It needs the master key of the installation that was backed up, and a server that is stopped (not with --check).`,
    )
    .action(async (file: string, options: RestoreOptions) =>
      (await import("./backup.ts")).restore(file, options),
    );
}

function addCompletion(program: Command): void {
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

function addKeyMaking(program: Command): void {
  program
    .command("make-key")
    .description("print a new master key, for VITARAN_MASTER_KEY")
    .addHelpText(
      "after",
      `
Example, for a file of settings that only its owner can read:
  $ (umask 077; echo "VITARAN_MASTER_KEY=$(vitaran make-key)" >> vitaran.env)
The key is 32 random bytes in Base64. It is printed once and kept nowhere: put it in the secret store from which the
server gets its settings, and a copy in a safe place that is not where the backups are. Without it, no one can read
account numbers, secrets and payees' details, not even from a backup. To change the key of an installation, put the new
one before the old one, separated by a comma.`,
    )
    .action(() => say(randomBytes(32).toString("base64")));
}
