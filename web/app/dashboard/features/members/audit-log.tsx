// /settings/access/audit-log: who did what, chained by hash, and the proof that nothing was changed since.
import { useState } from "react";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { AccessHeader } from "./access-header.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Row = Outputs["listAuditRecords"]["items"][number];

const own = "organization";

function useColumns(): Column<Row>[] {
  const t = useTexts();
  const said = ({ actor, actorName }: Row) => actorName ?? (actor === "system" ? t("system") : actor);
  return [
    { id: "time", header: t("time"), fixed: true, cell: ({ at }) => <Time at={at} /> },
    { id: "who", header: t("who"), cell: said },
    { id: "action", header: t("action"), cell: ({ action }) => <code className="text-13">{action}</code> },
    {
      id: "about",
      header: t("about"),
      cell: ({ subject, subjectName }) => subjectName ?? <code className="text-13 break-all">{subject}</code>,
    },
    {
      id: "details",
      header: t("details"),
      cell: ({ detail }) =>
        detail === "{}" ? null : <code className="text-12 break-all text-ink-2">{detail}</code>,
    },
    { id: "seq", header: "#", align: "end", cell: ({ seq }) => seq },
  ];
}

export default function AuditLog() {
  const t = useTexts();
  const { me, merchant } = useSession();
  const [chain, setChain] = useState(own);
  const [action, setAction] = useState("");
  const chosen = chain === own ? {} : { merchantId: chain };
  const records = useList("listAuditRecords", { ...chosen, ...(action !== "" && { action }) });
  const columns = useColumns();
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
        <div className="flex flex-wrap items-end gap-3">
          <Select label={t("chain")} value={chain} options={chains} onChange={setChain} />
          <TextInput
            label={t("filterAction")}
            optional
            placeholder="access."
            maxLength={100}
            value={action}
            onChange={setAction}
          />
        </div>
        <Verification key={chain} chosen={chosen} />
        <DataTable
          caption={t("records")}
          columns={columns}
          list={records}
          rowKey={({ seq }) => seq}
          empty={<EmptyState title={t("noRecords")}>{t("noRecordsLead")}</EmptyState>}
        />
      </div>
    </>
  );
}

function Verification({ chosen }: { chosen: { merchantId?: string } }) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const verification = useCall("verifyAuditChain", chosen, { enabled: asked });
  if (!asked) {
    return (
      <Button className="justify-self-start" icon="lock" onClick={() => setAsked(true)}>
        {t("verify")}
      </Button>
    );
  }
  if (verification.error)
    return <ErrorBox error={verification.error} onRetry={() => void verification.refetch()} />;
  const { bad, records } = verification.data ?? {};
  if (records === undefined) return <div className="h-11 animate-pulse rounded-card bg-sunken" />;
  return bad ? (
    <Note tone="bad">{t("broken", { seq: bad.seq, why: t(bad.why) })}</Note>
  ) : (
    <Note tone="ok">{t("verified", { count: Number(records) })}</Note>
  );
}
