/** The story of a transfer as the dashboard shows it. */
import Type from "typebox";
import { at, nullable, rupees, sentence, words } from "#dashboard/schemas";
import { partnerBank } from "#banks";
import { ACCOUNT_KINDS, ENTRY_KINDS, type AccountKind } from "#ledger";
import { formatRupees } from "#lib/money";
import type { Calendar } from "#rails";
import { EVENT_KINDS, HOLDERS, type Story } from "#stories";
import { RECALL_REASONS } from "#recalls";
import { TRANSFER_STATES } from "#transfers";
import { describeTransfer, transferRow } from "./transfer-row.ts";

const event = Type.Object({
  no: Type.Integer(),
  at,
  kind: words(EVENT_KINDS),
  sentence,
  details: Type.Record(Type.String(), Type.String()),
});

/** A ledger account: its kind, and the name of the fund source or bank that it belongs to. */
const account = Type.Object({ kind: words(ACCOUNT_KINDS), owner: Type.String() });

const posting = Type.Object({
  kind: words(ENTRY_KINDS),
  debit: account,
  credit: account,
  amount: rupees,
  at,
});

const delivery = Type.Object({
  deliveryId: Type.String(),
  type: Type.String(),
  url: Type.String(),
  status: words(["pending", "delivered", "dead"]),
  tries: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  dueAt: nullable(at),
  finishedAt: nullable(at),
});

const recall = Type.Object({
  recallId: Type.String(),
  status: Type.String(),
  reason: words(RECALL_REASONS),
  askedAt: at,
  dueAt: nullable(at),
  refusal: nullable(Type.String()),
});

export const storySchema = Type.Object({
  transfer: transferRow,
  fundSourceName: Type.String(),
  /** The member who ordered it or uploaded its batch. */
  makerName: nullable(Type.String()),
  origin: nullable(Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() })),
  explanation: Type.Object({
    state: words(TRANSFER_STATES),
    holder: words(HOLDERS),
    where: sentence,
    why: nullable(sentence),
    next: sentence,
    todo: sentence,
    expectedAt: nullable(at),
    failsAt: nullable(at),
    checkAt: nullable(at),
  }),
  timeline: Type.Array(event),
  ledger: Type.Array(posting),
  deliveries: Type.Array(delivery),
  recalls: Type.Array(recall),
  /** The actions that are possible now. */
  may: Type.Object({ cancel: Type.Boolean(), recall: Type.Boolean(), sendAgain: Type.Boolean() }),
});

const CANCELLABLE: ReadonlySet<string> = new Set(["awaiting_approval", "waiting", "ready"]);
const ENDED_UNPAID: ReadonlySet<string> = new Set(["failed", "rejected", "cancelled", "reversed"]);
const OUR_OWN: ReadonlySet<string | null> = new Set(["withdrawal", "refund"]);

export function describeStory(
  story: Story,
  { calendar, makerId }: { calendar: Calendar; makerId: string | null },
) {
  const { transfer, payee, explanation, fundSourceName, makerName, events, deliveries, recalls } = story;
  const typeOf = new Map(events.map(({ seq, type }) => [seq, type]));
  const isOwn = OUR_OWN.has(transfer.originKind);
  const isRecalled = recalls.some(({ dueAt }) => dueAt !== null);
  return {
    transfer: describeTransfer({ transfer, payee, makerId }, { calendar, places: story.places }),
    fundSourceName,
    makerName,
    origin: originOf(story),
    explanation,
    timeline: story.timeline,
    ledger: story.postings.map(({ kind, at, amountPaise, ...one }) => ({
      kind,
      debit: { kind: one.debitKind, owner: ownerOf(one.debitKind, one.debit) },
      credit: { kind: one.creditKind, owner: ownerOf(one.creditKind, one.credit) },
      amount: formatRupees(amountPaise),
      at,
    })),
    deliveries: deliveries.map(({ seq, ...one }) => ({ ...one, type: typeOf.get(seq) ?? "" })),
    recalls: recalls.map(({ recallId, status, reason, askedAt, dueAt, refusal }) => {
      return { recallId, status, reason, askedAt, dueAt, refusal };
    }),
    may: {
      cancel: !isOwn && CANCELLABLE.has(transfer.status),
      recall: !isOwn && (transfer.status === "succeeded" || story.paidLate !== null) && !isRecalled,
      sendAgain: !isOwn && story.paidLate === null && ENDED_UNPAID.has(transfer.status),
    },
  };
}

function originOf({ transfer: { originKind, originId }, batch, linkKey }: Story) {
  if (originKind === null || originId === null) return null;
  return { kind: originKind, id: originId, name: batch?.name ?? linkKey ?? "" };
}

/** The names of ledger accounts include their owner: "Wallet, held by transfers", "Clearing, meghdoot". */
function ownerOf(kind: AccountKind, name: string): string {
  if (kind === "held_in" || kind === "held_out") return name.replace(/, held by transfers.*$/, "");
  if (kind !== "clearing" && kind !== "settlement") return name;
  const bankId = name.replace(/^\w+, /, "");
  return partnerBank(bankId)?.name ?? bankId;
}
