/** Decides which transfers a key pair may read if it is limited to some fund sources. */
import { coversSource, memberOf } from "#access";
import { nameBatches } from "#batches";
import type { Context } from "#lib/context";
import { nameLinks } from "#links";
import { readHistory, readTransfers, type Transfer, type TransferDetails } from "#transfers";

interface Limited {
  readonly merchantId: string;
  /** The fund sources that it may use; null: all. */
  readonly fundSourceIds: readonly string[] | null;
}

type Asked = Pick<Transfer, "transferId" | "fundSourceId" | "originKind" | "originId">;

/**
 * True if a key pair may read a transfer that it asks for by ID: one from a fund source that it may use, or one that no
 * member ordered. A program that was told that its own payment does not exist would pay it again.
 */
export async function mayBeTold(
  { db }: Pick<Context, "db">,
  { merchantId, fundSourceIds }: Limited,
  { transferId, fundSourceId, originKind, originId }: Asked,
): Promise<boolean> {
  if (coversSource(fundSourceIds, fundSourceId)) return true;
  if (originKind === "withdrawal" || originKind === "refund") return false;
  return db.inMerchant(merchantId, async (tx) => {
    const originIds = originId === null ? [] : [originId];
    const { makerId } = await readHistory(tx, transferId);
    const batch = originKind === "batch" ? (await nameBatches(tx, originIds)).get(originId!) : undefined;
    const link = originKind === "link" ? (await nameLinks(tx, originIds)).get(originId!) : undefined;
    const createdBy = batch?.createdBy ?? link?.createdBy;
    return makerId === null && (createdBy === undefined || memberOf(createdBy) === null);
  });
}

/** Reads one transfer by our number or the merchant's own ID; undefined if there is none that the key pair may read. */
export async function readTold(
  ctx: Context,
  limited: Limited,
  wanted: Parameters<typeof readTransfers>[2],
): Promise<TransferDetails | undefined> {
  const [transfer] = await readTransfers(ctx, limited.merchantId, wanted);
  return transfer !== undefined && (await mayBeTold(ctx, limited, transfer)) ? transfer : undefined;
}
