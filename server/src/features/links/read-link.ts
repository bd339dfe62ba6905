/** Shows links to their merchant: one, or a list. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { searchedIn, searchText } from "#lib/search-text";
import { parsePhone } from "#rails";
import { findByKey } from "./create-link.ts";
import { LinkError } from "./errors.ts";
import {
  isOpen,
  linkAddressOf,
  linkColumns,
  publicStatusOf,
  type Link,
  type PublicLinkStatus,
} from "./link.ts";
import { codesRefusedUntil } from "./prove-payee.ts";

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

/** A link in a list, without its URL. The amount is in paise, times are by the merchant's clock. */
export interface ListedLink extends Pick<
  Link,
  | "linkKey"
  | "referenceId"
  | "amountPaise"
  | "name"
  | "phone"
  | "email"
  | "remarks"
  | "notifyPayee"
  | "checkName"
  | "paidReferenceId"
  | "utr"
  | "expiresAt"
  | "createdAt"
  | "createdBy"
  | "endedAt"
> {
  readonly status: PublicLinkStatus;
  /** The reason why it failed or expired. */
  readonly reason: string | null;
  /** The end of the time in which no code is sent to the payee. Null if codes are sent. */
  readonly codesRefusedUntil: Date | null;
}

/** Shows a link as a list does. A link that ended needs no codes. */
function listedLink(link: Link, now: Date): ListedLink {
  const refused = isOpen(link, now) ? codesRefusedUntil(link, now) : null;
  return { ...link, ...publicStatusOf(link, now), codesRefusedUntil: refused };
}

export interface LinkPage {
  /** From 1 to 100. */
  readonly limit: number;
  /** Only links made before the one with this number. */
  readonly beforeReferenceId?: bigint | undefined;
  readonly statuses?: readonly PublicLinkStatus[] | undefined;
  /** Part of an ID or name, in any capitalization, or a whole phone number or e-mail address. */
  readonly search?: string | undefined;
}

/** Lists a merchant's links, newest first. */
export async function listLinks(tx: Tx, page: LinkPage): Promise<ListedLink[]> {
  const search = searchText(page.search ?? "");
  const phone = parsePhone(search) ?? "";
  const rows = await tx.query<Link>(LIST, [
    tx.merchantId,
    page.beforeReferenceId ?? null,
    page.statuses?.map((status) => status.toLowerCase()) ?? null,
    search,
    tx.now,
    page.limit,
    tx.indexOf("phone", phone),
    tx.indexOf("email", search),
    phone,
  ]);
  return rows.map((link) => listedLink(link, tx.now));
}

// The clock decides, even before the worker has expired a link.
const LIST = `
  select ${linkColumns}
  from links.link
  where merchant_id = $1
    and ($2::bigint is null or reference_id < $2)
    and ($3::text[] is null
      or case when status in ('active', 'failed') and expires_at <= $5 then 'expired' else status end = any ($3))
    and (
      strpos(${searchedIn("link_key", "name")}, $4) > 0
      or phone_index = $7
      or email_index = $8
      -- Links that are not sealed yet.
      or phone = $9
      or lower(email) = $4
    )
  order by reference_id desc
  limit $6`;
