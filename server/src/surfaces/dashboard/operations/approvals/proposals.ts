/**
 * The fields of each kind of proposed change. The card of a request shows every field, and a test walks these schemas
 * to prove it. Risk rules and policies also have their own schemas, with the values before and after.
 */
import Type from "typebox";
import { listRoles, readKeyTerms } from "#access";
import type { Proposal, ShownRequest } from "#approvals";
import { bankName } from "#dashboard/bank-name";
import type { Tx } from "#lib/db";
import { readFundSources } from "#fund-sources";
import { maskWords } from "#lib/mask-account";
import { formatRupees } from "#lib/money";
import { readWaitingCredits } from "#reconciliation";

/** Comma-separated permissions, before and after. */
const RIGHTS = ["mode", "was", "permissions"] as const;
/** A break of statements. */
const BREAK = ["name", "breakKind", "bankId", "day", "detail", "note"] as const;

/** The fields of each proposal. The first field identifies the kind of proposal. */
const PROPOSALS = {
  // The members whom these two concern are shown beside them, as `concerned`.
  ProposedMember: ["memberId", "roleId", "roleName", ...RIGHTS],
  ProposedRole: ["heldBy", "roleId", "name", ...RIGHTS],
  // Fund sources are named, and limits are in rupees. An empty text means all sources, or no limit.
  ProposedKeyTerms: [
    ...["scopeBefore", "sourcesBefore", "dayLimitBefore", "scope", "sources", "dayLimit"],
    ...["clientId", "name", "mode"],
  ],
  ProposedKeyReset: ["endsVersion", "clientId"],
  ProposedBeneficiary: [
    ...["change", "beneId", "name", "email", "phone", "address1", "address2", "city", "state", "pincode"],
    ...["accountLast4", "ifsc", "vpa", "cardNetwork", "cardLast4", "groupName", "purpose", "formerly"],
  ],
  ProposedProvider: [...["issuer", "replaces", "clientId", "domains", "logIn", "emergencyOwner", "roles"]],
  ProposedSetting: ["setting", "action", "before", "after"],
  ProposedUnblocking: ["blockId", "action", "kind", "shown", "because", "blockedAt"],
  ProposedResolution: ["resolution", "waiting", ...BREAK],
  // The effect is `return`, `payment`, or `debit` if only the line moves: from the payment in `takenFrom`.
  ProposedMatch: ["transferKey", "referenceId", "payee", "amount", "effect", "takenFrom", ...BREAK],
  ProposedUpstream: ["upstreamId", "name", "environment", "keyId", "baseUrl", "accountLast4", "version"],
  ProposedPolicies: [
    ...["subject", "beforeExceptWays", "exceptWays", "beforeExpireAfterMinutes", "expireAfterMinutes"],
  ],
  ProposedRuleChange: ["ruleId", "action"],
} as const;

export const proposalSchema = Type.Union([
  ...Object.entries(PROPOSALS).map(([$id, names]) =>
    Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])), { $id }),
  ),
  Type.Null(),
]);

type Said = Readonly<Record<string, string>>;

/** Returns the IDs of the members whose rights a proposal changes, directly or by their role. */
export const concernedBy = (proposal: Proposal | null): string[] =>
  String(proposal?.memberId ?? proposal?.heldBy ?? "")
    .split(",")
    .filter(Boolean);

/** Reads the proposals of requests as texts, without sealed fields, and with names instead of IDs. */
export async function readProposals(
  tx: Tx,
  requests: readonly ShownRequest[],
): Promise<(request: ShownRequest) => Said | null> {
  const has = (field: string): boolean => requests.some(({ proposal }) => proposal?.[field] != null);
  const sources = has("dayLimitPaise") ? await readFundSources(tx) : [];
  const roles = has("roleId") ? await listRoles(tx) : [];
  const releases = requests.filter(
    ({ status, proposal }) => status === "pending" && proposal?.["waitingPaise"] != null,
  );
  const waiting = await readWaitingCredits(
    tx,
    releases.map(({ subjectId }) => subjectId),
  );
  const names: Names = {
    source: (id) => sources.find(({ fundSourceId }) => fundSourceId === id)?.name ?? id,
    role: (id) => roles.find(({ roleId }) => roleId === id)?.name ?? "",
  };
  return ({ proposal, subjectId }) =>
    proposal === null
      ? null
      : declared(sayProposal(proposal, { ...names, waitsNow: waiting.get(subjectId) }));
}

/** Returns the declared fields of a proposal. An earlier version may not have stored all of them. */
function declared(said: Said): Said {
  const names: readonly string[] =
    Object.values(PROPOSALS).find(([first]) => said[first!] !== undefined) ?? Object.keys(said);
  return Object.fromEntries(names.map((name) => [name, said[name] ?? ""]));
}

interface Names {
  readonly source: (fundSourceId: string) => string;
  readonly role: (roleId: string) => string;
  /** The credits that wait at this moment for the gap that the proposal is about. */
  readonly waitsNow?: bigint | undefined;
}

function sayProposal(proposal: Proposal, names: Names): Said {
  const fields = Object.entries(proposal).filter(([name]) => !name.startsWith("sealed"));
  const said: Said = Object.fromEntries(fields.map(([name, value]) => [name, String(value ?? "")]));
  if (said["memberId"] !== undefined) return { ...said, roleName: names.role(said["roleId"] ?? "") };
  if (said["scope"] !== undefined && said["clientId"] !== undefined) return sayKeyTerms(said, names);
  const { bankId, day, waitingPaise, transferKey } = said;
  if (waitingPaise === undefined) return said;
  const paise = BigInt(waitingPaise);
  const known = { references: [transferKey, said["referenceId"]] };
  const [detail, note] = [said["detail"], said["note"]].map((words) => maskWords(words ?? "", known));
  return {
    ...said,
    ...{ detail: detail!, note: note! },
    name: [bankName(bankId ?? ""), day].filter(Boolean).join(", "),
    ...(transferKey === undefined
      ? { waiting: formatRupees(names.waitsNow ?? paise) }
      : { amount: formatRupees(paise) }),
  };
}

function sayKeyTerms(said: Said, { source }: Names): Said {
  const termsOf = (written: Readonly<Record<string, unknown>>) => {
    const { scope, fundSourceIds, dayLimitPaise } = readKeyTerms(written);
    return {
      scope,
      sources: fundSourceIds?.map(source).join(", ") ?? "",
      dayLimit: dayLimitPaise === null ? "" : formatRupees(dayLimitPaise),
    };
  };
  const before = termsOf(JSON.parse(said["was"] ?? "{}") as Record<string, unknown>);
  return {
    ...said,
    ...termsOf(said),
    scopeBefore: before.scope,
    sourcesBefore: before.sources,
    dayLimitBefore: before.dayLimit,
  };
}
