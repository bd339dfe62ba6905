/** Approval requests with their subjects, such as the payee of a payment and what is unusual about it. */
import Type from "typebox";
import { showActors, type ShownPerson } from "#access";
import { readProposedPolicies, type Request, type ShownRequest } from "#approvals";
import type { Actor } from "#audit";
import { readBatchesForApproval, type BatchForApproval } from "#batches";
import { person } from "#dashboard/schemas";
import { nameScopes, proposedRule, showRule } from "#dashboard/shown-rules";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { readFundSources, readSourceBalances, WALLET_ID, type Balance, type FundSource } from "#fund-sources";
import { maskWords } from "#lib/mask-account";
import { formatRupees } from "#lib/money";
import { CALENDARS, expectedBy, lookUpIfsc, showPaid, TRANSFER_MODES, type Calendar } from "#rails";
import { compareProposal, type RuleComparison } from "#risk";
import { readForApproval, type TransferForApproval } from "#transfers";
import { nameInPolicies, policyNames, policySchema, showPolicy } from "./policies.ts";
import { concernedBy, proposalSchema, readProposals } from "./proposals.ts";

const text = Type.String();
const moment = Type.String({ format: "date-time" });
const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/**
 * The reasons to look at a payment twice. The payee was never paid before, has or had another account under the same
 * name or ID, has a name that no bank has confirmed, or has another name at the bank.
 */
const FLAGS = ["new_payee", "changed_account", "unverified", "name_differs"] as const;

const transfer = Type.Object(
  {
    transferId: text,
    referenceId: text,
    mode: Type.Enum([...TRANSFER_MODES]),
    remarks: text,
    fundSourceId: text,
    fundSourceName: text,
    /** The amount that the payee gets, if it is less than the amount of the request: the rest are a loan's charges. */
    payeeGets: nullable(text),
    fee: text,
    tax: text,
    /** The balance of the fund source if the transfer were paid now. Null if the request has been decided. */
    balanceAfter: nullable(text),
    /** The time at which it is sent. Null if it is sent once it is approved. */
    processOn: nullable(moment),
    /** The time by which the payee usually has the money if it is approved now. Null if it has been decided. */
    expectedBy: nullable(moment),
    origin: nullable(text),
    payee: text,
    beneId: nullable(text),
    paidTo: text,
    ifsc: nullable(text),
    bankName: nullable(text),
    flags: Type.Array(Type.Enum([...FLAGS])),
    /** The name at the bank. Null if it agrees, or if no bank gave one. */
    nameAtBank: nullable(text),
    lastPayment: nullable(Type.Object({ amount: text, at: moment })),
    otherAccount: nullable(text),
  },
  { $id: "TransferToApprove" },
);

const batch = Type.Object(
  { referenceId: Type.Integer(), name: text, format: text, rows: Type.Integer(), invalid: Type.Integer() },
  { $id: "BatchToApprove" },
);

/** A risk rule before and after a change; null if it does not exist then. */
const ruleChange = Type.Object(
  {
    action: Type.Enum(["add", "change", "remove"]),
    before: nullable(proposedRule),
    after: nullable(proposedRule),
    /** The other active rules, if the rule lets payments pass. */
    beside: Type.Array(proposedRule),
  },
  { $id: "RuleToApprove" },
);

/** All policies before and after a change, with the members and fund sources in them. */
const policyChange = Type.Object(
  {
    before: Type.Array(policySchema),
    after: Type.Array(policySchema),
    ...policyNames,
  },
  { $id: "PoliciesToApprove" },
);

export const requestSchema = Type.Object(
  {
    requestId: text,
    kind: text,
    subjectId: text,
    /** A decision names this hash, so that it applies to exactly what was shown. */
    contentHash: text,
    amount: nullable(text),
    policy: text,
    level: Type.Integer(),
    levels: Type.Integer(),
    missing: Type.Integer(),
    openedAt: moment,
    expiresAt: moment,
    /** The time when it is done without approval, because no other person can approve. Null otherwise. */
    aloneUntil: nullable(moment),
    maker: person,
    turn: text,
    /** Some of the people who can decide now. */
    approvers: Type.Array(person),
    status: text,
    endedAt: nullable(moment),
    endedBy: nullable(person),
    remarks: text,
    decisions: Type.Array(
      Type.Object({ by: person, verdict: text, remarks: text, at: moment, counts: Type.Boolean() }),
    ),
    /** The members whose rights change: one member, or all who have the role. */
    concerned: Type.Array(person),
    proposal: proposalSchema,
    rule: nullable(ruleChange),
    policies: nullable(policyChange),
    transfer: nullable(transfer),
    batch: nullable(batch),
  },
  { $id: "ApprovalRequest" },
);

