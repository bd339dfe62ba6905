/** Turns the parts of a story into one timeline. Pure. */
import { coversSource, memberOf } from "#access";
import type { RequestCourse, RequestStatus } from "#approvals";
import { nameBatches } from "#batches";
import type { Context } from "#lib/context";
import { formatRupeesIndian } from "#lib/money";
import { nameLinks } from "#links";
import type { Evidence } from "#rails";
import type { RecallStatus } from "#recalls";
import { passedOver } from "#routing";
import {
  readHistory,
  readTransfers,
  type Status,
  type TakenStep,
  type Transfer,
  type TransferDetails,
  type WaitingFor,
  WAITS_FOR_BLOCK,
} from "#transfers";
import { say, type Sentence, type SentenceCode } from "./sentences.ts";
import {
  EVENT_KINDS,
  type EventKind,
  showBank,
  showRail,
  type StoryEvent,
  type StoryParts,
} from "./story.ts";

interface Limited {
  readonly merchantId: string;
  /** The fund sources that it may use. Null means all. */
  readonly fundSourceIds: readonly string[] | null;
}

type Asked = Pick<Transfer, "transferId" | "fundSourceId" | "originKind" | "originId">;

/**
 * True if a key pair may read a transfer that it asks for by ID: one from a fund source that it may use, or one that no
 * member ordered. A program that was told that its own payment does not exist would pay it again.
 */
export async function mayBeTold(
  { db }: Pick<Context, "db">,
  { merchantId, fundSourceIds }: Limited,
  { transferId, fundSourceId, originKind, originId }: Asked,
): Promise<boolean> {
  if (coversSource(fundSourceIds, fundSourceId)) return true;
  if (originKind === "withdrawal" || originKind === "refund") return false;
  return db.inMerchant(merchantId, async (tx) => {
    const originIds = originId === null ? [] : [originId];
    const { makerId } = await readHistory(tx, transferId);
    const batch = originKind === "batch" ? (await nameBatches(tx, originIds)).get(originId!) : undefined;
    const link = originKind === "link" ? (await nameLinks(tx, originIds)).get(originId!) : undefined;
    const createdBy = batch?.createdBy ?? link?.createdBy;
    return makerId === null && (createdBy === undefined || memberOf(createdBy) === null);
  });
}

/** Reads one transfer by our number or the merchant's own ID; undefined if there is none that the key pair may read. */
export async function readTold(
  ctx: Context,
  limited: Limited,
  wanted: Parameters<typeof readTransfers>[2],
): Promise<TransferDetails | undefined> {
  const [transfer] = await readTransfers(ctx, limited.merchantId, wanted);
  return transfer !== undefined && (await mayBeTold(ctx, limited, transfer)) ? transfer : undefined;
}

type Described = Omit<StoryEvent, "no">;
type Details = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Describes everything that happened, in order; events of the same moment are in the order of their causes. */
export function describeEvents(parts: StoryParts): StoryEvent[] {
  const events = [
    describeRequest(parts),
    ...describeVerdicts(parts),
    ...describeApprovals(parts),
    ...describeBanks(parts),
    ...describeSteps(parts),
    ...describeLedger(parts),
    ...describeWebhooks(parts),
    ...describeRecalls(parts),
  ];
  // The sort is stable, so equal events keep the order of the list, and a bank's report precedes what follows from it.
  const rank = ({ kind }: Described): number => EVENT_KINDS.indexOf(kind);
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b))
    .map((event, index) => ({ no: index + 1, ...event }));
}

function event(kind: EventKind, at: Date, sentence: Sentence, details: Details = {}): Described {
  const known = Object.entries(details).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return {
    kind,
    at,
    sentence,
    details: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
  };
}

function describeRequest({ transfer, batch, linkKey, makerName }: StoryParts): Described {
  const { originKind, transferKey, referenceId, mode, remarks, acceptedAt } = transfer;
  const details = { transferId: transferKey, referenceId: String(referenceId), mode, remarks };
  const said = (): Sentence => {
    if (batch !== null) return say("ev_received_batch", { name: batch.name });
    if (linkKey !== null) return say("ev_received_link", { name: linkKey });
    if (makerName !== null) return say("ev_received_member", { name: makerName });
    if (originKind === "phone") return say("ev_received_phone");
    return say(originKind === "loan" ? "ev_received_loan" : "ev_received_api");
  };
  return event("request", acceptedAt, said(), details);
}

