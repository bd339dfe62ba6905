/** The conditions of a search. Absent conditions do not restrict. */
import type { Rail, TransferMode, TransferReason } from "#rails";
import type { OriginKind } from "../origins.ts";
import { amongStates, STATES, TRANSFER_STATES, type TransferState } from "../states.ts";

/** The source of an order: a program's call, a member on the dashboard, or another origin. */
type TransferSource = "api" | "dashboard" | Exclude<OriginKind, "withdrawal" | "refund">;

export const TRANSFER_SOURCES: readonly TransferSource[] = [
  "api",
  "dashboard",
  "batch",
  "link",
  "phone",
  "loan",
];

/** Days of India, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TransferFilter {
  readonly states?: readonly TransferState[] | undefined;
  readonly reasons?: readonly TransferReason[] | undefined;
  readonly modes?: readonly TransferMode[] | undefined;
  readonly rails?: readonly Rail[] | undefined;
  readonly fromPaise?: bigint | undefined;
  readonly toPaise?: bigint | undefined;
  readonly created?: Days | undefined;
  /** The days on which it came to its current end. */
  readonly finished?: Days | undefined;
  readonly fundSourceIds?: readonly string[] | undefined;
  /** Our ID of the payee. */
  readonly beneficiaryId?: string | undefined;
  readonly sources?: readonly TransferSource[] | undefined;
  /** The batch, link or other origin that made it. */
  readonly originId?: string | undefined;
  /** The member who ordered it on the dashboard. */
  readonly memberId?: string | undefined;
  readonly hasUtr?: boolean | undefined;
  /**
   * The whole transfer key, reference ID or bank reference of a transfer. If it is none of these, what
   * `findPayeeIds` finds; and if that finds no payee, an amount.
   */
  readonly text?: string | undefined;
}

/** The resolved text and days of a filter. */
export interface Found {
  /** Null: no text, or it names no transfer. */
  readonly transferIds: readonly string[] | null;
  /** Null: any amount. */
  readonly amountPaise: bigint | null;
  /** Null: any payee. */
  readonly beneficiaryIds: readonly string[] | null;
  readonly firstReferenceId: bigint | null;
  readonly lastReferenceId: bigint | null;
}

const HAS_MAKER = `exists (
      select from transfers.maker
      where maker.merchant_id = transfer.merchant_id and maker.transfer_id = transfer.transfer_id
    )`;

/**
 * The conditions of a filter, as parameters 2 to 19. Each is written so that the planner drops it if its
 * value is null; see `planForValues` in `search-sources.ts`.
 */
export const MATCHES = `
  coalesce(origin_kind, '') not in ('withdrawal', 'refund')
  and ($2::text[] is null or status = any ($2))
  and ($3::text[] is null or ${amongStates("$3")})
  and ($4::text[] is null or reason = any ($4))
  and ($5::text[] is null or mode = any ($5))
  and ($6::text[] is null or rail = any ($6))
  and ($7::bigint is null or amount_paise >= $7)
  and ($8::bigint is null or amount_paise <= $8)
  and ($9::date is null or accepted_at >= $9::date::timestamp at time zone 'Asia/Kolkata')
  and ($10::date is null or accepted_at < ($10::date + 1)::timestamp at time zone 'Asia/Kolkata')
  and ($11::date is null or finished_at >= $11::date::timestamp at time zone 'Asia/Kolkata')
  and ($12::date is null or finished_at < ($12::date + 1)::timestamp at time zone 'Asia/Kolkata')
  and ($13::text[] is null or fund_source_id = any ($13))
  and ($14::uuid[] is null or beneficiary_id = any ($14))
  and (
    $15::text[] is null
    or origin_kind = any ($15)
    or (origin_kind is null and 'api' = any ($15) and not ${HAS_MAKER})
    or (origin_kind is null and 'dashboard' = any ($15) and ${HAS_MAKER})
  )
  and ($16::uuid is null or origin_id = $16)
  and ($17::boolean is null or (utr is not null) = $17)
  and ($18::bigint is null or reference_id >= $18)
  and ($19::bigint is null or reference_id <= $19)`;

/** Returns true if the states are all those of their statuses, so that filtering by status is enough. */
function areWhole(states: readonly TransferState[]): boolean {
  const statuses = new Set(states.map((state) => STATES[state]));
  return TRANSFER_STATES.every((state) => states.includes(state) || !statuses.has(STATES[state]));
}

/** Returns the values of the conditions in order, without the merchant's ID. */
export function valuesOf(filter: TransferFilter, found: Found): unknown[] {
  const statuses =
    filter.states === undefined ? null : [...new Set(filter.states.map((state) => STATES[state]))];
  return [
    statuses,
    areWhole(filter.states ?? []) ? null : filter.states,
    filter.reasons ?? null,
    filter.modes ?? null,
    filter.rails ?? null,
    bound(filter.fromPaise, found.amountPaise, (one, other) => one > other),
    bound(filter.toPaise, found.amountPaise, (one, other) => one < other),
    filter.created?.from ?? null,
    filter.created?.to ?? null,
    filter.finished?.from ?? null,
    filter.finished?.to ?? null,
    filter.fundSourceIds ?? null,
    found.beneficiaryIds,
    filter.sources ?? null,
    filter.originId ?? null,
    filter.hasUtr ?? null,
    found.firstReferenceId,
    found.lastReferenceId,
  ];
}

/** Returns the narrower of two bounds; null: there is none. */
function bound(
  asked: bigint | undefined,
  found: bigint | null,
  isNarrower: (one: bigint, other: bigint) => boolean,
): bigint | null {
  if (asked === undefined || found === null) return asked ?? found;
  return isNarrower(asked, found) ? asked : found;
}
