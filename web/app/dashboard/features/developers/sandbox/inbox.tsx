// The e-mails and text messages of the sandbox, which are kept instead of sent.
import { useState } from "react";
import { Link } from "react-router";
import { useList } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Drawer } from "#dashboard/ui/drawer.tsx";
import { Card, EmptyState, KeyValues } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { SandboxTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Message = Outputs["listSandboxMessages"]["items"][number];

const tones = { sent: "ok", pending: "info", failed: "bad" } as const;

export default function Inbox() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [shown, setShown] = useState<Message | null>(null);
  const filters = useFilters({ q: "text" });
  const { q } = filters.values;
  const list = useList("listSandboxMessages", { merchantId, ...(q !== "" && { to: q }) });
  return (
    <>
      <PageHeader
        title={t("tabInbox")}
        documentTitle={`${t("tabInbox")} · ${t("title")}`}
        lead={t("inboxLead")}
      />
      <SandboxTabs />
      <Card flush>
        <FilterBar filters={filters} search={{ key: "q", label: t("search") }} fields={[]} />
        <DataTable
          caption={t("tabInbox")}
          columns={useColumns(setShown)}
          list={list}
          rowKey={({ messageId }) => messageId}
          onPeek={setShown}
          empty={
            q === "" ? (
              <div className="p-4">
                <EmptyState
                  title={t("noMessages")}
                  action={<Link to={to("settings/email-notifications")}>{t("toNotifications")}</Link>}
                >
                  {t("noMessagesLead")}
                </EmptyState>
              </div>
            ) : (
              <NoMatch onClear={() => filters.clear()} />
            )
          }
        />
      </Card>
      <Drawer open={shown !== null} onClose={() => setShown(null)} title={shown?.subject || t("sms")}>
        {shown && <MessageText message={shown} />}
      </Drawer>
    </>
  );
}

function MessageText({ message: { to, channel, queuedAt, text } }: { message: Message }) {
  const t = useTexts();
  return (
    <div className="grid gap-4">
      <KeyValues
        facts={[
          { label: t("toWhom"), value: <span className="break-all">{to}</span> },
          { label: t("channel"), value: t(channel) },
          { label: t("when"), value: <Time at={queuedAt} /> },
        ]}
      />
      <pre className="font-sans text-14 whitespace-pre-wrap break-words">{text}</pre>
    </div>
  );
}

function useColumns(open: (message: Message) => void): Column<Message>[] {
  const t = useTexts();
  return [
    {
      id: "subject",
      header: t("subject"),
      fixed: true,
      cell: (message) => (
        <Button look="quiet" size="sm" className="text-left" onClick={() => open(message)}>
          {message.subject || message.text.slice(0, 60)}
        </Button>
      ),
    },
    { id: "to", header: t("toWhom"), cell: ({ to }) => <span className="break-all">{to}</span> },
    { id: "channel", header: t("channel"), cell: ({ channel }) => t(channel) },
    { id: "at", header: t("when"), cell: ({ queuedAt }) => <Time at={queuedAt} /> },
    {
      id: "status",
      header: t("status"),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(status)}</Badge>,
    },
  ];
}