function describeVerdicts({ verdicts }: StoryParts): Described[] {
  return verdicts.map(({ effect, judgedAt, rule, code, stage }) =>
    event(
      "check",
      judgedAt,
      say(effect === "block" ? "ev_rule_block" : "ev_rule_review", { rule: rule.kind }),
      {
        stage,
        code,
        version: rule.version,
        scope: rule.scope,
        parameters: JSON.stringify(rule.parameters),
        counted: JSON.stringify(rule.counted),
      },
    ),
  );
}

const ENDED: Readonly<Record<Exclude<RequestStatus, "pending">, SentenceCode>> = {
  approved: "ev_approval_approved",
  rejected: "ev_approval_rejected",
  withdrawn: "ev_approval_withdrawn",
  expired: "ev_approval_expired",
};

function describeApprovals({ approvals }: StoryParts): Described[] {
  return approvals.flatMap((request) => [
    event("approval", request.openedAt, sayWhy(request), { expiresAt: request.expiresAt.toISOString() }),
    ...request.decisions.map(({ name, verdict, remarks: because, at }) =>
      event(
        "approval",
        new Date(at),
        say(verdict === "approve" ? "ev_approved_by" : "ev_rejected_by", { name }),
        {
          remarks: because,
        },
      ),
    ),
    ...(request.status === "pending" || request.endedAt === null
      ? []
      : [event("approval", request.endedAt, say(ENDED[request.status]), { remarks: request.remarks })]),
  ]);
}

/** If no policy applies to a request, the reason for the request is in the place of the policy's name. */
const sayWhy = ({ policyName, policyVersion }: RequestCourse): Sentence =>
  policyVersion === 0
    ? say("ev_approval_asked", { because: policyName })
    : say("ev_approval_opened", { policy: policyName });

const STEPS: Readonly<Record<Status, { kind: EventKind; code: SentenceCode } | null>> = {
  received: null,
  // The request for approval already says it.
  awaiting_approval: null,
  waiting: { kind: "queue", code: "ev_waiting_funds" },
  ready: { kind: "queue", code: "ev_ready" },
  sent: { kind: "bank", code: "ev_sent" },
  succeeded: { kind: "bank", code: "ev_succeeded" },
  failed: { kind: "bank", code: "ev_failed" },
  rejected: { kind: "check", code: "ev_rejected" },
  cancelled: { kind: "request", code: "ev_cancelled" },
  review: { kind: "bank", code: "ev_review" },
  reversed: { kind: "bank", code: "ev_reversed" },
};

function describeSteps({ history: { steps, attempts } }: StoryParts): Described[] {
  let sent = 0;
  return steps.flatMap((step): Described[] => {
    const shown = STEPS[step.to];
    if (shown === null) return [];
    const attempt = step.to === "sent" ? attempts[sent++] : undefined;
    const code = codeOf(step) ?? shown.code;
    const words = { bank: showBank(attempt?.bankId ?? null), rail: showRail(attempt?.rail ?? "imps") };
    const details = { because: step.because, attempt: attempt?.attempt, reference: attempt?.reference };
    return [
      event(kindOf(step, shown.kind), step.at, say(code, { ...words, because: becauseOf(step) }), details),
    ];
  });
}

/** A transfer that fails before a bank was instructed lacks money; after that, a bank's report ends it. */
function kindOf({ from, to }: TakenStep, kind: EventKind): EventKind {
  if (from === "sent" || from === "review") return to === "rejected" ? "bank" : kind;
  return to === "failed" ? "queue" : kind;
}

/** Returns the code for moves that differ by more than their target status. */
function codeOf({ from, to, because }: TakenStep): SentenceCode | undefined {
  if (from === "sent" && to === "ready") return "ev_resent";
  return to === "waiting" ? WAITS.find(([word]) => because.endsWith(word))?.[1] : undefined;
}

