import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { findByKey } from "./create-link.ts";
import { endLink } from "./decide-link.ts";
import { LinkError } from "./errors.ts";
import { isOpen, lockLinks } from "./link.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

/**
 * Ends a link before it is claimed. This and a claim wait for each other; the first one wins. Throws
 * LinkError.not_found, under_way (the payee has claimed and may be being paid) or ended;
 * AccessError.not_permitted for a member who cannot initiate transfers.
 */
export async function deactivateLink(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { linkKey, by }: { linkKey: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    const found = await findByKey(tx, linkKey);
    if (found === undefined) throw LinkError.not_found({ linkKey });
    const [link] = await lockLinks(tx, [found.linkId]);
    if (link!.status === "pending") throw LinkError.under_way({ linkKey });
    if (!isOpen(link!, tx.now)) throw LinkError.ended({ linkKey });
    await writeLinkChanges(tx, [endLink(link!, "DEACTIVATED", tx.now)]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "links.link_deactivated",
        subject: `link:${link!.linkId}`,
        detail: { cashgramId: linkKey },
      },
    ]);
  });
}
