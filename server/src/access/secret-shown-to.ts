/** Who could act as a key pair, because its secret was shown to that member. */

/**
 * SQL of the member whom the present secret of a key pair was shown to; null where it was no member, and for an actor
 * who is no key pair. `merchant` and `actor` are SQL expressions.
 *
 * A request keeps the answer: a later reset frees no one from what was ordered before. What is ordered by steps, such
 * as a link that a payee claims weeks later, keeps it from its first step on.
 */
export const secretShownTo = (merchant: string, actor: string): string => `(
    select client.shown_to
    from access.api_client as client
    where client.merchant_id = ${merchant} and ${actor} = 'api-key:' || client.client_id
  )`;