/**
 * Returns the hash that a member is shown of a request and decides about. It is of no use for another request or
 * member: the stored one would confirm guesses of the account numbers in it.
 */
export function hashForReader(
  { vault }: Pick<Context, "vault">,
  merchantId: string,
  { request, by }: { readonly request: Request; readonly by: Actor },
): string {
  const { requestId, revision, contentHash } = request;
  const text = JSON.stringify([merchantId, requestId, revision, by, contentHash.toString("hex")]);
  return vault.hmac("dashboard.request", text).toString("hex");
}

/** Adds to each request the details of its subject. */
export async function describeRequests(
  ctx: Context,
  merchantId: string,
  { requests, by }: { readonly requests: readonly ShownRequest[]; readonly by: Actor },
): Promise<unknown[]> {
  const idsOf = (kind: string): string[] =>
    requests.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? [subjectId] : []));
  const { transfers, batches, ...payers } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [transfers, batches, sources] = await Promise.all([
      readForApproval(tx, idsOf("transfer")),
      readBatchesForApproval(tx, idsOf("batch")),
      readFundSources(tx),
    ]);
    const used = [...new Set(transfers.map(({ fundSourceId }) => fundSourceId))];
    return { transfers, batches, sources, balances: await readSourceBalances(tx, used), now: tx.now };
  });
  const calendar = CALENDARS[ctx.config.railCalendar];
  const { personOf, proposalOf, rules, policies } = await ctx.db.inMerchant(merchantId, async (tx) => ({
    personOf: await showActors(tx, requests.flatMap(actorsIn)),
    proposalOf: await readProposals(tx, requests),
    rules: await readRuleChanges(tx, requests),
    policies: await readPolicyChanges(tx, requests),
  }));
  const byTransfer = new Map(transfers.map((one) => [one.transferId, one]));
  const byBatch = new Map(batches.map((one) => [one.batchId, one]));
  return requests.map((request) => ({
    ...bareOf(request),
    contentHash: hashForReader(ctx, merchantId, { request, by }),
    ...peopleOf(request, personOf),
    transfer: transferOf(byTransfer.get(request.subjectId), {
      ...payers,
      judgedPaise: request.amountPaise,
      calendar,
      isOpen: request.status === "pending",
    }),
    batch: batchOf(byBatch.get(request.subjectId)),
    proposal: proposalOf(request),
    rule: rules.get(request.requestId) ?? null,
    policies: policies.get(request.requestId) ?? null,
  }));
}

/** Returns the changes of policies by the IDs of their requests, with every field of each and the names in them. */
async function readPolicyChanges(
  tx: Tx,
  requests: readonly ShownRequest[],
): Promise<ReadonlyMap<string, object>> {
  const changes = new Map<string, object>();
  for (const { subjectKind, requestId, proposal } of requests) {
    const change = subjectKind === "policy" && proposal !== null ? readProposedPolicies(proposal) : null;
    if (change === null) continue;
    const { before, policies: after } = change;
    const named = await nameInPolicies(tx, [...before, ...after]);
    changes.set(requestId, { before: before.map(showPolicy), after: after.map(showPolicy), ...named });
  }
  return changes;
}

/** Returns the changes of rules by the IDs of their requests. */
async function readRuleChanges(
  tx: Tx,
  requests: readonly ShownRequest[],
): Promise<ReadonlyMap<string, object>> {
  const changes = requests.flatMap(({ subjectKind, requestId, proposal }) => {
    const change = subjectKind === "limit" ? compareProposal(proposal) : null;
    return change === null ? [] : [{ requestId, ...change }];
  });
  const nameOf = await nameScopes(
    tx,
    changes
      .flatMap(({ before, after, beside }) => [before, after, ...beside])
      .filter((rule) => rule !== null),
  );
  const show = (rule: RuleComparison["before"]) => rule && { ...showRule(rule), scopeName: nameOf(rule) };
  return new Map(
    changes.map(({ requestId, action, before, after, beside }) => [
      requestId,
      { action, before: show(before), after: show(after), beside: beside.map(show) },
    ]),
  );
}

const bareOf = (request: ShownRequest): object => ({
  requestId: request.requestId,
  kind: request.subjectKind,
  subjectId: request.subjectId,
  amount: request.amountPaise === null ? null : formatRupees(request.amountPaise),
  policy: request.policyName,
  level: request.level,
  levels: request.levels.length,
  missing: request.missing,
  openedAt: request.openedAt,
  expiresAt: request.expiresAt,
  aloneUntil: request.aloneUntil,
  turn: request.turn,
  status: request.status,
  endedAt: request.endedAt,
  remarks: request.remarks,
});

