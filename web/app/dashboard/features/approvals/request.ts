// A request for approval in words.
import type { Outputs } from "#dashboard/api/operations.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { sayDays } from "#dashboard/ui/time.tsx";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import { useTexts } from "./texts.ts";

export type Request = Outputs["getApproval"];

type Flag = NonNullable<Request["transfer"]>["flags"][number];

export const flagTones: Record<Flag, Tone> = {
  new_payee: "warn",
  changed_account: "bad",
  unverified: "neu",
  name_differs: "bad",
};

/** Returns true if approval pays money rather than making a change. */
export const isPayment = ({ amount }: Request): boolean => amount !== null;

/** What is asked about, in a few words. */
export function useSubjectName(): (request: Request) => string {
  const kindOf = useKindName();
  const words = useRuleWords();
  const t = useTexts();
  return (request) => {
    const { kind, transfer, batch, proposal, rule } = request;
    const changed = rule?.after ?? rule?.before;
    if (changed) return words.kind(changed.kind);
    const subject = proposal?.["subject"];
    if (subject) return `${kindOf(request)}: ${t(`kind_${subject as "transfer"}`)}`;
    if (kind === "credit" && proposal?.["name"]) return sayDays(proposal["name"], t.language);
    return transfer?.payee ?? batch?.name ?? proposal?.["name"] ?? proposal?.["shown"] ?? kindOf(request);
  };
}

/** What kind of change it is. */
export function useKindName(): (request: Request) => string {
  const t = useTexts();
  return ({ kind, rule, proposal }) => {
    if (rule !== null) return t(`rule_${rule.action}`);
    if (proposal?.["action"] === "unblock") return t("unblocking");
    if (proposal?.["setting"]) return t("settingLoosened");
    const change = proposal?.["change"];
    if (kind === "beneficiary" && change) return t(`beneficiary_${change as "add"}`);
    return t(`kind_${kind as "transfer"}`);
  };
}

/** The title of the question whether to approve. */
export function useApproveTitle(): (request: Request) => string {
  const t = useTexts();
  const nameOf = useSubjectName();
  return (request) =>
    request.amount === null
      ? t("approvePlain")
      : request.batch !== null
        ? t("approveBatchTitle", { name: request.batch.name, amount: formatRupees(request.amount) })
        : t("approveTitle", { amount: formatRupees(request.amount), payee: nameOf(request) });
}
