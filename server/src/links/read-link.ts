import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { findByKey } from "./create-link.ts";
import { LinkError } from "./errors.ts";
import { linkAddressOf, type PublicLinkStatus, publicStatusOf } from "./link.ts";
import { type ListedLink, listedLink } from "./list-links.ts";

/** A link as its merchant sees it. */
export interface LinkView {
  readonly linkKey: string;
  readonly referenceId: bigint;
  readonly status: PublicLinkStatus;
  /** The reason why it failed or expired. */
  readonly reason: string | null;
  /** The URL for the payee. */
  readonly address: string;
  /** The reference ID of the transfer that paid. */
  readonly paidReferenceId: bigint | null;
  readonly utr: string | null;
}

/** Reads a link by its link key. Throws LinkError.not_found. */
export async function readLink(ctx: Context, merchantId: string, linkKey: string): Promise<LinkView> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await findByKey(tx, linkKey);
    if (link === undefined) throw LinkError.not_found({ linkKey });
    const { referenceId, paidReferenceId, utr } = link;
    const address = linkAddressOf(ctx, link);
    return { linkKey, referenceId, ...publicStatusOf(link, tx.now), address, paidReferenceId, utr };
  });
}

/**
 * Returns everything that the merchant can see of a link, and its URL if `by` made it. Everyone else sees the URL
 * through `revealLinkAddress`, because everyone who has it can ask for codes and enter wrong ones. Throws
 * LinkError.not_found.
 */
export async function describeLink(
  ctx: Context,
  merchantId: string,
  { linkKey, by }: { linkKey: string; by: Actor },
): Promise<{ link: ListedLink; address: string | null }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await findByKey(tx, linkKey);
    if (link === undefined) throw LinkError.not_found({ linkKey });
    return {
      link: listedLink(link, tx.now),
      address: link.createdBy === by ? linkAddressOf(ctx, link) : null,
    };
  });
}

/**
 * Returns the URL of a link for members who did not make it; each access is recorded. Throws LinkError.not_found, and
 * AccessError.not_permitted for a member who cannot initiate transfers.
 */
export async function revealLinkAddress(
  ctx: Context,
  merchantId: string,
  { linkKey, by }: { linkKey: string; by: Actor },
): Promise<string> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    const link = await findByKey(tx, linkKey);
    if (link === undefined) throw LinkError.not_found({ linkKey });
    const subject = `link:${link.linkId}`;
    const detail = { cashgramId: linkKey };
    await recordAudit(tx, [{ actor: by, action: "links.address_revealed", subject, detail }]);
    return linkAddressOf(ctx, link);
  });
}
