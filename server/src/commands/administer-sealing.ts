/** Operator commands for sealed rows. */
import type { Command } from "commander";
import { beginSealing } from "#lib/seal-rows";
import { readSealing } from "#worker";
import { print } from "./print-result.ts";

/** Adds the operator's commands for sealing to the command line. */
export function addSealing(program: Command): void {
  program
    .command("sealing")
    .description(
      "show, table by table, how many rows with payees' details are encrypted with the newest master key",
    )
    .action(() => print(readSealing));
  program
    .command("begin-sealing")
    .description(
      "after an upgrade, once every process of the old version has stopped: encrypt payees' details from now on, " +
        "and the existing ones in the background; the old version cannot read them",
    )
    .action(() => print(async (ctx) => ({ begunAt: await beginSealing(ctx) })));
}
