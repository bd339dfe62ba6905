// Values that make a simulated bank behave in a special way.
import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { SandboxTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Value = Outputs["listMagicValues"]["items"][number];

export default function Values() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listMagicValues", { merchantId });
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title={t("tabValues")}
        documentTitle={`${t("tabValues")} · ${t("title")}`}
        lead={t("valuesLead")}
      />
      <SandboxTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <Card flush>
          <DataTable
            caption={t("tabValues")}
            columns={columns}
            list={listOf(data.items)}
            rowKey={({ id }) => id}
            empty={null}
          />
        </Card>
      )}
    </>
  );
}

function useColumns(): Column<Value>[] {
  const t = useTexts();
  const copies = (values: readonly string[]) => (
    <span className="grid gap-0.5">
      {values.map((value) => (
        <span key={value} className="inline-flex items-center font-mono text-13">
          {value}
          <CopyButton bare text={value} label={t("copy", { value })} />
        </span>
      ))}
    </span>
  );
  return [
    { id: "what", header: t("what"), fixed: true, width: "min-w-52", cell: ({ about }) => about },
    { id: "account", header: t("account"), cell: ({ accounts }) => copies(accounts) },
    { id: "vpa", header: t("vpa"), cell: ({ vpas }) => copies(vpas) },
    { id: "phone", header: t("phone"), cell: ({ phone }) => copies([phone]) },
    { id: "amount", header: t("amount"), cell: ({ amounts }) => copies(amounts) },
  ];
}