const WAITS: readonly (readonly [WaitingFor | typeof WAITS_FOR_BLOCK, SentenceCode])[] = [
  ["schedule", "ev_waiting_schedule"],
  ["funds", "ev_waiting_funds"],
  ["window", "ev_waiting_window"],
  ["downtime", "ev_waiting_downtime"],
  [WAITS_FOR_BLOCK, "ev_waiting_block"],
];

/** Returns the reason of a move in words; a bank's whole response is in the details. */
function becauseOf({ because }: TakenStep): string {
  return because.replace(/^waits for /, "for ").replaceAll("_", " ");
}

const SAID: Readonly<Record<Evidence, SentenceCode>> = {
  POS: "ev_bank_paid",
  DEEMED: "ev_bank_settled",
  NEG: "ev_bank_refused",
  UNK: "ev_bank_unknown",
  NOSEND: "ev_bank_unsent",
  RET: "ev_bank_returned",
};

function describeBanks({ history, routes }: StoryParts): Described[] {
  const bankOf = (attempt: number): string =>
    showBank(history.attempts.find((one) => one.attempt === attempt)?.bankId ?? null);
  return [
    ...history.attempts.map(({ bankId, rail, decisionId, attempt, at }) => {
      const route = routes.get(decisionId);
      const skipped =
        route &&
        passedOver(route).flatMap((one) =>
          one.skipped === null
            ? []
            : [`${showBank(one.bankId)} by ${showRail(one.rail)}: ${one.skipped.replaceAll("_", " ")}`],
        );
      return event("routing", at, say("ev_routed", { bank: showBank(bankId), rail: showRail(rail) }), {
        attempt,
        rule: route?.rule,
        passedOver: skipped?.join("; "),
      });
    }),
    ...history.messages.map(({ attempt, source, evidence, code, detail, utr, at }) =>
      event("bank", at, say(SAID[evidence], { bank: bankOf(attempt) }), {
        attempt,
        source,
        code,
        detail,
        utr,
      }),
    ),
    ...history.contradictions.map(({ attempt, kind, detail, at }) =>
      event(
        "bank",
        at,
        say(kind === "late_success" ? "ev_paid_late" : "ev_contradiction", { bank: bankOf(attempt) }),
        {
          attempt,
          kind,
          detail,
        },
      ),
    ),
  ];
}

function describeLedger({ postings }: StoryParts): Described[] {
  return postings.map(({ kind, debit, credit, amountPaise, at }) =>
    event(
      "ledger",
      at,
      say("ev_booked", { kind: kind.replaceAll("_", " "), amount: formatRupeesIndian(amountPaise) }),
      {
        debit,
        credit,
      },
    ),
  );
}

function describeWebhooks({ events, deliveries }: StoryParts): Described[] {
  const typeOf = new Map(events.map(({ seq, type }) => [seq, type as string]));
  return [
    ...events.map(({ type, at, seq }) => event("webhook", at, say("ev_webhook_event", { type }), { seq })),
    ...deliveries.map((delivery) => {
      const { seq, status, url, tries, dueAt, finishedAt, createdAt, lastStatus, lastDurationMs } = delivery;
      const code = {
        delivered: "ev_webhook_delivered",
        dead: "ev_webhook_dead",
        pending: "ev_webhook_retrying",
      } as const;
      const words = { type: typeOf.get(seq) ?? "", url, tries: String(tries), triesAt: dueAt ?? createdAt };
      const details = { tries, httpStatus: lastStatus, durationMs: lastDurationMs };
      return event("webhook", finishedAt ?? createdAt, say(code[status], words), details);
    }),
  ];
}

const RECALLED: Readonly<Record<RecallStatus, SentenceCode>> = {
  requested: "ev_recall_requested",
  with_bank: "ev_recall_with_bank",
  returned: "ev_recall_returned",
  refused: "ev_recall_refused",
  withdrawn: "ev_recall_withdrawn",
  expired: "ev_recall_expired",
};

function describeRecalls({ recalls }: StoryParts): Described[] {
  return recalls.flatMap(({ history, bankReference, remarks }) =>
    history.map(({ to, because, at }) =>
      event("recall", at, say(RECALLED[to], { because: because.replaceAll("_", " ") }), {
        bankReference,
        remarks: to === "requested" ? remarks : null,
      }),
    ),
  );
}
