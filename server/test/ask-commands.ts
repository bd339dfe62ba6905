/** Runs every command of an operator that only reads, with all names that the answers of others contain. */
import assert from "node:assert/strict";
import { Command } from "commander";
import { addAdministration } from "../src/surfaces/commands/administer.ts";
import { runHere, type Ended, type Environment } from "./run-words.ts";

const READS =
  /^(?:list|show|explain|try)-|^audit-|^(?:claim-letter|egress|feedback|recall-letter|rule-history|sealing)$/;
/** Commands that change something begin with one of these words. */
const CHANGES = new Set(
  `add announce approve assign begin block complete connect create credit decline disable disconnect enable end
   erase fund grant hand import match move open recover refresh register reject remove replay reset resolve refuse
   retry reveal rotate send set second switch test unblock undo`.split(/\s+/),
);

export interface Asking {
  /** Values to try for options, by the name of the option. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly environment: Environment;
  hear(name: string, ended: Ended): void;
}

/** Runs all of them; returns the names of those that printed nothing. */
export async function askCommands({ known, environment, hear }: Asking): Promise<string[]> {
  const names = new Map(Object.entries(known).map(([name, values]) => [name, new Set(values)]));
  const silent: string[] = [];
  for (const command of readingCommands()) {
    const needed = neededBy(command);
    let answers = 0;
    for (const words of combine(needed, names)) {
      const ended = await runHere([command.name(), ...words], environment);
      hear(`vitaran ${command.name()}`, ended);
      if (ended.code !== 0) continue;
      answers += 1;
      for (const answer of readJson(ended.out)) learn(answer, names);
    }
    if (answers === 0) silent.push(command.name());
  }
  return silent;
}

/** Returns the commands that need the fewest words first: their answers contain the names that the others need. */
function readingCommands(): Command[] {
  const program = new Command();
  addAdministration(program);
  const reading = program.commands.filter((command) => {
    const name = command.name();
    const reads = READS.test(name);
    assert.notEqual(reads, CHANGES.has(name.split("-")[0]!), `${name}: does it read, or change something?`);
    return reads;
  });
  assert.ok(reading.length > 20, String(reading.length));
  return reading.toSorted((one, other) => neededBy(one).length - neededBy(other).length);
}

/** Reads one JSON value, or one on each line; other text has none. */
function readJson(out: string): object[] {
  if (!/^[[{]/.test(out)) return [];
  const isOfLines = /^\{.*\}\n\{/.test(out);
  return (isOfLines ? out.trim().split("\n") : [out]).map((text) => JSON.parse(text) as object);
}

const neededBy = ({ options }: Command): string[] =>
  options.filter(({ mandatory }) => mandatory).map(({ long }) => long!.slice(2));

/** Returns the words for every combination of options, with at most a few values of each. */
function combine(needed: readonly string[], names: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  return needed.reduce<string[][]>(
    (ways, option) =>
      ways.flatMap((words) =>
        [...(names.get(option) ?? [])].slice(0, 3).map((value) => [...words, `--${option}`, value]),
      ),
    [[]],
  );
}

/** Learns names; a field `breakId` is a value for the option `--break`. */
function learn(answer: object, names: Map<string, Set<string>>): void {
  for (const [field, value] of Object.entries(answer) as [string, unknown][]) {
    const [, option] = /^(\w+)Id$/.exec(field) ?? [];
    if (typeof value === "object" && value !== null) learn(value, names);
    else if (option !== undefined && typeof value === "string")
      names.set(option, (names.get(option) ?? new Set()).add(value));
  }
}
