/** Withdrawals, the account to which they go, and refunds. */
import Type from "typebox";
import { readBusinessType, readMerchant } from "#access";
import { findRequests } from "#approvals";
import { accountFields, ownAccountRefusals } from "#dashboard/account-fields";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { payoutsDisabled } from "#dashboard/refusals";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import {
  readFundSources,
  readRegisteredAccount,
  readTopUps,
  setRegisteredAccount,
  WALLET_ID,
} from "#fund-sources";
import { amount, Refusal, text, withDefault } from "#http";
import type { Tx } from "#lib/db";
import { maskWords } from "#lib/mask-account";
import { formatRupees } from "#lib/money";
import { operatorOfProcess } from "#operator";
import { readQueuingTime, readTransfersByOrigin } from "#transfers";
import {
  listRefunds as readRefunds,
  listWithdrawals as readWithdrawals,
  makeWithdrawal,
  type Withdrawal,
  WITHDRAWALS_OF_MEMBER,
  WITHDRAWALS_PER_DAY,
} from "#withdrawals";
import { remarks, withdrawal } from "./schemas.ts";

/** Shows withdrawals, and for those that wait for approval their requests. */
async function showWithdrawals(tx: Tx, rows: readonly Withdrawal[]) {
  const placed = rows.flatMap(({ status, withdrawalId }) => (status === "processing" ? [withdrawalId] : []));
  const transfers = placed.length === 0 ? [] : await readTransfersByOrigin(tx, placed);
  const transferOf = new Map(transfers.map((transfer) => [transfer.originId, transfer]));
  const asked = transfers.flatMap(({ status, transferId }) =>
    status === "awaiting_approval" ? [transferId] : [],
  );
  const requests = await findRequests(tx, "transfer", asked);
  return rows.map(({ withdrawalKey, amountPaise, ...rest }) => {
    const transfer = transferOf.get(rest.withdrawalId);
    const requestId = requests.get(transfer?.transferId ?? "")?.requestId ?? null;
    const status = requestId === null ? rest.status : ("awaiting_approval" as const);
    const shown = { ...rest, key: withdrawalKey, amount: formatRupees(amountPaise), status, requestId };
    // It has been handed over, but its hours have not begun.
    return transfer?.status === "waiting"
      ? { ...shown, status: transfer.status, dueAt: transfer.dueAt }
      : shown;
  });
}

export const listWithdrawals = memberOperation({
  name: "listWithdrawals",
  method: "GET",
  path: "/merchants/{merchantId}/withdrawals",
  tag: "Fund sources",
  summary: "Withdrawals, newest first",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(withdrawal),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { withdrawalId: cursor } };
      const rows = await readWithdrawals(tx, { limit: limit + 1, ...before });
      const shown = await showWithdrawals(tx, rows);
      return pageOf(shown, limit, { item: (one) => one, place: ({ withdrawalId }) => withdrawalId });
    }),
});

const refund = Type.Object(
  {
    topUpId: Type.String(),
    amount: rupees,
    status: words(["waiting", "processing", "paid", "stuck", "credited"]),
    reason: nullable(Type.String()),
    tries: Type.Integer(),
    /** The UTR of the payment back to the sender. */
    utr: nullable(Type.String()),
    refundBy: at,
    finishedAt: nullable(at),
    arrivedAt: at,
    arrivedUtr: Type.String(),
    senderName: nullable(Type.String()),
    senderAccountLast4: nullable(Type.String()),
    senderIfsc: nullable(Type.String()),
  },
  { $id: "Refund" },
);

export const listRefunds = memberOperation({
  name: "listRefunds",
  method: "GET",
  path: "/merchants/{merchantId}/refunds",
  tag: "Fund sources",
  summary: "Money that came from an account other than the registered one, and its way back, newest first",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(refund),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { topUpId: cursor } };
      const rows = await readRefunds(tx, { limit: limit + 1, ...before });
      const topUps = await readTopUps(
        tx,
        rows.map(({ topUpId }) => topUpId),
      );
      return pageOf(rows, limit, {
        item: ({ amountPaise, ...row }) => {
          const {
            arrivedAt,
            utr: arrivedUtr,
            fromName,
            fromAccountLast4,
            fromIfsc,
          } = topUps.get(row.topUpId)!;
          const senderName = fromName && maskWords(fromName);
          const sender = { senderName, senderAccountLast4: fromAccountLast4, senderIfsc: fromIfsc };
          return { ...row, ...sender, amount: formatRupees(amountPaise), arrivedAt, arrivedUtr };
        },
        place: ({ topUpId }) => topUpId,
      });
    }),
});