const memberActor = (memberId: string): string => `member:${memberId}`;

/** Returns everyone who is named in a request. */
const actorsIn = ({ maker, endedBy, approvers, decisions, proposal }: ShownRequest): string[] => [
  maker,
  ...(endedBy ?? []),
  ...[...approvers, ...decisions.map(({ memberId }) => memberId), ...concernedBy(proposal)].map(memberActor),
];

function peopleOf(request: ShownRequest, personOf: (actor: string) => ShownPerson): object {
  const { maker, endedBy, approvers, decisions, proposal } = request;
  const ofMember = (memberId: string) => personOf(memberActor(memberId));
  return {
    maker: personOf(maker),
    endedBy: endedBy === null ? null : personOf(endedBy),
    approvers: approvers.map(ofMember),
    decisions: decisions.map(({ memberId, verdict, remarks, decidedAt, counts }) => ({
      by: ofMember(memberId),
      verdict,
      remarks,
      at: decidedAt,
      counts,
    })),
    concerned: concernedBy(proposal).map(ofMember),
  };
}

interface Payers {
  readonly sources: readonly FundSource[];
  readonly balances: ReadonlyMap<string, Balance>;
  readonly now: Date;
  readonly calendar: Calendar;
  readonly isOpen: boolean;
  /** The amount of the request. */
  readonly judgedPaise: bigint | null;
}

/** Returns the fund source of a transfer, its cost and the balance after it, and its expected arrival. */
function payingOf(one: TransferForApproval, { sources, balances, now, calendar, isOpen }: Payers): object {
  const { amountPaise, feePaise, taxPaise, processOn } = one;
  // The money of a withdrawal has left the wallet already, and comes back to it if the withdrawal is rejected.
  const isSetAside = one.originKind === "withdrawal";
  const fundSourceId = isSetAside ? WALLET_ID : one.fundSourceId;
  const sentAt = processOn !== null && processOn > now ? processOn : now;
  const balance = balances.get(fundSourceId);
  const takenPaise = one.heldInApproval || isSetAside ? 0n : amountPaise + feePaise + taxPaise;
  const afterPaise = (balance?.availablePaise ?? 0n) - takenPaise;
  return {
    fundSourceId,
    fundSourceName: sources.find((source) => source.fundSourceId === fundSourceId)?.name ?? fundSourceId,
    fee: formatRupees(feePaise),
    tax: formatRupees(taxPaise),
    balanceAfter: isOpen ? formatRupees(afterPaise) : null,
    processOn,
    expectedBy: isOpen ? expectedBy(one.rail, sentAt, calendar) : null,
  };
}

function transferOf(one: TransferForApproval | undefined, payers: Payers): object | null {
  if (one === undefined) return null;
  const { lastAmountPaise, otherAccountLast4, otherVpa, nameAtBank, verified } = one;
  const otherAccount = otherAccountLast4 === null ? otherVpa : `••••${otherAccountLast4}`;
  const isNew = lastAmountPaise === null;
  const flags: (typeof FLAGS)[number][] = [
    ...(otherAccount === null ? [] : (["changed_account"] as const)),
    ...(isNew && otherAccount === null ? (["new_payee"] as const) : []),
    ...(verified ? [] : ([nameAtBank === null ? "unverified" : "name_differs"] as const)),
  ];
  return {
    transferId: one.transferKey,
    referenceId: String(one.referenceId),
    mode: one.mode,
    remarks: one.remarks,
    ...payingOf(one, payers),
    payeeGets: one.amountPaise === payers.judgedPaise ? null : formatRupees(one.amountPaise),
    origin: one.originKind,
    payee: one.name,
    beneId: one.beneId,
    paidTo: showPaid(one.mode, one),
    ifsc: one.ifsc,
    bankName: one.ifsc === null ? null : (lookUpIfsc(one.ifsc)?.bankName ?? null),
    flags,
    nameAtBank: verified ? null : nameAtBank && maskWords(nameAtBank),
    lastPayment: isNew ? null : { amount: formatRupees(lastAmountPaise), at: one.lastAt },
    otherAccount,
  };
}

const batchOf = (one: BatchForApproval | undefined): object | null =>
  one === undefined
    ? null
    : {
        referenceId: one.referenceId,
        name: one.name,
        format: one.format,
        rows: one.rows,
        invalid: one.invalid,
      };
