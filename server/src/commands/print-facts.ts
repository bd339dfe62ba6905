/** Prints facts: a line for people, or one JSON object per line for programs. */
import { styleText } from "node:util";
import { say, tellAside } from "./terminal.ts";

export interface FactPrinter {
  /** Prints a fact: `line` for people, `fact` as JSON. */
  fact(fact: object, line: string): void;
  /** Prints text that programs do not need. */
  note(text: string): void;
}

const toText = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** With `json` every line of standard output is a JSON object, and notes go to standard error. */
export function makeFactPrinter({ json = false }: { json?: boolean }): FactPrinter {
  return {
    fact: (fact, line) => say(json ? JSON.stringify(fact, toText) : line),
    note: (text) => (json ? tellAside(text) : say(styleText("dim", text))),
  };
}

/** Returns the time of day on this computer. */
export const clockTime = (at: Date): string => at.toTimeString().slice(0, 8);
