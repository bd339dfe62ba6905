/** The background work of links: expiry, reminders, and claims that a process left unfinished. */
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { defineWorker, momentsIn } from "#lib/worker";
import { endLink, remindedLink } from "./decide-link.ts";
import { isOpen, linkColumns, type Link } from "./link.ts";
import { settleClaims } from "./settle-claims.ts";
import { tellPayees } from "./tell-payees.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

const SET_MAX = 200;

/** Does all that is due for a merchant's links, by its clock. Several processes can do it at once. */
export async function workLinks(ctx: Context, merchantId: string): Promise<void> {
  while ((await endOrRemind(ctx, merchantId)) === SET_MAX);
  await settleLeft(ctx, merchantId);
}

/** Expires links and sends reminders for a set. Skips links locked by others. Returns how many links it handled. */
async function endOrRemind(ctx: Context, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const due = await tx.query<Link>(
      `select ${linkColumns}
       from links.link
       where merchant_id = $1
         and due_at <= $2
         and status in ('active', 'failed')
       order by link_id
       limit ${SET_MAX}
       for update skip locked`,
      [merchantId, tx.now],
    );
    if (due.length === 0) return 0;
    const [open, over] = [
      due.filter((link) => isOpen(link, tx.now)),
      due.filter((link) => !isOpen(link, tx.now)),
    ];
    if (open.length > 0)
      await tellPayees(ctx, tx, { links: open, merchant: await readMerchant(tx), about: "reminder" });
    await writeLinkChanges(tx, [
      ...open.map(remindedLink),
      ...over.map((link) => endLink(link, "LINK_EXPIRED", tx.now)),
    ]);
    return due.length;
  });
}

/** Settles claims whose process crashed, or lost the database, between the claim and its transfer. */
async function settleLeft(ctx: Context, merchantId: string): Promise<void> {
  const left = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ linkId: string }>(
      `select link_id as "linkId"
       from links.link
       where merchant_id = $1
         and due_at <= $2
         and status = 'pending'
       order by due_at
       limit ${SET_MAX}`,
      [merchantId, tx.now],
    ),
  );
  if (left.length > 0)
    await settleClaims(
      ctx,
      merchantId,
      left.map(({ linkId }) => linkId),
    );
}

export const linksWorker = defineWorker({
  name: "links",
  everyMs: 1_000,
  due: `exists (
    select from links.link
    where link.merchant_id = clock.merchant_id
      and link.due_at <= clock.now
  )`,
  work: workLinks,
  /** The times at which links end or payees are reminded. */
  moments: { flowgrams: momentsIn("links.link") },
});
