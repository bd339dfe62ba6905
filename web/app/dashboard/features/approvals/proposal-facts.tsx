// What a request says, in words: of rights and policies, credits and services, keys and beneficiaries, and of rules, before and after.
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { sayDays } from "#dashboard/ui/time.tsx";
import { useBeneficiaryFacts, useRuleFacts, useSettingFacts, type Fact } from "./facts/change-facts.ts";
import type { Request } from "./request.ts";
import { makePolicyWords, markDiffering } from "./policy-words.ts";
import { useTexts } from "./texts.ts";

/** What API keys can do, as a proposal has it: an empty text leaves nothing out. */
interface KeyTerms {
  scope: "read" | "draft" | "pay";
  fundSourceIds: string;
  dayLimitPaise: string;
}

/** The facts of a proposal, in the order in which they are read. */
export function useProposalFacts(): (request: Request) => Fact[] {
  const t = useTexts();
  const nameOf = usePermissionName();
  const ruleFacts = useRuleFacts();
  const settingFacts = useSettingFacts();
  const policyFacts = usePolicyFacts();
  const beneficiaryFacts = useBeneficiaryFacts();
  const rights = (list: string | undefined) =>
    !list
      ? t("rightsNone")
      : list
          .split(",")
          .map((permission) => nameOf(permission))
          .join(", ");
  const rupees = (paise: string) => formatRupees((Number(paise) / 100).toFixed(2));
  const termsOf = ({ scope, fundSourceIds, dayLimitPaise }: KeyTerms): readonly string[] => [
    t(`key_${scope}`),
    fundSourceIds === ""
      ? t("keyAnySource")
      : t("keySources", { sources: fundSourceIds.replaceAll(",", ", ") }),
    dayLimitPaise === "" ? t("keyNoLimit") : t("keyLimit", { amount: rupees(dayLimitPaise) }),
  ];
  const creditFacts = (said: Readonly<Record<string, string>>): Fact[] =>
    [
      { label: t("creditStatement"), value: sayDays(said["name"] ?? "", t.language) },
      { label: t("creditDetail"), value: sayDays(said["detail"] ?? "", t.language) },
      {
        label: t("creditSaid"),
        value: said["resolution"] ? t(`credit_${said["resolution"] as "explained"}`) : t("credit_return"),
      },
      { label: t("transferId"), value: said["transferKey"] ?? "" },
      {
        label: t(said["transferKey"] ? "creditAmount" : "creditWaiting"),
        value: rupees(said["waitingPaise"] ?? "0"),
      },
      { label: t("creditNote"), value: said["note"] ?? "" },
    ].filter(({ value }) => value !== "");
  const upstreamFacts = useUpstreamFacts();
  return (request) => {
    const { kind, proposal } = request;
    const said = proposal ?? {};
    if (kind === "rights" && said["clientId"])
      return [
        { label: t("forKeys"), value: said["clientId"] },
        { label: t("inEnvironment"), value: t(said["mode"] === "live" ? "env_live" : "env_sandbox") },
        { label: t("rightsBefore"), value: termsOf(JSON.parse(said["was"] ?? "{}") as KeyTerms) },
        { label: t("rightsAfter"), value: termsOf(said as unknown as KeyTerms) },
      ];
    if (kind === "rights")
      return [
        said["memberId"]
          ? { label: t("forMember"), value: `${said["name"]}, ${said["email"]}` }
          : { label: t("forRole"), value: said["name"] ?? "" },
        ...(said["members"] ? [{ label: t("heldBy"), value: said["members"] }] : []),
        { label: t("inEnvironment"), value: t(said["mode"] === "live" ? "env_live" : "env_sandbox") },
        { label: t("rightsBefore"), value: rights(said["was"]) },
        { label: t("rightsAfter"), value: rights(said["permissions"]) },
      ];
    if (kind === "policy") return policyFacts(request);
    if (kind === "credit") return said["upstreamId"] ? upstreamFacts(said) : creditFacts(said);
    if (kind === "limit") return said["setting"] ? settingFacts(request) : ruleFacts(request);
    if (kind === "beneficiary") return beneficiaryFacts(request);
    if (kind === "key_reset")
      return [
        { label: t("forKeys"), value: said["clientId"] || t("firstKeys") },
        ...(said["clientId"] ? [{ label: t("endsVersion"), value: said["endsVersion"] ?? "" }] : []),
      ];
    return [];
  };
}

/** The facts of a service that is to be connected by its keys, of which only the ID is shown. */
function useUpstreamFacts(): (said: Readonly<Record<string, string>>) => Fact[] {
  const t = useTexts();
  return (said) => [
    { label: t("upstreamOf"), value: said["name"] ?? "" },
    { label: t("upstreamKeys"), value: t(`upstream_${said["environment"] as "test"}`) },
    { label: t("upstreamKeyId"), value: said["keyId"] ?? "" },
    { label: t("upstreamAccount"), value: t("upstreamEnding", { last4: said["accountLast4"] ?? "" }) },
    { label: t("upstreamReplaces"), value: t(said["version"] === "1" ? "upstreamNo" : "upstreamYes") },
  ];
}

const DAY_MINUTES = 24 * 60;

/** The facts of a change of policies: every field of each, before and after; what differs is marked. */
function usePolicyFacts(): (request: Request) => Fact[] {
  const t = useTexts();
  const permissionName = usePermissionName();
  const duration = useDuration();
  return ({ proposal, policies }) => {
    const said = proposal ?? {};
    const { before = [], after = [], names = {} } = policies ?? {};
    const { line } = makePolicyWords(t, permissionName, names);
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
      { label: t("policiesOf"), value: t(`kind_${said["subject"] as "transfer"}`) },
      { label: t("policiesBefore"), value: compared(linesOf(before), linesOf(after)) },
      { label: t("policiesAfter"), value: compared(linesOf(after), linesOf(before)) },
      ...(said["subject"] === "transfer"
        ? pair(["channelsBefore", "channelsAfter"], ways(said["beforeExceptWays"]), ways(said["exceptWays"]))
        : []),
      ...pair(
        ["expiryBefore", "expiryAfter"],
        last(said["beforeExpireAfterMinutes"]),
        last(said["expireAfterMinutes"]),
      ),
    ].filter(({ value }) => value !== "");
  };
}

/** So many minutes in words: whole days where they are some. */
export function useDuration(): (minutes: number) => string {
  const t = useTexts();
  return (minutes) =>
    minutes % DAY_MINUTES === 0
      ? t("daysLong", { days: minutes / DAY_MINUTES })
      : t("minutesLong", { minutes });
}
