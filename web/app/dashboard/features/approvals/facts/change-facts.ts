// Describes a change that waits: a risk rule or a setting now and after approval, a block, or a beneficiary.
import type { ReactElement } from "react";
import type { ProposedRule } from "#dashboard/api/operations.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import { formatTime } from "#dashboard/ui/moments.ts";
import { makeTexts } from "#dashboard/texts/catalogue.ts";
import { markDiffering } from "../policy-words.ts";
import type { Request, Said } from "../request.ts";
import english from "./texts.en.ts";

const useTexts = makeTexts(english, () => import("./texts.hi.ts"));

export interface Fact {
  label: string;
  value: string | readonly string[] | ReactElement;
}

/** Returns the facts about a setting that is loosened: its value now and after approval. */
export function useSettingFacts(): (said: Said) => Fact[] {
  const t = useTexts();
  const valueOf = (setting: string, value: string): string => {
    if (setting === "waitingMinutes") return t("minutes", { minutes: Number(value) });
    if (setting === "stopAbove") return formatRupees(value);
    if (setting === "ipAllowlist") return value === "" ? t("noAddresses") : value;
    if (setting !== "queuingHours") return t(value === "true" ? "on" : "off");
    return value === "" ? t("noQueue") : t("hours", { hours: Number(value) });
  };
  return ({ setting = "", before = "", after = "" }) => [
    { label: t("setting"), value: t(`setting_${setting as "accountOnce"}`) },
    { label: t("ruleBefore"), value: valueOf(setting, before) },
    { label: t("ruleAfter"), value: valueOf(setting, after) },
  ];
}

/** Returns the facts about the provider with which members will log in. */
export function useProviderFacts(): (said: Said) => Fact[] {
  const t = useTexts();
  return (said) =>
    [
      { label: t("setting"), value: t("signOn") },
      { label: t("issuer"), value: said.issuer ?? "" },
      { label: t("issuerReplaced"), value: said.replaces ?? "" },
      { label: t("clientId"), value: said.clientId ?? "" },
      { label: t("domains"), value: said.domains ?? "" },
      { label: t("logInRule"), value: t(said.logIn === "required" ? "logInRequired" : "logInOffered") },
      { label: t("emergencyOwner"), value: said.emergencyOwner ?? "" },
      { label: t("claimedRoles"), value: said.roles ?? "" },
    ].filter(({ value }) => value !== "");
}

/** Returns the facts about a change of the risk rules, or about the end of a block. */
export function useRuleFacts(): (rule: Request["rule"], said: Said) => Fact[] {
  const t = useTexts();
  const words = useRuleWords();
  const linesOf = (rule: ProposedRule): string[] => [
    words.kind(rule.kind),
    words.sentence(rule),
    t("ruleEffect", { effect: words.effect(rule.effect) }),
    t("ruleState", { state: words.state(rule.active) }),
    rule.place === null ? t("ruleLast") : t("rulePlace", { place: rule.place }),
  ];
  const compared = (rule: ProposedRule, other: ProposedRule | null): string[] =>
    other === null
      ? linesOf(rule)
      : markDiffering(linesOf(rule), linesOf(other), (text) => t("differs", { text }));
  return (rule, { shown = "", because = "", kind = "account", blockedAt = "" }) => {
    if (rule !== null) {
      const { before, after, beside } = rule;
      const others = beside.map((one) =>
        t("ruleBesideLine", {
          place: one.place ?? 0,
          sentence: words.sentence(one),
          effect: words.effect(one.effect),
        }),
      );
      return [
        { label: t("ruleBefore"), value: before === null ? t("ruleNone") : compared(before, after) },
        { label: t("ruleAfter"), value: after === null ? t("ruleRemoved") : compared(after, before) },
        ...(others.length === 0 ? [] : [{ label: t("ruleBeside"), value: others }]),
      ];
    }
    return [
      { label: t("unblocks"), value: [words.payee(kind), shown] },
      { label: t("blockedAt"), value: blockedAt && formatTime(blockedAt, "minute", t.language) },
      { label: t("unblocksBecause"), value: because },
    ];
  };
}

/** The fields of a beneficiary in a proposal, in the order in which they are shown. */
const beneficiaryFields = [
  ...([
    "name",
    "beneId",
    "formerly",
    "accountLast4",
    "ifsc",
    "vpa",
    "cardNetwork",
    "cardLast4",
    "phone",
    "email",
  ] as const),
  ...(["address1", "address2", "city", "state", "pincode", "groupName", "purpose"] as const),
] as const;

/** Returns the facts about a beneficiary that is added or removed. */
export function useBeneficiaryFacts(): (said: Said) => Fact[] {
  const t = useTexts();
  return (said) =>
    beneficiaryFields
      .map((field) => ({ label: t(field), value: said[field] ?? "" }))
      .filter(({ value }) => value !== "");
}
