// Describes the content of a request: rights and policies, credits and services, keys and beneficiaries, and rules
// before and after.
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { useBreakKind } from "#dashboard/ui/breaks/use-break-kind.ts";
import { People } from "#dashboard/ui/person.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { sayDays } from "#dashboard/ui/time.tsx";
import {
  useBeneficiaryFacts,
  useProviderFacts,
  useRuleFacts,
  useSettingFacts,
  type Fact,
} from "./facts/change-facts.ts";
import { saidOf, useNames, type Request, type Said } from "./request.ts";
import { makePolicyWords, markDiffering } from "./policy-words.ts";
import { useTexts } from "./texts.ts";

/** Returns the facts of a proposal, in reading order. */
export function useProposalFacts(): (request: Request) => Fact[] {
  const ruleFacts = useRuleFacts();
  const settingFacts = useSettingFacts();
  const providerFacts = useProviderFacts();
  const policyFacts = usePolicyFacts();
  const beneficiaryFacts = useBeneficiaryFacts();
  const rightsFacts = useRightsFacts();
  const creditFacts = useCreditFacts();
  const resetFacts = useResetFacts();
  return (request) => {
    const said = saidOf(request);
    const { kind, rule } = request;
    if (kind === "rights") return rightsFacts(request);
    if (kind === "policy") return policyFacts(request);
    if (kind === "credit") return creditFacts(said);
    if (kind === "limit" && said.issuer !== undefined) return providerFacts(said);
    if (kind === "limit") return said.setting ? settingFacts(said) : ruleFacts(rule, said);
    if (kind === "beneficiary") return beneficiaryFacts(said);
    return kind === "key_reset" ? resetFacts(said) : [];
  };
}

/** Returns the subject of the rights, and the rights now and after approval, with differences marked. */
function useRightsFacts(): (request: Request) => Fact[] {
  const t = useTexts();
  const nameOf = usePermissionName();
  const termsOf = (scope = "read", sources = "", dayLimit = ""): string[] => [
    t(`key_${scope as "read"}`),
    sources === "" ? t("keyAnySource") : t("keySources", { sources }),
    dayLimit === "" ? t("keyNoLimit") : t("keyLimit", { amount: formatRupees(dayLimit) }),
  ];
  const rights = (list = ""): string[] => list.split(",").filter(Boolean).map(nameOf);
  const marked = (lines: readonly string[], others: readonly string[]): string[] =>
    lines.length === 0 ? [t("rightsNone")] : markDiffering(lines, others, (text) => t("differs", { text }));
  const compared = (before: readonly string[], after: readonly string[]): Fact[] => [
    { label: t("rightsBefore"), value: marked(before, after) },
    { label: t("rightsAfter"), value: marked(after, before) },
  ];
  return (request) => {
    const said = saidOf(request);
    const { name = "", memberId, clientId, roleName, mode } = said;
    const people = <People people={request.concerned} />;
    const environment = { label: t("inEnvironment"), value: t(mode === "live" ? "env_live" : "env_sandbox") };
    if (clientId !== undefined)
      return [
        { label: t("forKeys"), value: clientId },
        environment,
        ...compared(
          termsOf(said.scopeBefore, said.sourcesBefore, said.dayLimitBefore),
          termsOf(said.scope, said.sources, said.dayLimit),
        ),
      ];
    return [
      memberId === undefined
        ? { label: t("forRole"), value: name }
        : { label: t("forMember"), value: people },
      ...(roleName ? [{ label: t("forRole"), value: roleName }] : []),
      ...(said.heldBy ? [{ label: t("heldBy"), value: people }] : []),
      environment,
      ...compared(rights(said.was), rights(said.permissions)),
    ];
  };
}

/**
 * Returns the facts about money that becomes spendable: the resolution of a break, the return of a transfer, or a
 * service that reports credits.
 */
