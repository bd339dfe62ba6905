// /settings/access/audit-log: who did what, chained by hashes, and a check that nothing was changed since.
import { useState } from "react";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { dayEnds } from "#dashboard/ui/table/day-ends.ts";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { AccessHeader } from "./access-header.tsx";
import { areas } from "./audit-areas.ts";
import { useAuditColumns } from "./audit-columns.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const own = "organization";

const kinds = { action: "text", who: "list", area: "list", day: "range" } as const;

export default function AuditLog() {
  const t = useTexts();
  const { me, merchant } = useSession();
  const [chain, setChain] = useState(own);
  const chosen = chain === own ? {} : { merchantId: chain };
  const chains = [
    { id: own, label: t("organization") },
    ...me.merchants
      .filter(({ mode }) => mode === merchant.mode)
      .map(({ merchantId, name }) => ({ id: merchantId, label: name })),
  ];
  return (
    <>
      <AccessHeader />
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Select label={t("chain")} value={chain} options={chains} onChange={setChain} />
          <Verification key={chain} chosen={chosen} />
        </div>
        <Records chosen={chosen} />
      </div>
    </>
  );
}

function Records({ chosen }: { chosen: { merchantId?: string } }) {
  const t = useTexts();
  const filters = useFilters(kinds);
  const { action, who, area, day } = filters.values;
  const actions = action === "" ? area : [action];
  const records = useList("listAuditRecords", {
    ...chosen,
    ...(who.length > 0 && { actors: who }),
    ...(actions.length > 0 && { actions }),
    ...dayEnds(day),
  });
  const people = usePeople(records.items);
  return (
    <Card flush>
      <FilterBar
        filters={filters}
        search={{ key: "action", label: t("filterAction") }}
        fields={[
          { key: "who", kind: "choices", label: t("who"), options: people },
          {
            key: "area",
            kind: "choices",
            label: t("area"),
            options: areas.map((id) => ({ id: `${id.replace("_", "-")}.`, label: t(`area_${id}`) })),
          },
          { key: "day", kind: "days", label: t("time") },
        ]}
      />
      <DataTable
        caption={t("records")}
        columns={useAuditColumns()}
        list={records}
        rowKey={({ seq }) => seq}
        empty={
          filters.active.length > 0 ? (
            <NoMatch onClear={() => filters.clear()} />
          ) : (
            <div className="p-4">
              <EmptyState title={t("noRecords")}>{t("noRecordsLead")}</EmptyState>
            </div>
          )
        }
      />
    </Card>
  );
}

/**
 * Returns the people by whom records can be filtered: all members if this member may list them, else those in the
 * visible records.
 */
function usePeople(seen: readonly { actor: string; actorName: string | null }[]) {
  const t = useTexts();
  const mayManage = useCan()("listMembers");
  const members = useList("listMembers", {}, { enabled: mayManage });
  const names = new Map([["system", t("system")]]);
  for (const { actor, actorName } of seen) if (actorName !== null) names.set(actor, actorName);
  for (const { memberId, name } of members.items) names.set(`member:${memberId}`, name);
  return [...names].map(([id, label]) => ({ id, label }));
}

function Verification({ chosen }: { chosen: { merchantId?: string } }) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const verification = useCall("verifyAuditChain", chosen, { enabled: asked });
  if (!asked) {
    return (
      <Can operation="verifyAuditChain">
        <Button icon="lock" onClick={() => setAsked(true)}>
          {t("verify")}
        </Button>
      </Can>
    );
  }
  if (verification.error)
    return <ErrorBox error={verification.error} onRetry={() => void verification.refetch()} />;
  const { bad, records } = verification.data ?? {};
  if (records === undefined) return <div className="h-11 w-60 animate-pulse rounded-card bg-sunken" />;
  return bad ? (
    <Note tone="bad">{t("broken", { seq: bad.seq, why: t(bad.why) })}</Note>
  ) : (
    <Note tone="ok">{t("verified", { count: Number(records) })}</Note>
  );
}
