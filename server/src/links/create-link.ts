import assert from "node:assert/strict";
import { readMerchant, requireOfMember, requirePayouts, secretShownTo } from "#access";
import { recordAudit, type Actor } from "#audit";
import { readBalance, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { parsePhone } from "#rails";
import {
  checkLink,
  hashLink,
  parseExpiry,
  reminderFor,
  sealContentHash,
  type LinkInput,
} from "./check-link.ts";
import { dueOf } from "./decide-link.ts";
import { LinkError } from "./errors.ts";
import { linkColumns, type Link } from "./link.ts";
import { hashLinkToken, linkAddressOf, makeLinkToken, sealLinkToken } from "./link-token.ts";
import { tellPayees } from "./tell-payees.ts";

export interface CreatedLink {
  readonly link: Link;
  /** The URL for the payee. */
  readonly address: string;
  /** True if the same link existed already; nothing was done. */
  readonly repeated: boolean;
}

/**
 * Makes a link. No money is held for it: the balance is checked now and again when the payee claims. With
 * `repeatable`, the same link is returned if it exists. Throws the errors of `checkLink`, key_exists or
 * insufficient_balance; for a member also AccessError.not_permitted without the permission to initiate
 * transfers, or payouts_disabled.
 */
export async function createLink(
  ctx: Context,
  merchantId: string,
  { by, repeatable = false, ...input }: LinkInput & { by: Actor; repeatable?: boolean },
): Promise<CreatedLink> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_quick_transfer");
    await requirePayouts(tx, by);
    const problem = checkLink(input, tx.now);
    if (problem !== null) throw LinkError[problem]();
    const plainHash = hashLink(input);
    const keyedHash = sealContentHash(ctx.vault, plainHash);
    const known = await findByKey(tx, input.linkKey);
    if (known !== undefined)
      return repeat(
        ctx,
        known,
        repeatable && [plainHash, keyedHash].some((hash) => known.contentHash.equals(hash)),
      );
    const { spendablePaise } = await readBalance(tx, WALLET_ID);
    if (spendablePaise < input.amountPaise) throw LinkError.insufficient_balance();
    const contentHash = tx.sealsDetails ? keyedHash : plainHash;
    const link = await insertLink(ctx, tx, { input, contentHash, by });
    // Another call made it at the same moment.
    if (link === undefined) throw LinkError.key_exists();
    if (link.notifyPayee)
      await tellPayees(ctx, tx, { links: [link], merchant: await readMerchant(tx), about: "link" });
    await recordAudit(tx, [
      {
        actor: by,
        action: "links.link_created",
        subject: `link:${link.linkId}`,
        detail: { cashgramId: link.linkKey, amountPaise: link.amountPaise.toString() },
      },
    ]);
    return { link, address: linkAddressOf(ctx, link), repeated: false };
  });
}

function repeat(ctx: Context, link: Link, sameContent: boolean): CreatedLink {
  if (!sameContent) throw LinkError.key_exists();
  return { link, address: linkAddressOf(ctx, link), repeated: true };
}

/** Finds a link by its link key; undefined if there is none. */
export async function findByKey(tx: Tx, linkKey: string): Promise<Link | undefined> {
  const [link] = await tx.query<Link>(
    `select ${linkColumns}
     from links.link
     where merchant_id = $1
       and link_key = $2`,
    [tx.merchantId, linkKey],
  );
  return link;
}

async function insertLink(
  ctx: Context,
  tx: Tx,
  { input, contentHash, by }: { input: LinkInput; contentHash: Buffer; by: Actor },
): Promise<Link | undefined> {
  const { merchantId, now } = tx;
  const token = makeLinkToken(merchantId);
  const expiresAt = parseExpiry(input.expiry, now);
  assert(expiresAt !== null, "it was checked");
  const [phone, email] = [parsePhone(input.phone), input.email || null];
  const remindAt = input.notifyPayee ? reminderFor(expiresAt, now) : null;
  const [link] = await tx.query<Link>(INSERT, [
    merchantId,
    newId(),
    input.linkKey,
    await takeReferenceId(tx),
    contentHash,
    hashLinkToken(token),
    sealLinkToken(ctx.vault, merchantId, token),
    input.amountPaise,
    input.name.trim(),
    tx.seal(phone),
    tx.seal(email),
    input.remarks ?? "",
    input.notifyPayee,
    input.checkName,
    expiresAt,
    remindAt,
    dueOf({ remindAt, expiresAt }),
    now,
    by,
    tx.indexOf("phone", phone),
    tx.indexOf("email", email),
  ]);
  return link;
}

/** Takes a 32-bit number, enough for two thousand million links. An unused number leaves a gap. */
async function takeReferenceId(tx: Tx): Promise<bigint> {
  const [counter] = await tx.query<{ last: bigint }>(
    `insert into links.counter as counter (merchant_id, last_reference_id)
     values ($1, 10001)
     on conflict (merchant_id) do update
     set last_reference_id = counter.last_reference_id + 1
     returning last_reference_id as last`,
    [tx.merchantId],
  );
  return counter!.last;
}

const INSERT = `
  insert into links.link (
    merchant_id, link_id, link_key, reference_id, content_hash, token_hash, sealed_token, amount_paise, name, phone,
    email, remarks, notify_payee, check_name, expires_at, remind_at, due_at, created_at, created_by,
    phone_index, email_index, secret_shown_to
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
    ${secretShownTo("$1", "$19::text")})
  on conflict (merchant_id, link_key) do nothing
  returning ${linkColumns}`;
