import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { awaitOutcome } from "#transfers";
import { readNewestClaims } from "./claim.ts";
import { orderClaim } from "./decide-link.ts";
import type { Visitor } from "./draft-claim.ts";
import { isOpen, type Link } from "./link.ts";
import { openLink } from "./open-link.ts";
import { keepDraft, readSession } from "./session.ts";
import { settleQuietly } from "./settle-claims.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

export type Confirming =
  /** The link now follows its transfer, or did so already. */
  | { readonly kind: "ordered" }
  /** The confirmed draft is not the latest one. */
  | { readonly kind: "changed" }
  | { readonly kind: "too_soon"; readonly at: Date }
  | { readonly kind: "not_proved" }
  | { readonly kind: "closed" };

/** A page waits no longer than this for the outcome. A later outcome is shown by the next page. */
const OUTCOME_WAIT_MS = 4_000;

/**
 * Claims the money with the draft that was shown, and waits a little for the outcome. A draft that is
 * confirmed several times, even from several tabs, makes one claim. Null if there is no such link.
 */
export async function confirmClaim(
  ctx: Context,
  visitor: Visitor,
  draftId: string,
): Promise<Confirming | null> {
  const done = await openLink(ctx, visitor.token, async (tx, link) => ({
    link,
    confirming: await order(tx, link, { sessionToken: visitor.sessionToken, draftId }),
  }));
  if (done === null) return null;
  const { link, confirming } = done;
  crashPoint("links.confirm.ordered");
  if (confirming.kind !== "ordered") return confirming;
  const transfers = await settleQuietly(ctx, link.merchantId, [link.linkId]);
  const newest = transfers.at(-1);
  if (newest !== undefined) await awaitOutcome(ctx, newest, OUTCOME_WAIT_MS);
  return confirming;
}

async function order(
  tx: Tx,
  link: Link,
  { sessionToken, draftId }: { sessionToken: string | null; draftId: string },
): Promise<Confirming> {
  const session = await readSession(tx, link.linkId, sessionToken);
  if (session === null) return { kind: "not_proved" };
  const [newest] = await readNewestClaims(tx, [link.linkId]);
  if (newest?.draftId === draftId) return { kind: "ordered" };
  if (!isOpen(link, tx.now)) return { kind: "closed" };
  if (link.retryAt !== null && link.retryAt > tx.now) return { kind: "too_soon", at: link.retryAt };
  if (session.draft === null || session.draft.draftId !== draftId) return { kind: "changed" };
  await writeLinkChanges(tx, [orderClaim(link, session.draft, tx.now)]);
  await keepDraft(tx, session, null);
  crashPoint("links.confirm.written");
  return { kind: "ordered" };
}
