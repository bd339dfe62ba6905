// Describes a risk rule in words: its kind, its sentence, its effect and its scope.
import type { ProposedRule } from "#dashboard/api/operations.ts";
import { railName } from "../rail-name.ts";
import { formatRupees } from "../rupees.ts";
import { makeTexts } from "../../texts/catalogue.ts";
import english from "./texts.en.ts";

const useTexts = makeTexts(english, () => import("./texts.hi.ts"));

type Kind = ProposedRule["kind"];
type PayeeKind = "account" | "vpa" | "phone" | "ifsc" | "bank" | "beneficiary";

interface RuleWords {
  kind: (kind: Kind) => string;
  /** Returns the rule as a sentence, with its scope. */
  sentence: (rule: Pick<ProposedRule, "kind" | "parameters" | "scope" | "scopeId" | "scopeName">) => string;
  effect: (effect: ProposedRule["effect"]) => string;
  scope: (scope: ProposedRule["scope"]) => string;
  state: (active: boolean) => string;
  /** Returns the name of a kind of blocked payee, from the server's code. */
  payee: (kind: string) => string;
}

export function useRuleWords(): RuleWords {
  const t = useTexts();
  return {
    kind: (kind) => t(`k_${kind}`),
    sentence: (rule) => [sayTerms(t, rule), sayScope(t, rule)].filter(Boolean).join(" · "),
    effect: (effect) => t(effect),
    scope: (scope) => t(`sc_${scope}`),
    state: (active) => t(active ? "active" : "inactive"),
    payee: (kind) => t(`b_${kind as PayeeKind}`),
  };
}

type Words = ReturnType<typeof useTexts>;

function sayScope(
  t: Words,
  { scope, scopeId, scopeName }: Pick<ProposedRule, "scope" | "scopeId" | "scopeName">,
): string {
  if (scope === "merchant") return "";
  if (scopeId === null) return t("scoped", { scope: t(`sc_${scope}`) });
  return t("scopedTo", { name: scopeName ?? (scope === "rail" ? railName(scopeId) : scopeId) });
}

function sayTerms(t: Words, { kind, parameters }: Pick<ProposedRule, "kind" | "parameters">): string {
  const { limit = "0", upTo = "0", above = "0", transfers = 0, periodMinutes = 0 } = parameters;
  const { addedWithinHours = 0, times = 0, leastKnown = 0, direction } = parameters;
  switch (kind) {
    case "trusted_amount":
      return t("s_trusted_amount", { amount: formatRupees(upTo) });
    case "transfer_limit":
      return t("s_transfer_limit", { amount: formatRupees(limit) });
    case "daily_limit":
      return t("s_daily_limit", { amount: formatRupees(limit) });
    case "velocity":
      return t("s_velocity", { transfers, minutes: periodMinutes });
    case "new_payee":
      return t("s_new_payee", { amount: formatRupees(above), hours: addedWithinHours });
    case "duplicate":
      return t("s_duplicate", { minutes: periodMinutes });
    case "unusual_amount":
      return t(direction === "either" ? "s_unusual_either" : "s_unusual_above", { times, known: leastKnown });
    default:
      return kind satisfies never;
  }
}
