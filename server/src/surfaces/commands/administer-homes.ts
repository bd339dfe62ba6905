/** Operator commands for homes: the databases in which merchants live. Prints JSON. */
import type { Command } from "commander";
import { countMerchantsAt, moveMerchant } from "#access";
import { homeUrl } from "#lib/config";
import type { Context } from "#lib/context";
import { readHomes } from "#lib/read-homes";
import { endCopies, HomeError, prepareHome } from "#lib/prepare-home";
import { appPassword, provisionAppRole } from "#lib/provision-app-role";
import { CommandError } from "./command-error.ts";
import { command, mark, needed, optional } from "./define-command.ts";
import { readId } from "./option-values.ts";

/** Adds the operator's commands for homes. */
export function addHomes(program: Command): void {
  command(program, {
    name: "add-home",
    says: "make a database of DATABASE_HOMES a home of merchants: its schema, and copies of the directory",
    options: {
      name: needed("--name <name>", "its name in DATABASE_HOMES"),
      copyFromUrl: optional("--copy-from <url>", "how the home reaches the first one; default: DATABASE_URL"),
      anew: mark("--anew", "copy the directory again, after a restore; no server may run meanwhile"),
    },
    run: async (ctx, { name, copyFromUrl, anew = false }) => {
      const { ownerUrl, directoryUrl } = urlsOf(ctx, name);
      const toPrepare = { name, ownerUrl, directoryUrl, copyFromUrl: copyFromUrl ?? directoryUrl };
      await prepareHome(toPrepare, { anew });
      await provisionAppRole(ownerUrl, appPassword(ctx.vault));
      return { name, isReady: true };
    },
  });
  command(program, {
    name: "list-homes",
    says: "list the homes, how many merchants live at each, and how far its copies of the directory are behind",
    run: async (ctx) => ({ homes: await readHomes(ctx.db) }),
  });
  command(program, {
    name: "remove-home",
    says: "end the copies at a home at which no merchant lives; then take it out of DATABASE_HOMES",
    options: { name: needed("--name <name>") },
    run: async (ctx, { name }) => {
      const { ownerUrl, directoryUrl } = urlsOf(ctx, name);
      const merchants = await countMerchantsAt(ctx, name);
      if (merchants > 0) throw HomeError.not_empty({ name, merchants });
      await endCopies({ name, ownerUrl, directoryUrl });
      return { name, isRemoved: true };
    },
  });
  // It must also work while the merchant itself stands still, so it reads nothing of the merchant before.
  command(program, {
    name: "move-merchant",
    says: "move a merchant to another home while it works; repeat it if it is interrupted",
    options: {
      merchantId: needed("--merchant <id>", "", readId),
      home: needed("--home <name>", "the name of its new home; the first one is named first"),
      copyFromUrl: optional(
        "--copy-from <url>",
        "how the new home reaches the old one; default: its address here",
      ),
    },
    run: (ctx, { merchantId, ...move }) => moveMerchant(ctx, merchantId, move),
  });
}

function urlsOf({ config }: Context, name: string): { ownerUrl: string; directoryUrl: string } {
  const ownerUrl = homeUrl(config, name);
  if (config.databaseUrl === null || ownerUrl === null || ownerUrl === config.databaseUrl)
    throw new CommandError(
      `DATABASE_HOMES does not name ${name}. Add it there first, as ${name}=postgres://…`,
    );
  return { ownerUrl, directoryUrl: config.databaseUrl };
}
