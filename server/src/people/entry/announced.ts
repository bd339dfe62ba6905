/**
 * The audited changes about which the member concerned and the Owners are notified by e-mail. Every action of the
 * modules that protect an organization is listed here, with null if no one is notified. A test finds missing actions.
 */
import { FACTOR_RESET_HOURS, OWNER_CHANGE_HOURS } from "#access";
import type { AuditRecord } from "#audit";
import { istText } from "#lib/ist";

interface Announcement {
  /** Names the change in a few words. It is the subject line of an e-mail about this change only. */
  readonly what: string;
  /** The text that follows these words in the list of changes. */
  readonly more?: (record: Pick<AuditRecord, "detail" | "subject">) => string;
  /** True if the record is about such a change. If absent, every record is. */
  readonly when?: (detail: Detail) => boolean;
  /** The text for a member who can stop the change by the link in the e-mail; absent if it cannot be stopped. */
  readonly canBeStopped?: string;
  /** True if all approvers are notified too, including disabled members. */
  readonly toApprovers?: boolean;
  /** Advises all readers what they can do about it. */
  readonly advice?: string;
}

/** A change that people are notified of, with the member concerned. */
export interface AnnouncedChange extends Pick<AuditRecord, "seq" | "at" | "actor" | "subject" | "detail"> {
  readonly announcement: Announcement;
  /** The member whose rights, proofs or sessions changed, or who changed something of the organization. */
  readonly memberId: string | null;
}

type Detail = AuditRecord["detail"];

const wasEnded = ({ because }: Detail): boolean => because === "ended";
const isStrange = ({ newBrowser, how }: Detail): boolean => newBrowser === true && how !== "invitation";
const byRecoveryCode = ({ how }: Detail): boolean => String(how).includes("recovery code");

const FACTORS_GO =
  `Second factors are removed ${FACTOR_RESET_HOURS} hours after a second member has agreed. If you have not lost ` +
  "yours, stop it with the link below, or on the page Account.";
const OWNER_GOES =
  `What another Owner takes from you in live takes effect after ${OWNER_CHANGE_HOURS} hours. If you do not agree, ` +
  "stop it with the link below, or on the page Access Management.";
const disables = ({ disables }: Detail): boolean => disables === true;
const takes = ({ detail: { takes } }: Pick<AuditRecord, "detail">): string =>
  typeof takes === "string" ? `. Taken in live: ${takes.replaceAll("_", " ")}` : "";
const countOfWeek = ({ detail: { count } }: Pick<AuditRecord, "detail">): string =>
  `. In seven days: ${Number(count)}. An Owner can restore them on the page Beneficiaries, Deleted`;
const countOfDay = ({ detail: { count } }: Pick<AuditRecord, "detail">): string =>
  `. On that day: ${Number(count)}`;
const isOfProgram = ({ isProgram }: Detail): boolean => isProgram === true;
const inWeek = ({ detail: { count } }: Pick<AuditRecord, "detail">): string =>
  `. In seven days: ${Number(count)}`;

const stopsBank = ({ kind }: Detail): boolean => kind === "bank" || kind === "ifsc";
const blockedAt = ({ detail: { shown } }: Pick<AuditRecord, "detail">): string => `: ${String(shown)}`;
const blockedOfWeek = ({ detail: { count } }: Pick<AuditRecord, "detail">): string =>
  `. In seven days: ${Number(count)}. An Owner can undo them on the page Settings, Blocked payees`;
const BLOCKING_RULE: readonly Announcement[] = [
  {
    what: "Risk rule that blocks payments added or changed",
    when: ({ effect, active }) => effect === "block" && active === true,
    more: ({ detail: { kind } }) => `: ${String(kind).replaceAll("_", " ")}`,
  },
];
const sharesNow = ({ detail }: Pick<AuditRecord, "detail">): string => {
  const shares = Object.entries(detail).map(
    ([fundSourceId, percent]) => `${fundSourceId} ${Number(percent)} %`,
  );
  return shares.length === 0 ? ": none, the wallet pays" : `: ${shares.join(", ")}`;
};
const queuingHours = ({ detail: { hours } }: Pick<AuditRecord, "detail">): string =>
  hours === null ? ". They do not wait" : `. Hours: ${Number(hours)}`;

