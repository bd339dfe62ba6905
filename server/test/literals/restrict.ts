/** Keeps a merchant from paying or changing something: by modes, limits, blocks or approvals. */
import { requestKeyScope, APPROVING, setPolicies, type SubjectKind } from "#approvals";
import { listBankConnections, stopBank } from "#fund-sources";
import { addRule, blockPayee, setModes, type ModesToSet } from "#risk";
import { setQueuingTime } from "#transfers";
import type { Client, Heard } from "./stage.ts";

/** Takes modes away from a client's merchant. */
export const withoutModes =
  (modes: Omit<ModesToSet, "by">) =>
  ({ stage, merchant }: Client): Promise<void> =>
    setModes(stage.world.ctx, merchant.merchantId, { ...modes, by: "system" });

/** Limits a client's merchant, or each of its beneficiaries, to less than 10.00 a day. */
export const withLimit =
  (scope: "merchant" | "beneficiary") =>
  ({ stage, merchant }: Client): Promise<unknown> =>
    addRule(stage.world.ctx, merchant.merchantId, {
      kind: "daily_limit",
      parameters: { limitPaise: 9_99 },
      scope,
      effect: "block",
      by: "system",
    });

/** Limits a client's keys to orders of less than 10.00 a day. */
const withKeyLimit = ({ stage, merchant }: Client): Promise<unknown> =>
  requestKeyScope(stage.world.ctx, merchant.merchantId, { dayLimitPaise: 9_99n });

/** Lets a client's keys pay only from a fund source that does not exist. */
export const withoutSources = ({ stage, merchant }: Client): Promise<unknown> =>
  requestKeyScope(stage.world.ctx, merchant.merchantId, { fundSourceIds: ["BANK_9"] });

/** The message that those keys get. */
export const notFrom = (fundSourceId: string): string =>
  `The API keys cannot pay from ${fundSourceId}, only from BANK_9. Allow it for them in the dashboard.`;

type Cause = (client: Client) => Promise<Heard>;

/** Causes the answers to keys that are limited, for an order that would be paid from a fund source. */
export const causesOfKeys = (
  order: (given: { prepare: (client: Client) => Promise<unknown> }) => Cause,
  fundSourceId = "WALLET_1",
) => ({
  key_limit_exceeded: {
    message:
      "Transfer limit for your account exceeded. The API keys can order Rs.9.99 a day; Rs.9.99 is left until " +
      "midnight in India.",
    cause: order({ prepare: withKeyLimit }),
  },
  ...(fundSourceId === "WALLET_1"
    ? {
        key_draft_without_approver: order({
          prepare: ({ stage, merchant }) =>
            requestKeyScope(stage.world.ctx, merchant.merchantId, { scope: "draft" }),
        }),
      }
    : {}),
  key_fund_source_not_allowed: {
    message: notFrom(fundSourceId),
    cause: order({ prepare: withoutSources }),
  },
});

/** Stops the banks of a client's merchant, as a statement that does not agree does. */
export const stopBanks = ({ stage, merchant: { merchantId } }: Client): Promise<unknown> =>
  stage.world.ctx.db.inMerchant(merchantId, async (tx) => {
    for (const { bankId } of await listBankConnections(stage.world.ctx, tx))
      await stopBank(tx, { bankId, because: "unknown debit of ₹12,005.90 on 2026-11-24" });
  });

/** Requires one member's approval for everything of this kind by a client's merchant. */
export async function agreeFirst({ stage, merchant }: Client, subjectKind: SubjectKind): Promise<void> {
  const level = { approvers: 1, permission: APPROVING[subjectKind], memberIds: null };
  const anything = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  await setPolicies(stage.world.ctx, merchant.merchantId, {
    subjectKind,
    policies: [{ name: "All of them", ...anything, levels: [level] }],
    by: "system",
  });
}

/** Lets orders of a client's merchant wait for money for an hour. */
export const withQueue = ({ stage, merchant }: Client): Promise<void> =>
  setQueuingTime(stage.world.ctx, merchant.merchantId, { hours: 1, by: "system" });

/** Blocks everyone who was paid by a transfer. */
export async function blockPayeeOf({ stage, merchant }: Client, referenceId: string): Promise<void> {
  const [paid] = await stage.world.look<{ beneficiary_id: string }>(
    "select beneficiary_id from transfers.transfer where merchant_id = $1 and reference_id = $2",
    [merchant.merchantId, referenceId],
  );
  await blockPayee(stage.world.ctx, merchant.merchantId, {
    payee: { kind: "beneficiary", beneficiaryId: paid!.beneficiary_id },
    because: "a test blocks it",
    by: "system",
  });
}

/** Blocks the card of a token. */
export async function blockCard({ stage, merchant }: Client, token: string): Promise<void> {
  await blockPayee(stage.world.ctx, merchant.merchantId, {
    payee: { kind: "card", token },
    because: "a test blocks it",
    by: "system",
  });
}
