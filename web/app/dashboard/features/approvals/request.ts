// Describes an approval request in words.
import type { Outputs, PoliciesToApprove } from "#dashboard/api/operations.ts";
import { usePersonWords } from "#dashboard/ui/person.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { sayDays } from "#dashboard/ui/time.tsx";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import type { Names } from "./policy-words.ts";
import { useTexts } from "./texts.ts";

export type Request = Outputs["getApproval"];

type Proposal = NonNullable<Request["proposal"]>;
type FieldOf<Of> = Of extends unknown ? keyof Of : never;

/** The fields of a proposal of any kind. */
export type Said = { readonly [Field in FieldOf<Proposal>]?: string };

export const saidOf = ({ proposal }: Pick<Request, "proposal">): Said => proposal ?? {};

type Flag = NonNullable<Request["transfer"]>["flags"][number];

export const flagTones: Record<Flag, Tone> = {
  new_payee: "warn",
  changed_account: "bad",
  unverified: "neu",
  name_differs: "bad",
};

/** Returns true if approval pays money rather than making a change. */
export const isPayment = ({ amount }: Request): boolean => amount !== null;

/** Returns the subject of the request in a few words. */
export function useSubjectName(): (request: Request) => string {
  const kindOf = useKindName();
  const words = useRuleWords();
  const personOf = usePersonWords();
  const t = useTexts();
  return (request) => {
    const { kind, transfer, batch, rule, concerned } = request;
    const { subject, name, shown, memberId } = saidOf(request);
    if (memberId !== undefined && concerned[0]) return personOf(concerned[0]);
    const changed = rule?.after ?? rule?.before;
    if (changed) return words.kind(changed.kind);
    if (subject) return `${kindOf(request)}: ${t(`kind_${subject as "transfer"}`)}`;
    if (kind === "credit" && name) return sayDays(name, t.language);
    return transfer?.payee ?? batch?.name ?? name ?? shown ?? kindOf(request);
  };
}

/** Returns the kind of change. */
export function useKindName(): (request: Request) => string {
  const t = useTexts();
  return (request) => {
    const { kind, rule } = request;
    const { action, setting, change } = saidOf(request);
    if (rule !== null) return t(`rule_${rule.action}`);
    if (action === "unblock") return t("unblocking");
    if (setting) return t("settingLoosened");
    if (kind === "beneficiary" && change) return t(`beneficiary_${change as "add"}`);
    return t(`kind_${kind as "transfer"}`);
  };
}

/** Returns the title of the dialog for approving. */
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

/** Returns the names of the members and fund sources in policies, by their IDs. */
export function useNames(): (named: Pick<PoliciesToApprove, "people" | "sources">) => Names {
  const personOf = usePersonWords();
  return ({ people, sources }) => ({
    ...sources,
    ...Object.fromEntries(people.map((person) => [person.memberId, personOf(person)])),
  });
}