function useCreditFacts(): (said: Said) => Fact[] {
  const t = useTexts();
  const breakKind = useBreakKind();
  return (said) => {
    const { upstreamId, resolution, effect, transferKey, name = "", detail = "" } = said;
    if (upstreamId !== undefined) return upstreamFacts(said, t);
    return [
      { label: t("creditStatement"), value: sayDays(name, t.language) },
      { label: t("creditBreak"), value: said.breakKind ? breakKind(said.breakKind as "missing_day") : "" },
      { label: t("creditDetail"), value: sayDays(detail, t.language) },
      {
        label: t("creditSaid"),
        value: t(`credit_${(resolution ?? (effect || "return")) as "explained"}`),
      },
      { label: t("transferId"), value: transferKey ?? "" },
      { label: t("referenceId"), value: said.referenceId ?? "" },
      { label: t("payee"), value: said.payee ?? "" },
      { label: t("creditTakenFrom"), value: said.takenFrom ?? "" },
      { label: t("creditAmount"), value: said.amount ? formatRupees(said.amount) : "" },
      {
        label: t("creditWaiting"),
        value: said.waiting ? t("creditsAndLater", { amount: formatRupees(said.waiting) }) : "",
      },
      { label: t("creditNote"), value: said.note ?? "" },
    ].filter(({ value }) => value !== "");
  };
}

/** Returns the facts about a service that will be connected with keys, of which only the ID is shown. */
const upstreamFacts = (said: Said, t: ReturnType<typeof useTexts>): Fact[] => [
  { label: t("upstreamOf"), value: said.name ?? "" },
  { label: t("upstreamKeys"), value: t(`upstream_${said.environment as "test"}`) },
  { label: t("upstreamAddress"), value: said.baseUrl ?? "" },
  { label: t("upstreamKeyId"), value: said.keyId ?? "" },
  { label: t("upstreamAccount"), value: t("upstreamEnding", { last4: said.accountLast4 ?? "" }) },
  { label: t("upstreamReplaces"), value: t(said.version === "1" ? "upstreamNo" : "upstreamYes") },
];

/** Returns the facts about keys that are created or get a new secret. */
function useResetFacts(): (said: Said) => Fact[] {
  const t = useTexts();
  return ({ clientId, endsVersion = "" }) => [
    { label: t("forKeys"), value: clientId || t("firstKeys") },
    ...(clientId ? [{ label: t("endsVersion"), value: endsVersion }] : []),
  ];
}

const DAY_MINUTES = 24 * 60;

/** Returns the facts about a change of policies: every field before and after, with differences marked. */
function usePolicyFacts(): (request: Request) => Fact[] {
  const t = useTexts();
  const permissionName = usePermissionName();
  const duration = useDuration();
  const namesOf = useNames();
  return (request) => {
    const { policies } = request;
    const said = saidOf(request);
    const { before = [], after = [], people = [], sources = {} } = policies ?? {};
    const { line } = makePolicyWords(t, permissionName, namesOf({ people, sources }));
    const linesOf = (list: typeof after): string[] =>
      list.map((policy, index) => `${index + 1}. ${line(policy)}`);
    const differing = (text: string): string => t("differs", { text });
    const compared = (one: readonly string[], other: readonly string[]): string[] =>
      one.length === 0 ? [t("policiesNone")] : markDiffering(one, other, differing);
    const ways = (list: string | undefined): string =>
      (list ?? "")
        .split(",")
        .filter(Boolean)
        .map((way) => t(`way_${way as "v1"}`))
        .join(", ") || t("channelsNone");
    const last = (minutes: string | undefined): string => (minutes ? duration(Number(minutes)) : "");
    const pair = (
      labels: readonly ["channelsBefore", "channelsAfter"] | readonly ["expiryBefore", "expiryAfter"],
      was: string,
      is: string,
    ): Fact[] => [
      { label: t(labels[0]), value: was },
      { label: t(labels[1]), value: was === is ? is : differing(is) },
    ];
    return [
      { label: t("policiesOf"), value: t(`kind_${said.subject as "transfer"}`) },
      { label: t("policiesBefore"), value: compared(linesOf(before), linesOf(after)) },
      { label: t("policiesAfter"), value: compared(linesOf(after), linesOf(before)) },
      ...(said.subject === "transfer"
        ? pair(["channelsBefore", "channelsAfter"], ways(said.beforeExceptWays), ways(said.exceptWays))
        : []),
      ...pair(
        ["expiryBefore", "expiryAfter"],
        last(said.beforeExpireAfterMinutes),
        last(said.expireAfterMinutes),
      ),
    ].filter(({ value }) => value !== "");
  };
}

/** Returns a number of minutes in words, in days if it is a whole number of days. */
export function useDuration(): (minutes: number) => string {
  const t = useTexts();
  return (minutes) =>
    minutes % DAY_MINUTES === 0
      ? t("daysLong", { days: minutes / DAY_MINUTES })
      : t("minutesLong", { minutes });
}
