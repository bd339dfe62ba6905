import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { Command } from "commander";
import { addDeveloperTools } from "./add-developer-tools.ts";
import { addSafekeeping } from "./add-safekeeping.ts";
import { SHELLS, writeCompletion } from "./write-completion.ts";

const program = new Command("vitaran");
addDeveloperTools(program);
addSafekeeping(program);

test("the script of every shell knows every command, and the options that it has", () => {
  for (const shell of SHELLS) {
    const script = writeCompletion(program, shell);
    for (const command of program.commands) {
      assert.ok(script.includes(command.name()), `${shell}: ${command.name()}`);
      for (const { long } of command.options)
        assert.ok(script.includes(shell === "fish" ? `-l ${long!.slice(2)}` : long!), `${shell}: ${long}`);
    }
  }
});

const hasBash = spawnSync("bash", ["--version"]).status === 0;

test("bash completes commands, their parts and their options", { skip: !hasBash && "no bash here" }, () => {
  const complete = (...words: string[]): string[] => {
    const typed = words.map((word) => `'${word}'`).join(" ");
    const ask = `COMP_WORDS=(vitaran ${typed}); COMP_CWORD=${words.length}; _vitaran; echo "\${COMPREPLY[@]}"`;
    const script = `${writeCompletion(program, "bash")}\n${ask}`;
    return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split(" ");
  };
  assert.deepEqual(complete("tr"), ["trigger", "transfers"].toSorted());
  assert.deepEqual(complete("transfers", "t"), ["tail"]);
  assert.deepEqual(complete("backup", "--d"), ["--drill"]);
});
