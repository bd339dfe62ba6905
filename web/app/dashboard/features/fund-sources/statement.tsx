// The statement of a fund source: newest first, with the balance after each entry and a double rule at the end of each
// day.
import { addressOf } from "#dashboard/api/call.ts";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { FilterBar } from "#dashboard/ui/table/filter-bar.tsx";
import { NoMatch } from "#dashboard/ui/table/no-match.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { dayOf } from "#dashboard/ui/time.tsx";
import { entryKeys } from "./kinds.ts";
import type { Entry, FundSource } from "./kinds.ts";
import { useStatementColumns } from "./statement-columns.tsx";
import { useTexts } from "./texts.ts";

type Kind = Entry["kind"];

export function Statement({ source }: { source: FundSource }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const { fundSourceId } = source;
  const filters = useFilters({ date: "range", kind: "list" });
  const { date, kind } = filters.values;
  const range = { ...(date.from && { from: date.from }), ...(date.to && { to: date.to }) };
  const kinds = kind.filter((one): one is Kind => one in entryKeys);
  const asked = { merchantId, fundSourceId, ...range, ...(kinds.length > 0 && { kinds }) };
  const list = useList("listStatement", asked);
  const columns = useStatementColumns();
  const linked = (entry: Entry): string =>
    entry.kind === "withdrawal"
      ? to("fund-sources/withdrawals")
      : to(`transfers/all/${entry.referenceId ?? ""}`);
  return (
    <Card
      title={t("statement")}
      lead={t("statementLead")}
      flush
      actions={<Downloads fundSourceId={fundSourceId} range={range} />}
    >
      <Totals fundSourceId={fundSourceId} range={range} />
      <FilterBar
        filters={filters}
        fields={[
          { key: "date", label: t("days"), kind: "days" },
          {
            key: "kind",
            label: t("kind"),
            kind: "choices",
            options: Object.entries(entryKeys)
              .filter(([id]) => id !== "adjustment")
              .map(([id, key]) => ({ id, label: t(key) })),
          },
        ]}
      />
      <DataTable
        caption={t("statementOf", { name: source.name })}
        columns={columns(linked)}
        list={list}
        rowKey={({ entryId }) => entryId}
        copyOf={({ key, utr, entryId }) => key ?? utr ?? entryId}
        endsGroup={(entry, next) => next === undefined || dayOf(next.at) !== dayOf(entry.at)}
        empty={
          filters.active.length > 0 ? (
            <NoMatch onClear={() => filters.clear()} />
          ) : (
            <div className="p-4">
              <EmptyState title={t("noEntries")}>{t("noEntriesLead")}</EmptyState>
            </div>
          )
        }
      />
    </Card>
  );
}

type Range = { from?: string; to?: string };

/** Shows the opening balance, credits, debits and the closing balance, which add up. */
function Totals({ fundSourceId, range }: { fundSourceId: string; range: Range }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data } = useCall("getStatementTotals", { merchantId, fundSourceId, ...range });
  const figures = [
    [t("opening"), data?.opening],
    [t("credited"), data?.credited],
    [t("debited"), data?.debited],
    [t("closing"), data?.closing],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 px-4 pb-1 md:grid-cols-4 md:px-5">
      {figures.map(([label, amount]) => (
        <div key={label} className="min-w-0">
          <dt className="text-13 text-ink-3">{label}</dt>
          <dd className="min-h-6">{amount !== undefined && <Money amount={amount} size="lead" />}</dd>
        </div>
      ))}
    </dl>
  );
}

const formats = ["pdf", "csv", "xlsx"] as const;

function Downloads({ fundSourceId, range }: { fundSourceId: string; range: Range }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  if (!useCan()("downloadStatement")) {
    return (
      <Can operation="downloadStatement">
        {formats.map((format) => (
          <Button key={format} size="sm" aria-label={t("downloadAs", { format: format.toUpperCase() })}>
            {format.toUpperCase()}
          </Button>
        ))}
      </Can>
    );
  }
  return formats.map((format) => (
    <a
      key={format}
      href={addressOf("downloadStatement", { merchantId, fundSourceId, format, ...range })}
      download
      className={buttonClass("secondary", "sm")}
      aria-label={t("downloadAs", { format: format.toUpperCase() })}
    >
      {format.toUpperCase()}
    </a>
  ));
}
