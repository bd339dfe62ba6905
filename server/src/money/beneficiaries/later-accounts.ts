/**
 * SQL about a removed beneficiary `payee` and what its ID or account has been given to since, `later`, for restorations
 * (decision 0093). Parameters: $1 merchant, $6 the Owner, $7 the Owner's member, $8 whether there is no other Owner.
 */
import { canActAs, wasControlledBy } from "#access";
import { firstAddedAt } from "./listed-beneficiary.ts";

/** SQL that tells whether people have approved the account of a row, and not only its removal. */
const wasAgreed = (row: string, since = ""): string => `exists (
  select from approvals.request
  where request.merchant_id = $1
    and request.subject_kind = 'beneficiary'
    and request.subject_id = ${row}.beneficiary_id::text
    and request.status = 'approved'
    and request.proposal ->> 'change' is distinct from 'remove'${since}
)`;

/** SQL that tells whether the member whose removals are undone since a moment has added `row` alone since then. */
export const addedSince = (row: string, member: string, since: string): string => `(
  ${member} like 'member:%'
  and ${since}::timestamptz is not null
  and ${row}.added_by = ${member}
  and ${firstAddedAt(row)} >= ${since}
  and ${row}.status <> 'awaiting_approval'
  and not ${wasAgreed(row)}
)`;

/** SQL that is true if `later` was on the list, under the same ID, after the removed `payee`. */
export const CAME_LATER = `(
  later.merchant_id = $1
  and later.bene_id = payee.bene_id
  and later.bene_id is not null
  and later.beneficiary_id <> payee.beneficiary_id
  and (
    later.removed_at is null
    or (later.removed_at, later.beneficiary_id) > (payee.removed_at, payee.beneficiary_id)
  )
)`;

export const SAME_DESTINATION = `(
  later.account_index is not distinct from payee.account_index
  and later.vpa_index is not distinct from payee.vpa_index
  and later.phone_index is not distinct from payee.phone_index
  and later.card_index is not distinct from payee.card_index
)`;

/** SQL that tells whether one member or program gave the ID to `later` alone since `payee` was removed. */
export const ADDED_BY_ONE = `(
  (later.added_by like 'member:%' or later.added_by like 'api-key:%')
  and not ${wasAgreed("later", " and request.ended_at >= payee.removed_at")}
)`;

/**
 * SQL that tells whether the member who removed `payee` had listed it alone and someone else gave the ID to `later`: a
 * member could list and delete an own account under an ID that a program uses next, and wait for a restoration.
 */
export const IS_OWN_OF_REMOVER = `(
  payee.added_by = payee.removed_by
  and payee.added_by like 'member:%'
  and later.added_by <> payee.removed_by
  and not ${wasAgreed("payee")}
)`;

/** SQL for the time at which the one who removed `payee` restored `later`, to be compared. */
const IS_RESTORED = "later.restored_by is not distinct from payee.removed_by and later.restored_at";

// No Owner alone gives an ID to an account of the Owner's own choice: one that this Owner listed before, or took off
// the list to keep it for later. Where there is no other Owner, a row counts as such only if this Owner deleted it by
// hand. A row that this Owner's restoration removed does not count, so that it can be undone, as long as only the
// restored row came under the ID since. Another Owner's restoration of a key pair's row can be undone by an Owner who
// can still act as the key pair, because that Owner could list the account anew anyway.
export const MAY_REPLACE = `(
  case
    when $8 then payee.removed_by <> $6 or (${IS_RESTORED} = payee.removed_at)
    when payee.removed_by = $6 then false
    else not (
      ${wasControlledBy("$7::uuid", "payee.added_by", firstAddedAt("payee"))}
      or ${wasControlledBy("$7::uuid", "payee.removed_by", "payee.removed_at")}
    ) or (${IS_RESTORED} >= payee.removed_at and ${canActAs("$7::uuid", "payee.added_by")})
  end
)`;
