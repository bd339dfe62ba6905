/** Co-lending in the sandbox: an account manager's agreement, and money that arrives for each party. */
import { randomInt } from "node:crypto";
import Type from "typebox";
import {
  INTERMEDIATE_ID,
  LENDER_ID,
  listBankConnections,
  ORIGINATOR_ID,
  readSourceBalances,
} from "#fund-sources";
import { optional, type FieldRule } from "#http";
import { endAgreement, fundLedger, listLoans, type Loan, readAgreement, setAgreement } from "#lending";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { SandboxError } from "./errors.ts";
import { choice, rupees, sandboxOperation, word, WORD_MAX } from "./operation.ts";

/** Makes a UTR for money that arrives in the sandbox without one. */
const makeUtr = (): string => `SANDBOX${Date.now()}${randomInt(1_000)}`;

const LIST_MAX = 100;
const LEDGERS = [LENDER_ID, ORIGINATOR_ID, INTERMEDIATE_ID];

/** A number; `setAgreement` checks which shares are possible. */
const percent: FieldRule<number> = {
  schema: Type.Number(),
  says: "it is not a number",
  lengthMax: WORD_MAX,
  read: (value) => (typeof value === "number" ? { value } : { problem: "wrong" }),
};

export const coLendingControls = [
  sandboxOperation({
    name: "getCoLending",
    method: "GET",
    path: "/co-lending",
    ofAllSources: true,
    summary: "Get the current agreement, the three ledgers and the latest loans",
    handle: ({ ctx, merchantId }) => showCoLending(ctx, merchantId),
  }),
  sandboxOperation({
    name: "setCoLending",
    method: "PUT",
    path: "/co-lending",
    ofAllSources: true,
    summary: "Set up an agreement with a lender; the shares total 100",
    body: { lender: word(), lenderPercent: percent, originatorPercent: percent },
    handle: async ({ ctx, merchantId, by, input: { lender, lenderPercent, originatorPercent } }) => {
      await setAgreement(ctx, merchantId, { lenderName: lender, lenderPercent, originatorPercent, by });
      return showCoLending(ctx, merchantId);
    },
  }),
  sandboxOperation({
    name: "endCoLending",
    method: "DELETE",
    path: "/co-lending",
    ofAllSources: true,
    summary: "End the agreement",
    handle: async ({ ctx, merchantId, by }) => {
      await endAgreement(ctx, merchantId, { by });
      return showCoLending(ctx, merchantId);
    },
  }),
  sandboxOperation({
    name: "topUpCoLending",
    method: "POST",
    path: "/co-lending/top-ups",
    ofAllSources: true,
    summary: "Add money of one party to its ledger",
    body: {
      ledger: choice(["lender", "originator"]),
      amount: rupees(),
      bankId: optional(word()),
      utr: optional(word({ cards: "in_ids" })),
    },
    handle: async ({
      ctx,
      merchantId,
      input: { ledger: party, amount: amountPaise, bankId: wanted, utr },
    }) => {
      const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
      const connection = connections.find(({ bankId }) => wanted === undefined || bankId === wanted);
      if (connection === undefined) throw SandboxError.bank_not_found({ bankId: wanted });
      const { bankId } = connection;
      await fundLedger(ctx, merchantId, { party, bankId, utr: utr ?? makeUtr(), amountPaise });
      return showCoLending(ctx, merchantId);
    },
  }),
] as const;

async function showCoLending(ctx: Context, merchantId: string): Promise<unknown> {
  return ctx.db.inMerchant(merchantId, async (tx) => ({
    agreement: await readAgreement(tx),
    ledgers: [...(await readSourceBalances(tx, LEDGERS))].map(([fundSourceId, balance]) => ({
      fundSourceId,
      balance: formatRupees(balance.balancePaise),
      available: formatRupees(balance.availablePaise),
    })),
    loans: (await listLoans(tx, { limit: LIST_MAX })).map(inRupees),
  }));
}

function inRupees(loan: Loan): Record<string, unknown> {
  const shown = Object.entries(loan).filter(([name]) => name !== "lentBy");
  return Object.fromEntries(
    shown.map(([name, value]: [string, unknown]) =>
      typeof value === "bigint" ? [name.replace(/Paise$/, ""), formatRupees(value)] : [name, value],
    ),
  );
}
