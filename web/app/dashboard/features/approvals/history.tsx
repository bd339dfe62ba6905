// Past decisions, with the member who made each and the reason.
import { useList } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { QueueTabs } from "./queue-tabs.tsx";
import { useKindName, useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const tones: Record<string, Tone> = { approved: "ok", rejected: "bad", expired: "warn" };

export default function History() {
  const t = useTexts();
  const nameOf = useSubjectName();
  const kindOf = useKindName();
  const merchantId = useMerchantId();
  const list = useList("listApprovalHistory", { merchantId });
  const columns: Column<Request>[] = [
    {
      id: "subject",
      header: t("subject"),
      cell: (request) => (
        <span className="grid">
          {nameOf(request)}
          {kindOf(request) !== nameOf(request) && (
            <span className="text-13 font-normal text-ink-2">{kindOf(request)}</span>
          )}
        </span>
      ),
      fixed: true,
      width: "min-w-40",
      card: "title",
    },
    {
      id: "amount",
      header: t("amount"),
      cell: ({ amount }) => amount && <Money amount={amount} />,
      align: "end",
      card: "figure",
    },
    {
      id: "outcome",
      header: t("outcome"),
      card: "mark",
      cell: ({ status }) => (
        <Badge tone={tones[status] ?? "neu"}>{t(`status_${status as "approved"}`)}</Badge>
      ),
    },
    {
      id: "maker",
      header: t("maker"),
      cell: ({ maker }) => <Person person={maker} />,
      room: "medium",
      card: "none",
    },
    {
      id: "by",
      header: t("decidedBy"),
      cell: ({ endedBy }) => endedBy && <Person person={endedBy} />,
      card: "note",
    },
    {
      id: "at",
      header: t("decidedAt"),
      card: "foot",
      cell: ({ endedAt }) => endedAt && <Time at={endedAt} shape="minute" />,
    },
    { id: "why", header: t("why"), cell: ({ remarks }) => remarks, width: "min-w-40", room: "narrow" },
  ];
  return (
    <>
      <PageHeader title={t("historyTitle")} lead={t("historyLead")} />
      <QueueTabs />
      <Card flush>
        <DataTable
          caption={t("historyTitle")}
          columns={columns}
          list={list}
          holdsNew
          rowKey={({ requestId }) => requestId}
          empty={<p className="p-4 text-ink-2">{t("historyEmpty")}</p>}
        />
      </Card>
    </>
  );
}
