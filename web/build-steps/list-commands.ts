// Lists the operator's commands as the server's own command line prints them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

interface OperatorCommand {
  /** The name includes the argument if the command takes one. */
  name: string;
  about: string;
}

const main = join(import.meta.dirname, "../../server/src/main.ts");

/**
 * Runs `--help`, once for a whole build, which loads its settings and this module three times. Throws if it fails or
 * lists no commands.
 */
export function listCommands(): OperatorCommand[] {
  const help = (process.env["VITARAN_HELP"] ??= execFileSync(process.execPath, [main, "--help"], {
    encoding: "utf8",
  }));
  const commands = readHelp(help);
  if (commands.length === 0) throw new Error(`No commands in:\n${help}`);
  return commands;
}

/** A command is indented by two spaces. Lines that are indented further continue its description. */
export function readHelp(help: string): OperatorCommand[] {
  const [, listed = ""] = help.split(/^Commands:\n/m);
  const entries = listed.replaceAll(/\n {3,}/g, " ").split("\n");
  return entries.flatMap((entry) => {
    const [, words, about] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(entry) ?? [];
    if (words === undefined || about === undefined || words.startsWith("help ")) return [];
    return { name: words.replace(" [options]", ""), about };
  });
}
