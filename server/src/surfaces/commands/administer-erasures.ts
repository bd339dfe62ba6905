/** Operator commands that erase payees, and show what was erased. Prints JSON. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { listMerchantIds } from "#access";
import { certify, listErasures, previewErasure, requestErasure, revealKept } from "#erasures";
import type { Context } from "#lib/context";
import { fromWhereTyped } from "./backup.ts";
import { command, DECIDER_IF_ANY, mark, merchantCommand, needed, optional } from "./define-command.ts";
import { readId, readWhole } from "./option-values.ts";
import { findLines, replayLines } from "./replay-erasures.ts";

const NUMBER_MAX = 1_000_000_000;

/** Adds the operator's commands for erasures to the command line. */
export function addErasures(program: Command): void {
  addErasePayee(program);
  command(program, {
    name: "list-erasures",
    says:
      "list the certificates of erased payees, with the lines that restore needs: keep the output outside, with the " +
      "backups",
    options: { merchant: optional("--merchant <id>", "only those of this merchant", readId) },
    run: async (ctx, { merchant }) => {
      const merchants = merchant === undefined ? await listMerchantIds(ctx) : [merchant];
      const all = [];
      for (const merchantId of merchants) all.push(...(await certificatesOf(ctx, merchantId)));
      return { erasures: all };
    },
  });
  merchantCommand(program, {
    name: "reveal-kept-payee",
    says: "show what the law requires to be kept of an erased payee, for an authority that asks; this is put on record",
    options: {
      erasureNo: needed("--erasure <number>", "the number of the certificate", readWhole(1, NUMBER_MAX)),
      member: DECIDER_IF_ANY,
    },
    asks: "view_audit_log",
    run: revealKept,
  });
  command(program, {
    name: "replay-erasures",
    says:
      "erase again what was erased after the state of a restored database; restore does this by itself, other ways " +
      "of restoring need it before the server starts",
    options: { file: needed("--file <path>", "a file with the output of list-erasures or erase-payee") },
    run: async (ctx, { file }) => ({
      replayed: await replayLines(ctx, findLines(await readFile(fromWhereTyped(file), "utf8"))),
    }),
  });
}

function addErasePayee(program: Command): void {
  merchantCommand(program, {
    name: "erase-payee",
    says:
      "erase the name, account, UPI ID, phone number and addresses of a payee everywhere, and print the certificate; " +
      "there is no way back",
    options: {
      beneId: optional("--beneficiary <beneId>", "the merchant's ID of a beneficiary"),
      accountNumber: optional("--account <number>", "a bank account, with --ifsc"),
      ifsc: optional("--ifsc <code>"),
      vpa: optional("--vpa <address>", "a UPI ID"),
      phone: optional("--phone <number>"),
      email: optional("--email <address>"),
      all: optional(
        "--all <count>",
        "how many accounts and UPI IDs have the phone number or address, if all are meant",
        readWhole(1, NUMBER_MAX),
      ),
      preview: mark("--preview", "only count what would be erased"),
      member: DECIDER_IF_ANY,
    },
    asks: "manage_beneficiaries",
    faultOf: ({ accountNumber, ifsc }) =>
      (accountNumber === undefined) === (ifsc === undefined) ? null : "--account and --ifsc go together",
    after: `
Several options mean a payee that all of them fit. Payments under way end first; then the erasure goes on by itself.
People may share a phone number or an e-mail address: then their accounts are listed, masked, and nothing is erased.
What must be kept of payments that were made is sealed until the law no longer requires it; the certificate says so.`,
    run: (ctx, merchantId, { preview = false, by, all, ...known }) =>
      preview
        ? previewErasure(ctx, merchantId, known)
        : requestErasure(ctx, merchantId, { ...known, by, all }),
  });
}

const certificatesOf = (ctx: Context, merchantId: string) =>
  ctx.db.inMerchant(merchantId, async (tx) =>
    (await listErasures(tx)).map((erasure) => certify(tx, erasure)),
  );
