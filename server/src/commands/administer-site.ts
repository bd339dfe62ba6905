/** Operator commands for the public site. */
import type { Command } from "commander";
import { readFeedback } from "#site";
import { print } from "./print-result.ts";
import { OptionError } from "./option-values.ts";

const MONTHS_MAX = 120;

/** Adds the operator's commands for the site to the command line. */
export function addSite(program: Command): void {
  program
    .command("feedback")
    .description("show the responses to 'Was this page helpful?', least helpful page first")
    .option("--months <number>", "how many months, including the current one", "12")
    .action(({ months }: Readonly<Record<string, string>>) => {
      const count = Number(months);
      if (!Number.isInteger(count) || count < 1 || count > MONTHS_MAX) {
        throw new OptionError(`--months ${months} is not a whole number from 1 to ${MONTHS_MAX}`);
      }
      return print((ctx) => readFeedback(ctx, { months: count }));
    });
}