export const withdraw = memberOperation({
  name: "withdraw",
  method: "POST",
  path: "/merchants/{merchantId}/withdrawals",
  tag: "Fund sources",
  summary:
    "Withdraw from the wallet to the registered account, for good; the same id withdraws once. " +
    "In live it is approved like a payment of the member",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    withdrawalId: text({
      max: 50,
      pattern: /^[A-Za-z0-9]+$/,
      cards: "in_ids",
      says: "It has 1 to 50 letters and digits.",
    }),
    amount: amount(),
    remarks: withDefault(remarks(), ""),
  },
  output: withdrawal,
  refusals: {
    not_configured: { status: 422, message: "No account is registered to withdraw to." },
    too_many: {
      status: 422,
      message: `There were ${WITHDRAWALS_PER_DAY} withdrawals today. Withdraw tomorrow.`,
    },
    too_many_of_member: {
      status: 422,
      message:
        `You have made ${WITHDRAWALS_OF_MEMBER} of today's ${WITHDRAWALS_PER_DAY} withdrawals. ` +
        "The last one is left to an Owner or another member.",
    },
    insufficient_balance: { status: 422, message: "The wallet's available balance is too low." },
    withdrawal_id_exists: { status: 409, message: "Another withdrawal has this ID." },
    ...payoutsDisabled,
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const { withdrawalId: withdrawalKey, amount: amountPaise } = input;
    const order = { withdrawalKey, amountPaise, remarks: input.remarks, by };
    const outcome = await makeWithdrawal(ctx, merchantId, order);
    if (outcome.kind === "refused") throw new Refusal(outcome.code);
    const [shown] = await ctx.db.inMerchant(merchantId, (tx) => showWithdrawals(tx, [outcome.withdrawal]));
    return shown!;
  },
});

export const registerAccount = memberOperation({
  name: "registerAccount",
  method: "PUT",
  path: "/merchants/{merchantId}/registered-account",
  tag: "Settings",
  summary: "Register the business's own account in the sandbox; live, the operator does after checking it",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    holderName: text({ max: 100 }),
    ...accountFields,
  },
  output: Type.Object({
    holderName: Type.String(),
    accountLast4: Type.String(),
    ifsc: Type.String(),
    registeredAt: at,
  }),
  refusals: {
    sandbox_only: {
      status: 422,
      message: "The operator registers accounts of live merchants, after checking them.",
    },
    holder_invalid: {
      status: 422,
      field: "holderName",
      message: "A name has 1 to 100 characters, and no card number in it.",
    },
    ...ownAccountRefusals,
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    return setRegisteredAccount(ctx, merchantId, { ...input, by });
  },
});

export const getAccountInformation = memberOperation({
  name: "getAccountInformation",
  method: "GET",
  path: "/merchants/{merchantId}/account-information",
  tag: "Settings",
  summary: "Account information: business name and type, registered account, wallet, and contacts",
  permission: null,
  output: Type.Object({
    merchantId: Type.String(),
    name: Type.String(),
    mode: Type.String(),
    businessType: nullable(Type.String()),
    registeredAccount: nullable(
      Type.Object({
        holderName: Type.String(),
        accountLast4: Type.String(),
        ifsc: Type.String(),
        registeredAt: at,
      }),
    ),
    wallet: nullable(Type.Object({ accountLast4: Type.String(), ifsc: Type.String(), openedAt: at })),
    queuingHours: nullable(Type.Number()),
    support: Type.Object({ email: Type.String() }),
  }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [{ name, mode }, businessType, registeredAccount, sources, queuing] = await Promise.all([
        readMerchant(tx),
        readBusinessType(tx),
        readRegisteredAccount(tx),
        readFundSources(tx),
        readQueuingTime(tx),
      ]);
      const found = sources.find(({ fundSourceId }) => fundSourceId === WALLET_ID);
      const wallet = found && {
        accountLast4: found.accountLast4,
        ifsc: found.ifsc,
        openedAt: found.openedAt,
      };
      const facts = { merchantId, name, mode, businessType, registeredAccount, wallet: wallet ?? null };
      return {
        ...facts,
        queuingHours: queuing.hours,
        support: { email: operatorOfProcess().accountManager },
      };
    }),
});
