// Describes a policy in words, with all its fields: a field without words does not compile.
import type { ApprovalPolicy, PolicyLevel } from "#dashboard/api/operations.ts";
import { railName } from "#dashboard/ui/rail-name.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import type { useTexts } from "./texts.ts";

type Words = ReturnType<typeof useTexts>;
/** The names of members and fund sources by their IDs. */
export type Names = Readonly<Record<string, string>>;

interface PolicyWords {
  /** Returns the whole policy in one line. */
  readonly line: (policy: ApprovalPolicy) => string;
  /** Returns the conditions on rails and fund sources. Empty if there are none. */
  readonly conditions: (policy: Pick<ApprovalPolicy, "rails" | "fundSources">) => string;
  /** Returns the only members who can approve. Empty if everyone with the permission can. */
  readonly members: (level: Pick<PolicyLevel, "members">) => string;
}

/** Makes the words for policies. `permissionName` and `names` translate IDs. */
export function makePolicyWords(t: Words, permissionName: (id: string) => string, names: Names): PolicyWords {
  const list = (ids: readonly string[]): string => ids.map((id) => names[id] ?? id).join(", ");
  const members = ({ members: only }: Pick<PolicyLevel, "members">): string =>
    only === null ? "" : t("onlyMembers", { names: list(only) });
  const ofLevel: { [Field in keyof PolicyLevel]: (level: PolicyLevel) => string } = {
    approvers: ({ approvers, permission }) =>
      t("levelOf", { approvers, permission: permissionName(permission) }),
    permission: () => "",
    members,
  };
  const ofPolicy: { [Field in keyof ApprovalPolicy]: (policy: ApprovalPolicy) => string } = {
    name: ({ name }) => name,
    from: ({ from, to }) =>
      from === null && to === null
        ? t("anyAmount")
        : from === null
          ? ""
          : t("fromOnly", { from: formatRupees(from) }),
    to: ({ to }) => (to === null ? "" : t("toOnly", { to: formatRupees(to) })),
    rails: ({ rails }) => (rails === null ? "" : t("onlyRails", { rails: rails.map(railName).join(", ") })),
    fundSources: ({ fundSources }) =>
      fundSources === null ? "" : t("onlySources", { sources: list(fundSources) }),
    creators: ({ creators }) =>
      creators === null
        ? t("anyMaker")
        : creators.map((creator) => t(`creator_${creator as "api"}`)).join(", "),
    levels: ({ levels }) => levels.map(lineOfLevel).join(t("then")) || t("noLevel"),
  };
  const said = <Of>(table: Readonly<Record<string, (of: Of) => string>>, of: Of): string =>
    Object.values(table)
      .map((say) => say(of))
      .filter((part) => part !== "")
      .join(", ");
  const lineOfLevel = (level: PolicyLevel): string => said(ofLevel, level);
  return {
    line: (policy) => said(ofPolicy, policy),
    conditions: ({ rails, fundSources }) =>
      [
        rails && ofPolicy.rails({ rails } as ApprovalPolicy),
        fundSources && ofPolicy.fundSources({ fundSources } as ApprovalPolicy),
      ]
        .filter(Boolean)
        .join(", "),
    members,
  };
}

/** Marks the lines that are not among the others, so that a reader sees the differences. */
export const markDiffering = (
  lines: readonly string[],
  others: readonly string[],
  mark: (line: string) => string,
): string[] => lines.map((line) => (others.includes(line) ? line : mark(line)));
