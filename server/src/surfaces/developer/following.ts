/** The latest calls of a merchant, and what happens to its transfers. */
import { coversSource } from "#access";
import { CALL_OUTCOMES, listCalls } from "#calls";
import { id, listOf, oneOf, optional, text, whole, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { CURSOR_PATTERN, formatCursor, parseCursor, readCursor, readHappenings } from "#live";
import { publicStatus, readTransfersById, type Transfer } from "#transfers";
import type { Tx } from "#lib/db";
import { developerOperation } from "./operation.ts";

const CALLS_MAX = 100;

export const followingOperations = [
  developerOperation({
    name: "listCalls",
    method: "GET",
    path: "/calls",
    summary: "List the latest calls to the merchant API, the newest first",
    query: {
      limit: withDefault(whole({ min: 1, max: CALLS_MAX }), 50),
      before: optional(id()),
      outcomes: optional(listOf(oneOf(CALL_OUTCOMES), { min: 1, max: CALL_OUTCOMES.length })),
      transferId: optional(text({ max: 40 })),
      requestId: optional(text({ max: 100 })),
    },
    handle: async ({ ctx, merchantId, input: { transferId: objectKey, ...filter } }) => ({
      calls: await listCalls(ctx, merchantId, { ...filter, objectKey }),
    }),
  }),
  developerOperation({
    name: "followTransfers",
    method: "GET",
    path: "/transfers",
    summary: "Ask what has happened to transfers since a cursor; without one, where things stand now",
    query: { cursor: optional(text({ max: 60, pattern: CURSOR_PATTERN })) },
    handle: ({ ctx, merchantId, fundSourceIds, input: { cursor } }) =>
      ctx.db.inMerchant(merchantId, async (tx) => {
        if (cursor === undefined)
          return { changes: [], cursor: formatCursor(await readCursor(tx)), isWhole: true };
        const { happenings, cursor: next, isWhole } = await readHappenings(tx, parseCursor(cursor));
        const ofTransfers = happenings.filter(({ topic }) => topic === "transfers");
        return {
          changes: await describe(tx, ofTransfers, fundSourceIds),
          cursor: formatCursor(next),
          isWhole,
        };
      }),
  }),
] as const;

/** Returns each change with its transfer's present state. `key` is the same when a change is sent twice. */
async function describe(
  tx: Tx,
  happenings: readonly { id: string; event: string; key: string }[],
  fundSourceIds: readonly string[] | null,
) {
  const transfers = await readTransfersById(
    tx,
    happenings.map(({ id: transferId }) => transferId),
  );
  const byId = new Map(transfers.map((transfer) => [transfer.transferId, transfer]));
  return happenings.flatMap(({ id: transferId, event, key }) => {
    const transfer = byId.get(transferId);
    // Withdrawals and refunds are shown with the fund sources.
    if (transfer === undefined || isOurOwn(transfer)) return [];
    if (!coversSource(fundSourceIds, transfer.fundSourceId)) return [];
    const { transferKey, referenceId, amountPaise, mode, status, utr, reason } = transfer;
    return {
      key,
      event,
      transferId: transferKey,
      referenceId: String(referenceId),
      amount: formatRupees(amountPaise),
      transferMode: mode,
      status: publicStatus[status],
      utr,
      reason,
    };
  });
}

const isOurOwn = ({ originKind }: Transfer): boolean =>
  originKind === "withdrawal" || originKind === "refund";
