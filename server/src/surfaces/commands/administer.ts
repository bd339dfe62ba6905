/** Operator commands for merchants, keys and banks, and those of the neighbouring files. Prints JSON. */
import type { Command } from "commander";
import { createApiClient, createMerchant, createOrganization, RATE_PER_MINUTE_BY_COMMAND } from "#access";
import { askAtOpening, setStartingPolicies } from "#approvals";
import { openWallet, revealFundSourceAccount } from "#fund-sources";
import { beginSealing } from "#lib/seal-rows";
import { readFeedback } from "#site";
import { readSealing } from "#worker";
import { addAccess, addPeople } from "./administer-people.ts";
import { addAudit } from "./administer-audit.ts";
import { addBanks, addIfscs } from "./administer-banks.ts";
import { addConnections } from "./administer-connections.ts";
import { addHomes } from "./administer-homes.ts";
import { addFundSources, addLending } from "./administer-fund-sources.ts";
import { addHealth, addRouting } from "./administer-routing.ts";
import { addKeys } from "./administer-keys.ts";
import { addRecalls, addTurnaround } from "./administer-claims.ts";
import { addReconciliation } from "./administer-reconciliation.ts";
import { addReviews } from "./administer-reviews.ts";
import { addRisk, addVerdicts } from "./administer-risk.ts";
import { addMerchantSettings, addMoneySettings } from "./administer-settings.ts";
import { addSignOn } from "./administer-sign-on.ts";
import { addWebhooks } from "./administer-webhooks.ts";
import { addErasures } from "./administer-erasures.ts";
import { addEgress } from "./egress.ts";
import { addAuditExport } from "./export-audit.ts";
import { command, merchantCommand, needed, optional, usually } from "./define-command.ts";
import { addBeneficiaryImport } from "./import-beneficiary-file.ts";
import { OptionError, readAddresses, readId, readRupees, readWhole, readWord } from "./option-values.ts";

const RATE_MAX = 10_000_000;
const MONTHS_MAX = 120;

/** Adds the operator's commands to the command line. */
export function addAdministration(program: Command): void {
  addMerchants(program);
  addKeys(program);
  addMerchantSettings(program);
  addConnections(program);
  addBanks(program);
  addHomes(program);
  addIfscs(program);
  addReviews(program);
  addWebhooks(program);
  addFundSources(program);
  addMoneySettings(program);
  addLending(program);
  addHealth(program);
  addPeople(program);
  addBeneficiaryImport(program);
  addAccess(program);
  addSignOn(program);
  addRecalls(program);
  addTurnaround(program);
  addReconciliation(program);
  addRisk(program);
  addRouting(program);
  addVerdicts(program);
  addSealing(program);
  addAudit(program);
  addAuditExport(program);
  addEgress(program);
  addErasures(program);
  addSite(program);
}

function addMerchants(program: Command): void {
  command(program, {
    name: "create-organization",
    says: "create an organization: a business that uses the platform",
    options: { name: needed("--name <name>") },
    run: createOrganization,
  });
  command(program, {
    name: "create-merchant",
    says: "create a merchant: one environment of an organization, with its wallet",
    options: {
      organizationId: needed("--organization <id>", "", readId),
      name: needed("--name <name>"),
      mode: needed("--mode <mode>", "sandbox or live", readWord(["sandbox", "live"])),
      home: optional("--home <name>", "its home; default: the one with the fewest merchants"),
      overdraft: optional(
        "--overdraft <rupees>",
        "how far below zero the wallet can go; default: 0",
        readRupees,
      ),
    },
    run: async (ctx, { overdraft = 0n, ...made }) => {
      const { merchantId, withheld } = await createMerchant(ctx, made);
      if (made.mode === "live") await setStartingPolicies(ctx, merchantId);
      await askAtOpening(ctx, merchantId, withheld);
      const { fundSourceId } = await openWallet(ctx, merchantId, { overdraftLimitPaise: overdraft });
      return { merchantId, fundSourceId, ...(await revealFundSourceAccount(ctx, merchantId, fundSourceId)) };
    },
  });
  merchantCommand(program, {
    name: "create-client",
    says: "create a merchant's key pair; the secret is shown only once",
    options: {
      name: needed("--name <name>"),
      ipAllowlist: optional(
        "--allow <addresses>",
        "IP addresses or networks that can call, separated by commas; other callers of a live merchant must sign",
        readAddresses,
      ),
      statusMode: optional(
        "--status-mode <mode>",
        "rest or always-200; default: the installation's",
        readWord(["rest", "always-200"]),
      ),
      ratePerMinute: usually(
        optional("--rate <calls>", "calls per minute", readWhole(1, RATE_MAX)),
        RATE_PER_MINUTE_BY_COMMAND,
      ),
    },
    run: (ctx, merchantId, { by: _operator, ...client }) =>
      createApiClient(ctx, merchantId, { statusMode: ctx.config.statusMode, ipAllowlist: [], ...client }),
  });
}

/** Adds the operator's commands for sealing to the command line. */
function addSealing(program: Command): void {
  command(program, {
    name: "sealing",
    says: "show, table by table, how many rows with payees' details are encrypted with the newest master key",
    run: readSealing,
  });
  command(program, {
    name: "begin-sealing",
    says:
      "after an upgrade, once every process of the old version has stopped: encrypt payees' details from now on, " +
      "and the existing ones in the background; the old version cannot read them",
    run: async (ctx) => ({ begunAt: await beginSealing(ctx) }),
  });
}

/** Adds the operator's commands for the site to the command line. */
function addSite(program: Command): void {
  command(program, {
    name: "feedback",
    says: "show the responses to 'Was this page helpful?', least helpful page first",
    options: {
      months: usually(optional("--months <number>", "how many months, including the current one"), "12"),
    },
    run: (ctx, { months: text }) => {
      const months = Number(text);
      if (!Number.isInteger(months) || months < 1 || months > MONTHS_MAX)
        throw new OptionError(`--months ${text} is not a whole number from 1 to ${MONTHS_MAX}`);
      return readFeedback(ctx, { months });
    },
  });
}
