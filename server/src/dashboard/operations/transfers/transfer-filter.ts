/** The filter of a list of transfers, as it stands in a query: the same for list, counts, export and bulk actions. */
import {
  amount,
  day,
  flag,
  id,
  type InputShape,
  listOf,
  oneOf,
  optional,
  searchTerm,
  text,
  type Values,
} from "#http";
import { RAILS, TRANSFER_MODES, TRANSFER_REASONS } from "#rails";
import {
  publicStatus,
  statesOf,
  TRANSFER_SOURCES,
  TRANSFER_STATES,
  type PublicStatus,
  type TransferFilter,
  type TransferState,
} from "#transfers";

const STATUSES = [...new Set(Object.values(publicStatus))];

export const filterFields = {
  /** Public statuses in capitals, states in small letters. */
  status: optional(listOf(oneOf([...STATUSES, ...TRANSFER_STATES]), { max: 24 })),
  reason: optional(listOf(oneOf(TRANSFER_REASONS), { max: 40 })),
  mode: optional(listOf(oneOf(TRANSFER_MODES), { max: 10 })),
  rail: optional(listOf(oneOf(RAILS), { max: 10 })),
  amountFrom: optional(amount({ min: 0n })),
  amountTo: optional(amount({ min: 0n })),
  createdFrom: optional(day()),
  createdTo: optional(day()),
  finishedFrom: optional(day()),
  finishedTo: optional(day()),
  fundSource: optional(listOf(text({ max: 60 }), { max: 20 })),
  beneficiaryId: optional(id()),
  source: optional(listOf(oneOf(TRANSFER_SOURCES), { max: 10 })),
  /** The batch or link that made them. */
  originId: optional(id()),
  memberId: optional(id()),
  hasUtr: optional(flag()),
  q: optional(searchTerm({ max: 100 })),
} satisfies InputShape;

/** The filter that a query of a member asks for. */
export function readFilter(
  input: Values<typeof filterFields>,
  { mayReveal }: Pick<TransferFilter, "mayReveal">,
): TransferFilter {
  return {
    mayReveal,
    states: input.status?.flatMap(readStatus),
    reasons: input.reason,
    modes: input.mode,
    rails: input.rail,
    fromPaise: input.amountFrom,
    toPaise: input.amountTo,
    created: { from: input.createdFrom, to: input.createdTo },
    finished: { from: input.finishedFrom, to: input.finishedTo },
    fundSourceIds: input.fundSource,
    beneficiaryId: input.beneficiaryId,
    sources: input.source,
    originId: input.originId,
    memberId: input.memberId,
    hasUtr: input.hasUtr,
    text: input.q,
  };
}

/** The filter for a caller that may be told of some fund sources only; null: of all. */
export function within(filter: TransferFilter, fundSourceIds: readonly string[] | null): TransferFilter {
  if (fundSourceIds === null) return filter;
  const asked = filter.fundSourceIds ?? fundSourceIds;
  return { ...filter, fundSourceIds: asked.filter((one) => fundSourceIds.includes(one)) };
}

function readStatus(word: PublicStatus | TransferState): readonly TransferState[] {
  return (STATUSES as readonly string[]).includes(word)
    ? statesOf(word as PublicStatus)
    : [word as TransferState];
}
