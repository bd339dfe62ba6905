/** The steps of the rehearsal: each is shown with what a person would do by hand, done, and judged. */
import { styleText } from "node:util";
import { say } from "../terminal.ts";
import type { Scratch } from "./scratch.ts";

/** A step that did not end as it should; the rehearsal ends with it. */
export class StepError extends Error {}

export interface Steps {
  /** Begins a part of the rehearsal. */
  part(title: string): void;
  /** Shows something that a person does elsewhere, and does it. */
  byHand<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** Runs a command, shows it, and returns its output. Throws StepError if it ends otherwise than expected. */
  command(words: readonly string[], expected?: Expected): Promise<string>;
}

interface Expected {
  /** The exit code; 0 by default. */
  readonly code?: number;
  /** The output, also that of errors, must match it. */
  readonly says?: RegExp;
  /** Settings that only this command gets; their values are not shown. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns the words that are shown of the output; by default none are. */
  readonly tell?: (out: string) => string;
}

/** Makes the steps of one rehearsal. */
export function makeSteps(scratch: Scratch): Steps {
  let number = 0;
  const begin = (): string => {
    number += 1;
    return `${String(number).padStart(3)}. `;
  };
  return {
    part: (title) => say(`\n${styleText("bold", title)}`),
    async byHand(what, work) {
      say(`${begin()}${what}`);
      return work();
    },
    async command(words, { code = 0, says = /^/, environment = {}, tell } = {}) {
      const names = Object.keys(environment).filter((name) => name !== "VITARAN_URL");
      const settings = names.map((name) => `${name}=… `).join("");
      say(`${begin()}${styleText("cyan", `$ ${settings}vitaran ${words.map(quoted).join(" ")}`)}`);
      const ended = await scratch.run(words, environment);
      const said = `${ended.out}${ended.err}`;
      if (ended.code !== code || !says.test(said)) throw new StepError(describe(ended, { code, says }));
      const told = tell?.(said).trim();
      if (told !== undefined) say(told.replace(/^/gm, "     "));
      return ended.out;
    },
  };
}

function describe(
  ended: { readonly code: number; readonly out: string; readonly err: string },
  { code, says }: { readonly code: number; readonly says: RegExp },
): string {
  const why =
    ended.code === code
      ? `what it printed does not fit ${String(says)}`
      : `exit code ${ended.code}, not ${code}`;
  return `This step did not end as it should: ${why}.\n${ended.out}${ended.err}`.trim();
}

const quoted = (word: string): string => (/^[\w.,:/@=-]+$/.test(word) ? word : `'${word}'`);
