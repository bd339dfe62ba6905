// What a request says, in words: of rights and policies, credits and services, keys and beneficiaries, and of rules, before and after.
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { sayDays } from "#dashboard/ui/time.tsx";
import { useBeneficiaryFacts, useRuleFacts, useSettingFacts, type Fact } from "./facts/change-facts.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

interface ProposedPolicy {
  name: string;
  fromPaise: string | null;
  toPaise: string | null;
  creators: readonly ("api" | "member" | "batch")[] | null;
  levels: readonly { approvers: number; permission: string }[];
}

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
  const beneficiaryFacts = useBeneficiaryFacts();
  const rights = (list: string | undefined) =>
    !list
      ? t("rightsNone")
      : list
          .split(",")
          .map((permission) => nameOf(permission))
          .join(", ");
  const rupees = (paise: string) => formatRupees((Number(paise) / 100).toFixed(2));
  const rangeOf = ({ fromPaise, toPaise }: ProposedPolicy): string => {
    if (fromPaise === null) return toPaise === null ? t("anyAmount") : t("toOnly", { to: rupees(toPaise) });
    if (toPaise === null) return t("fromOnly", { from: rupees(fromPaise) });
    return t("range", { from: rupees(fromPaise), to: rupees(toPaise) });
  };
  const lineOf = (policy: ProposedPolicy): string =>
    t("policyLine", {
      name: policy.name,
      range: rangeOf(policy),
      makers: policy.creators?.map((creator) => t(`creator_${creator}`)).join(", ") ?? t("anyMaker"),
      steps:
        policy.levels
          .map(({ approvers, permission }) => t("levelOf", { approvers, permission: nameOf(permission) }))
          .join(t("then")) || t("noLevel"),
    });
  const lines = (json: string | undefined): readonly string[] => {
    const policies = JSON.parse(json ?? "[]") as ProposedPolicy[];
    return policies.length === 0 ? [t("policiesNone")] : policies.map(lineOf);
  };
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
    if (kind === "policy")
      return [
        { label: t("policiesOf"), value: t(`kind_${said["subject"] as "transfer"}`) },
        { label: t("policiesBefore"), value: lines(said["before"]) },
        { label: t("policiesAfter"), value: lines(said["policies"]) },
        { label: t("channelsAfter"), value: said["exceptWays"] ?? "" },
      ].filter(({ value }) => value !== "");
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
