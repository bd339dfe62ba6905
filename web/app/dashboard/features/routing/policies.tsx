// The routing policy in force in plain words, and the versions before it.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { percentOf } from "./percent-of.ts";
import { useTexts } from "./texts.ts";

type Policy = Outputs["listRoutingPolicies"]["items"][number];

export function Policies({ items }: { items: readonly Policy[] }) {
  const t = useTexts();
  const [inForce] = items;
  const rules = useRules();
  const columns = useColumns(inForce?.version);
  if (inForce === undefined) return null;
  return (
    <>
      <Card
        title={t("policy")}
        lead={`${t("policyVersion", { version: inForce.version })}: ${inForce.because ?? t("policyUsual")}`}
      >
        <ul className="grid max-w-[80ch] list-disc gap-2 pl-5">
          {rules(inForce).map((rule) => (
            <li key={rule} className="break-words">
              {rule}
            </li>
          ))}
        </ul>
        <p className="mt-4 max-w-[80ch] text-13 text-ink-2">{t("policyHow")}</p>
      </Card>
      <Card title={t("versions")} flush>
        <DataTable
          caption={t("versions")}
          columns={columns}
          list={listOf(items)}
          rowKey={({ version }) => String(version)}
          empty={null}
        />
      </Card>
    </>
  );
}

/** Returns the sentences of a policy, one for each of its rows, in the order in which they apply. */
function useRules(): (policy: Policy) => string[] {
  const t = useTexts();
  return ({ priorities, shares, costs, demoteFromBp, costPerPercent }) => [
    t("ruleDemote", { percent: percentOf(demoteFromBp) }),
    ...shares.map(({ rail, bankName, percent }) =>
      t("ruleShare", { rail: railName(rail), bank: bankName, percent }),
    ),
    ...priorities.map(({ rail, upTo, banks }) => {
      const names = banks.map(({ bankName }) => bankName);
      const rule = { rail: railName(rail), banks: names.join(", ") };
      return upTo === null
        ? t("ruleFirst", rule)
        : t("ruleFirstUpTo", { ...rule, amount: formatRupees(upTo) });
    }),
    ...costs.map(({ rail, bankName, amount }) =>
      t("ruleCost", { rail: railName(rail), bank: bankName, amount: formatRupees(amount) }),
    ),
    Number(costPerPercent) === 0
      ? t("ruleNoWeight")
      : t("ruleWeight", { amount: formatRupees(costPerPercent) }),
    t("ruleListed"),
    t("ruleProof"),
  ];
}

function useColumns(inForce: number | undefined): Column<Policy>[] {
  const t = useTexts();
  const to = useTo();
  return [
    {
      id: "version",
      header: t("version"),
      card: "title",
      cell: ({ version }) => (
        <span className="flex flex-wrap items-center gap-2">
          {t("policyVersion", { version })}
          {version === inForce && <Badge tone="ok">{t("inForce")}</Badge>}
        </span>
      ),
    },
    {
      id: "set",
      header: t("setAt"),
      cell: ({ setAt }) => (setAt === null ? "–" : <Time at={setAt} shape="minute" />),
    },
    {
      id: "by",
      header: t("setBy"),
      cell: ({ setBy, setAt }) => (setAt === null ? "–" : (setBy ?? t("operator"))),
    },
    { id: "because", header: t("because"), cell: ({ because }) => because ?? t("policyUsual") },
    {
      id: "again",
      header: t("newDraft"),
      align: "end",
      card: "foot",
      cell: ({ version }) => (
        <Can operation="setRoutingPolicy" brief>
          <ButtonLink size="sm" to={`${to("fund-sources/routing/draft")}?from=${version}`}>
            {t("draftFrom", { version })}
          </ButtonLink>
        </Can>
      ),
    },
  ];
}
