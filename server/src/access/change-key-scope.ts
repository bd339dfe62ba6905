import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import { checkKeyTerms, widens, writeKeyTerms, type KeyTerms } from "./key-terms.ts";
import { requireOfMember } from "./require-of-member.ts";

/** A change of terms: those that are absent stay as they are. */
export type KeyTermsChange = Partial<KeyTerms>;

/**
 * Changes what may be done with the merchant's key pair, for every call that begins and every order that is taken after
 * the commit. Throws `api_client_not_found`, `bad_setting`, `not_permitted` of a member who may not manage keys.
 */
export async function changeKeyScope(
  ctx: Context,
  merchantId: string,
  { by = "system", ...change }: KeyTermsChange & { by?: Actor },
): Promise<KeyTerms> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_keys");
    const { clientId, ...before } = await lockKeyTerms(tx);
    return setKeyTerms(tx, { clientId, before, after: checkKeyTerms({ ...before, ...change }), by });
  });
}

/** The terms of the merchant's key pair, held until the transaction ends. Throws `api_client_not_found`. */
export async function lockKeyTerms(tx: Tx): Promise<KeyTerms & { readonly clientId: string }> {
  const [terms] = await tx.query<KeyTerms & { clientId: string }>(LOCK, [tx.merchantId]);
  if (terms === undefined) throw AccessError.api_client_not_found({ merchantId: tx.merchantId });
  return terms;
}

interface TermsToSet {
  readonly clientId: string;
  readonly before: KeyTerms;
  readonly after: KeyTerms;
  readonly by: Actor;
}

/** Sets terms that were locked and checked. Widening them counts as influence of the member who did it. */
export async function setKeyTerms(tx: Tx, { clientId, before, after, by }: TermsToSet): Promise<KeyTerms> {
  const [was, is] = [writeKeyTerms(before), writeKeyTerms(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return after;
  const { scope, fundSourceIds, dayLimitPaise } = after;
  await tx.execute(CHANGE, [tx.merchantId, clientId, scope, fundSourceIds, dayLimitPaise]);
  if (widens(before, after)) await noteInfluence(tx, by, [`api-key:${clientId}`]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.api_client_scope_changed",
      subject: `api-client:${clientId}`,
      detail: { before: was, after: is },
    },
  ]);
  return after;
}

const LOCK = `
  select client_id as "clientId", scope, fund_source_ids as "fundSourceIds", day_limit_paise as "dayLimitPaise"
  from access.api_client
  where merchant_id = $1 and active
  for no key update`;

const CHANGE = `
  update access.api_client
  set scope = $3, fund_source_ids = $4, day_limit_paise = $5
  where merchant_id = $1 and client_id = $2`;
