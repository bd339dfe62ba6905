/**
 * Writes scripts that complete commands in a shell. They come from the table of commands that the program itself uses.
 */
import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The completions after `vitaran <name>`. */
interface Entry {
  readonly name: string;
  readonly about: string;
  readonly words: readonly { readonly word: string; readonly about: string; readonly takesValue: boolean }[];
}

/** Writes the script for one shell. */
export function writeCompletion(program: Command, shell: Shell): string {
  return WRITERS[shell](entriesOf(program));
}

function entriesOf(program: Command): Entry[] {
  const entries = program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    words: [...wordsOf(command), ...command.commands.flatMap((inner) => [named(inner), ...wordsOf(inner)])],
  }));
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const named = (command: Command) => ({
  word: command.name(),
  about: command.description(),
  takesValue: false,
});

const wordsOf = (command: Command): Entry["words"] =>
  command.options.map(({ long, description, required, optional }) => ({
    word: long!,
    about: description,
    takesValue: required || optional,
  }));

const WRITERS: Readonly<Record<Shell, (entries: readonly Entry[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

function writeBash(entries: readonly Entry[]): string {
  const cases = entries.map(
    ({ name, words }) => `    ${name}) offered="${words.map(({ word }) => word).join(" ")}" ;;`,
  );
  return `# Completes vitaran in bash.
_vitaran() {
  local offered=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then offered="${entries.map(({ name }) => name).join(" ")}"; fi
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vitaran vitaran
`;
}

function writeZsh(entries: readonly Entry[]): string {
  const item = (word: string, about: string): string => `'${word.replaceAll(":", "\\:")}:${plain(about)}'`;
  const cases = entries.map(
    ({ name, words }) =>
      `    ${name}) offered=(${words.map(({ word, about }) => item(word, about)).join(" ")}) ;;`,
  );
  return `#compdef vitaran
# Completes vitaran in zsh.
_vitaran() {
  local -a offered
  case "$words[2]" in
${cases.join("\n")}
  esac
  if (( CURRENT == 2 )); then offered=(${entries.map(({ name, about }) => item(name, about)).join(" ")}); fi
  _describe vitaran offered || _files
}
# In a file of the function path this is its first call; else it is read by a shell that starts.
if [ "$funcstack[1]" = "_vitaran" ]; then _vitaran "$@"; else compdef _vitaran vitaran; fi
`;
}

function writeFish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ name, about, words }) => [
    `complete -c vitaran -f -n __fish_use_subcommand -a ${name} -d '${plain(about)}'`,
    ...words.map(({ word, about: says, takesValue }) => {
      const what = word.startsWith("--") ? `-l ${word.slice(2)}${takesValue ? " -r" : ""}` : `-f -a ${word}`;
      return `complete -c vitaran -n '__fish_seen_subcommand_from ${name}' ${what} -d '${plain(says)}'`;
    }),
  ]);
  return `# Completes vitaran in fish.\n${lines.join("\n")}\n`;
}

/** Returns text for single quotes. */
const plain = (text: string): string => text.replaceAll("'", "’").replaceAll(/\s+/g, " ");
