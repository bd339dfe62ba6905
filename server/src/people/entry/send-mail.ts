/** E-mails to one person about access to an organization, and the links in them. */
import type { Context } from "#lib/context";
import { queueMessages, writeMessage, type MessageParts, type PERSONAL } from "#messages";

/** An e-mail to one person about access to an organization. */
export interface Mail {
  readonly to: string;
  readonly purpose: (typeof PERSONAL)[number];
  readonly parts: MessageParts;
}

/**
 * Queues an e-mail in the name of an organization, with its oldest merchant, sandbox before live, because a sandbox
 * shows e-mails that no mail server accepts. Does nothing for an organization without merchants.
 */
export async function sendMail(
  ctx: Context,
  organizationId: string,
  { to, purpose, parts }: Mail,
): Promise<void> {
  const [merchant] = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(FIND_MERCHANT, [organizationId]),
  );
  if (merchant === undefined) return;
  const message = { channel: "email", to, purpose, ...writeMessage(parts) } as const;
  await ctx.db.inMerchant(merchant.merchantId, (tx) => queueMessages(tx, [message]));
}

const FIND_MERCHANT = `
  select merchant_id as "merchantId"
  from access.merchant
  where organization_id = $1
  order by mode desc, created_at, merchant_id
  limit 1`;

/**
 * Returns the address of one of our pages that a ticket opens. The ticket is behind the #, where no server, proxy or
 * log sees it.
 */
export function linkTo(
  { config }: Pick<Context, "config">,
  page: "verify-email" | "reset-password" | "invitation" | "keep-factors",
  ticket: string,
): string {
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/${page}#${ticket}`;
}
