// Shows how quickly payments and statement lines were reconciled, with the counts behind each share.
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { SharesByDay } from "./shares-by-day.tsx";
import { useTexts } from "./texts.ts";
import { percentOf } from "./words.ts";
import type { Reconciliation } from "./words.ts";

type Ages = Reconciliation["fromPayment"];
type Row = { id: "fromPayment" | "fromStatement"; ages: Ages };

export function Figures({ of }: { of: Reconciliation }) {
  const t = useTexts();
  const columns = useColumns();
  const { days, banks, statements, suspenseCredit, suspenseDebit } = of;
  if (banks.length === 0 || statements.length === 0)
    return <EmptyState title={t("noStatementsTitle")}>{t("noStatementsLead")}</EmptyState>;
  const rows: Row[] = [
    { id: "fromPayment", ages: of.fromPayment },
    { id: "fromStatement", ages: of.fromStatement },
  ];
  return (
    <Card title={t("figures")} lead={t("figuresLead", { days })} flush>
      <DataTable
        caption={t("figures")}
        columns={columns}
        list={listOf(rows)}
        rowKey={({ id }) => id}
        empty={null}
        footer={
          <span>
            {t.rich("suspense", {
              credit: <Money amount={suspenseCredit} />,
              debit: <Money amount={suspenseDebit} />,
            })}
          </span>
        }
      />
      <SharesByDay of={of} />
      {of.missing.length > 0 && (
        <div className="p-4">
          <Note tone="warn">{t("gaps", { count: of.missing.length })}</Note>
        </div>
      )}
    </Card>
  );
}

const ages = ["fiveMinutes", "oneHour", "oneDay"] as const;

function useColumns(): Column<Row>[] {
  const t = useTexts();
  return [
    { id: "what", header: t("counted"), card: "title", cell: ({ id }) => t(id) },
    ...ages.map((age): Column<Row> => ({
      id: age,
      header: t(age),
      align: "end",
      cell: (row) => <Share of={row.ages[age]} />,
    })),
  ];
}

function Share({ of }: { of: Ages["oneDay"] }) {
  const t = useTexts();
  if (of.total === 0) return <span className="text-13 text-ink-2">{t("noneYet")}</span>;
  return (
    <span className="grid">
      <span className="font-semibold tabular-nums">{percentOf(of)}%</span>
      <span className="text-12 text-ink-2">{t("share", of)}</span>
    </span>
  );
}