const providerNow = ({ detail: { issuer, required } }: Pick<AuditRecord, "detail">): string =>
  `: ${String(issuer)}, ${required === true ? "for all members" : "beside passwords"}`;

const ALONE =
  "No other member can approve a request that is listed here, so it takes effect by itself. If you do not expect it, " +
  "log in now, withdraw or reject the request under Approvals, and change your password.";
const ASKED_FOR: Readonly<Partial<Record<string, string>>> = {
  beneficiary: "another account for a beneficiary ID",
  credit: "release of credits from a bank statement",
  key_reset: "new or reset API keys",
  limit: "looser rules, limits or settings",
  policy: "change of the approval policies",
  rights: "more rights of members, roles or API keys",
};
const askedFor = ({ subject, detail }: Pick<AuditRecord, "detail" | "subject">): string =>
  `: ${ASKED_FOR[subject.split(":")[0]!] ?? "a change"}, takes effect at ${timeOf(detail["aloneUntil"])}`;
const timeOf = (text: unknown): string => istText(new Date(String(text)));

export const ANNOUNCED: Readonly<Record<string, readonly Announcement[] | null>> = {
  "access.logged_in": [
    { what: "Log-in in a new browser", when: (detail) => isStrange(detail) && !byRecoveryCode(detail) },
    { what: "Log-in with a recovery code", when: byRecoveryCode },
  ],
  "access.factor_refused": [{ what: "Right password, but five wrong codes" }],
  "access.sessions_ended": [{ what: "Sessions ended", when: wasEnded }],
  "access.password_changed": [{ what: "Password changed" }],
  "access.authenticator_added": [{ what: "Authenticator app added" }],
  "access.authenticator_removed": [{ what: "Authenticator app removed" }],
  "access.passkey_added": [{ what: "Passkey added" }],
  "access.passkey_removed": [{ what: "Passkey removed" }],
  "access.codes_renewed": [{ what: "New recovery codes" }],
  "access.factor_reset_asked": [{ what: "Removal of second factors requested", canBeStopped: FACTORS_GO }],
  "access.factor_reset_agreed": [{ what: "Removal of second factors in 24 hours", canBeStopped: FACTORS_GO }],
  "access.factor_reset_refused": [{ what: "Removal of second factors stopped" }],
  "access.factor_reset_lapsed": [{ what: "Removal of second factors lapsed" }],
  "access.factors_reset": [{ what: "Second factors removed" }],
  "access.owner_change_asked": [
    { what: "Owner is disabled in 24 hours", when: disables, canBeStopped: OWNER_GOES },
    { what: "Owner's permissions change in 24 hours", more: takes, canBeStopped: OWNER_GOES },
  ],
  "access.owner_change_stopped": [{ what: "Change to an Owner stopped" }],
  "access.owner_change_lapsed": [{ what: "Change to an Owner lapsed" }],
  "access.member_added": [{ what: "Member added" }],
  "access.invitation_accepted": [{ what: "Invited member joined" }],
  "access.member_permissions_set": [{ what: "Member's permissions changed" }],
  "access.member_disabled": [{ what: "Member disabled" }],
  "access.member_enabled": [{ what: "Member enabled" }],
  "access.member_renamed": [{ what: "Member's name changed" }],
  "access.role_made": [{ what: "Role made" }],
  "access.role_changed": [{ what: "Role changed" }],
  "access.role_removed": [{ what: "Role removed" }],
  "access.api_client_created": [{ what: "API keys generated" }],
  "access.api_client_reset": [{ what: "API keys reset" }],
  "access.api_client_changed": [{ what: "Allowlist or settings of the API keys changed" }],
  "access.api_client_scope_changed": [{ what: "Scope of the API keys changed" }],
  "access.merchant_changed": [
    { what: "Payouts switched off", when: ({ payoutsEnabled }) => payoutsEnabled === false },
    { what: "Payouts switched on", when: ({ payoutsEnabled }) => payoutsEnabled === true },
  ],
  "access.second_factor_policy_set": [{ what: "Rule on second factors changed" }],
  "approvals.asked_alone": [
    {
      what: "Request that no other member can approve",
      more: askedFor,
      toApprovers: true,
      advice: ALONE,
    },
  ],
  "approvals.tightening_undone": [
    { what: "An Owner undid what a member had tightened or programs had deleted" },
  ],
  "approvals.policies_set": [{ what: "Approval policies changed" }],
  "beneficiaries.many_added": [{ what: "Many beneficiaries added by one member", more: inWeek }],
  "beneficiaries.many_removed": [
    { what: "Many beneficiaries deleted by programs", more: countOfWeek, when: isOfProgram },
    { what: "Many beneficiaries deleted by one member", more: countOfWeek },
  ],
  "beneficiaries.numbers_tried": [
    { what: "Many account numbers tried in forms or files by one member", more: countOfDay },
  ],
  "transfers.many_cancelled": [
    { what: "Many payments or links ended by programs", more: inWeek, when: isOfProgram },
    { what: "Many payments or links of others ended by one member", more: inWeek },
  ],
  "webhooks.endpoint_added": [{ what: "Webhook endpoint added" }],
  "webhooks.endpoint_changed": [{ what: "Webhook endpoint changed" }],
  "webhooks.endpoint_removed": [{ what: "Webhook endpoint removed" }],
  "webhooks.endpoint_disabled": [
    { what: "Webhook endpoint switched off", when: ({ because }) => because === "merchant" },
  ],
  "webhooks.secret_rotated": [{ what: "Webhook secret changed" }],
  "webhooks.listener_opened": [{ what: "Webhook listener opened" }],
  "webhooks.listener_ended": null,
  "fund-sources.account_registered": [{ what: "Bank account for withdrawals changed" }],
  "fund-sources.shares_set": [{ what: "Shares that the fund sources pay changed", more: sharesNow }],
  "fund-sources.bank_stopped": [{ what: "Bank stopped after an unexplained debit" }],
  "reconciliation.accepted_gap_undone": [
    { what: "Accepted gap between bank statements undone; credits wait again" },
  ],
  "reconciliation.stop_limit_set": [{ what: "Stop limit for unexplained debits changed" }],
  "fund-sources.bank_connected": [{ what: "Connection to a bank changed" }],
  "risk.payee_blocked": [
    { what: "Payees blocked by their bank or branch", when: stopsBank, more: blockedAt },
  ],
  "risk.many_payees_blocked": [{ what: "Many payees blocked by one member", more: blockedOfWeek }],
  "risk.rule_added": BLOCKING_RULE,
  "risk.rule_changed": BLOCKING_RULE,
  "transfers.queuing_time_set": [{ what: "Time that payments wait for money changed", more: queuingHours }],
  "risk.modes_set": [{ what: "Modes of the risk shield changed" }],
  "access.emergency_logged_in": [{ what: "Log-in without the organization's provider" }],
  "sign-on.provider_connected": [{ what: "Log-in by a provider connected or changed", more: providerNow }],
  "sign-on.provider_removed": [{ what: "Log-in by the provider ended" }],
  "sign-on.identity_linked": [{ what: "Log-in by the provider for the first time" }],
  "sign-on.identity_unlinked": [{ what: "Account at the provider unlinked" }],
  "access.organization_founded": null,
  "access.organization_ended": null,
  "access.merchant_created": null,
  "access.merchant_moved": null,
  "access.business_type_set": null,
  "access.email_proved": null,
  // The invitation is sent as an e-mail of its own.
  "access.invited": null,
};

/** Returns what a record announces; null if it announces nothing. */
export function announcementOf(record: Pick<AuditRecord, "action" | "detail">): Announcement | null {
  const kinds = ANNOUNCED[record.action] ?? [];
  return kinds.find(({ when }) => when === undefined || when(record.detail)) ?? null;
}

/** The actions that announce something. */
export const ANNOUNCED_ACTIONS: readonly string[] = Object.entries(ANNOUNCED).flatMap(([action, kinds]) =>
  kinds === null ? [] : [action],
);
