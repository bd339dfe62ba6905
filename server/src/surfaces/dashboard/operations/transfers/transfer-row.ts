/** A transfer as lists show it: enough for a person to recognize it, and nothing secret. */
import Type from "typebox";
import type { PayeeFacts } from "#beneficiaries";
import { at, nullable, rupees, words } from "#dashboard/schemas";
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
import { formatRupees } from "#lib/money";
import {
  type Calendar,
  expectedBy,
  lookUpIfsc,
  RAILS,
  TRANSFER_MODES,
  TRANSFER_REASONS,
  type TransferMode,
  withPaidOnly,
} from "#rails";
import {
  type FoundTransfer,
  isCharged,
  type PublicStatus,
  publicStatus,
  type QueuePlace,
  stateOf,
  statesOf,
  type Transfer,
  TRANSFER_SOURCES,
  TRANSFER_STATES,
  type TransferFilter,
  type TransferState,
} from "#transfers";

export const payeeSchema = Type.Object(
  {
    beneficiaryId: Type.String(),
    beneId: nullable(Type.String()),
    name: Type.String(),
    accountLast4: nullable(Type.String()),
    cardLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    bankName: nullable(Type.String()),
    vpa: nullable(Type.String()),
    phone: nullable(Type.String()),
  },
  { $id: "TransferPayee" },
);

export const transferRow = Type.Object(
  {
    /** Our ID, which operations on the transfer take. */
    transferId: Type.String(),
    /** The merchant's own ID, by which people know the transfer. */
    transferKey: Type.String(),
    referenceId: Type.String(),
    status: words([...new Set(Object.values(publicStatus))]),
    state: words(TRANSFER_STATES),
    reason: nullable(Type.String()),
    amount: rupees,
    /** `fee` and `tax` are zero once the transfer has ended unpaid or was returned. */
    fee: rupees,
    tax: rupees,
    mode: Type.String(),
    rail: Type.String(),
    bankId: nullable(Type.String()),
    remarks: Type.String(),
    utr: nullable(Type.String()),
    fundSourceId: Type.String(),
    source: words(TRANSFER_SOURCES),
    originId: nullable(Type.String()),
    makerId: nullable(Type.String()),
    attempts: Type.Integer(),
    acceptedAt: at,
    sentAt: nullable(at),
    finishedAt: nullable(at),
    /** The time by which the payee normally has the money, while it is on its way; otherwise null. */
    expectedAt: nullable(at),
    /** The order for which it waits, which is paid before it and for which there is no money yet. */
    waitsBehind: nullable(
      Type.Object({
        /** Null for a withdrawal. */
        transferKey: nullable(Type.String()),
        referenceId: Type.String(),
        amount: rupees,
      }),
    ),
    /** The transfers that wait for money behind it; their amount includes charges. */
    holdsUp: nullable(
      Type.Object({
        count: Type.Integer(),
        amount: rupees,
        /** False if there are more than these. */
        exact: Type.Boolean(),
      }),
    ),
    payee: payeeSchema,
  },
  { $id: "TransferRow" },
);

/** Describes a payee. Given a mode, it leaves out an account, card or VPA that a payment by that mode does not pay. */
export function describePayee(payee: PayeeFacts, mode?: TransferMode) {
  const shown = mode === undefined ? payee : withPaidOnly(mode, payee);
  const { beneficiaryId, beneId, name, accountLast4, cardLast4, ifsc, vpa, phone } = shown;
  const bankName = ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? null);
  return { beneficiaryId, beneId, name, accountLast4, cardLast4, ifsc, bankName, vpa, phone };
}

interface RowContext {
  readonly calendar: Calendar;
  readonly places: ReadonlyMap<string, QueuePlace>;
}

export function describeTransfer(
  { transfer, payee, makerId }: FoundTransfer,
  { calendar, places }: RowContext,
) {
  const { transferId, transferKey, referenceId, status, reason, mode, rail, bankId, remarks, utr } = transfer;
  const { fundSourceId, originId, originKind, attempt, acceptedAt, sentAt, finishedAt } = transfer;
  return {
    transferId,
    transferKey,
    referenceId: String(referenceId),
    status: publicStatus[status],
    state: stateOf(transfer),
    reason,
    amount: formatRupees(transfer.amountPaise),
    fee: formatRupees(isCharged(transfer) ? transfer.feePaise : 0n),
    tax: formatRupees(isCharged(transfer) ? transfer.taxPaise : 0n),
    mode,
    rail,
    bankId,
    remarks,
    utr,
    fundSourceId,
    source: originKind ?? (makerId === null ? "api" : "dashboard"),
    originId,
    makerId,
    attempts: attempt,
    acceptedAt,
    sentAt,
    finishedAt,
    expectedAt: expectedOf(transfer, calendar),
    ...describePlace(places.get(transferId)),
    payee: describePayee(payee, mode),
  };
}

function describePlace({ behind, holdsUp }: QueuePlace = { behind: null, holdsUp: null }) {
  return {
    waitsBehind: behind && {
      transferKey: behind.transferKey,
      referenceId: String(behind.referenceId),
      amount: formatRupees(behind.amountPaise),
    },
    holdsUp: holdsUp && {
      count: holdsUp.count,
      amount: formatRupees(holdsUp.totalPaise),
      exact: holdsUp.exact,
    },
  };
}

function expectedOf({ status, sentAt, rail, acknowledged }: Transfer, calendar: Calendar): Date | null {
  const isOnItsWay = status === "sent" || (status === "succeeded" && !acknowledged);
  return isOnItsWay && sentAt !== null ? expectedBy(rail, sentAt, calendar) : null;
}

const STATUSES = [...new Set(Object.values(publicStatus))];

export const filterFields = {
  /** Public statuses are in capitals, states in lower case. */
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
  /** The batch or link that the transfers belong to. */
  originId: optional(id()),
  memberId: optional(id()),
  hasUtr: optional(flag()),
  q: optional(searchTerm({ max: 100 })),
} satisfies InputShape;

/** Converts the query of a member to a filter. */
export function readFilter(input: Values<typeof filterFields>): TransferFilter {
  return {
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

/** Limits a filter to the fund sources that the caller may see. Null means all of them. */
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
