// Payments that were neither credited nor returned in time: by bank and age, in a list, and with the letters that claim
// compensation.
import { addressOf } from "#dashboard/api/call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { Link } from "react-router";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Overdue = Outputs["listOverdueCredits"];
type Credit = Overdue["items"][number];
type Bank = Overdue["banks"][number];

export default function LateReturns() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("listOverdueCredits", { merchantId });
  const banks = useBankColumns();
  const credits = useCreditColumns();
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.items.length === 0 && <EmptyState title={t("noneTitle")}>{t("noneLead")}</EmptyState>}
      {data && data.items.length > 0 && (
        <div className="grid gap-6">
          <Note>{t("rule")}</Note>
          {data.isCut && <Note tone="warn">{t("isCut")}</Note>}
          <Card title={t("ageing")} flush>
            <DataTable
              caption={t("ageing")}
              columns={banks}
              list={listOf(data.banks)}
              rowKey={({ bankId }) => bankId}
              empty={null}
            />
          </Card>
          <Card
            title={t("payments")}
            actions={
              <Can operation="exportOverdueCredits" brief>
                <FileLink />
              </Can>
            }
            flush
          >
            <DataTable
              caption={t("payments")}
              columns={credits}
              list={listOf(data.items)}
              rowKey={({ transferId }) => transferId}
              empty={null}
            />
          </Card>
        </div>
      )}
    </>
  );
}

/** The link to the whole list as a file. */
function FileLink({ disabled = false, ...rest }: { disabled?: boolean; "aria-describedby"?: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  if (disabled) {
    return (
      <Button {...rest} size="sm" icon="download" disabled>
        {t("export")}
      </Button>
    );
  }
  return (
    <a
      href={addressOf("exportOverdueCredits", { merchantId })}
      download
      className={buttonClass("secondary", "sm")}
    >
      <Icon name="download" size={16} />
      {t("export")}
    </a>
  );
}

const ageKeys = { "1": "age1", "2-7": "age2", "8-30": "age8", "31+": "age31" } as const;
const ages = Object.keys(ageKeys) as (keyof typeof ageKeys)[];

function useBankColumns(): Column<Bank>[] {
  const t = useTexts();
  return [
    {
      id: "bank",
      header: t("bank"),
      card: "title",
      cell: ({ bankName, unknown }) => (
        <span className="grid">
          {bankName}
          {unknown > 0 && <span className="text-12 text-ink-3">{t("unknownCount", { count: unknown })}</span>}
        </span>
      ),
    },
    ...ages.map((age): Column<Bank> => ({
      id: age,
      header: t(ageKeys[age]),
      align: "end",
      cell: (bank) => <Age of={bank.ages.find((one) => one.age === age)} />,
    })),
    {
      id: "owed",
      header: t("owed"),
      align: "end",
      card: "figure",
      cell: ({ owed }) => <Money amount={owed} />,
    },
    { id: "letter", header: t("letter"), cell: (bank) => <Letter bank={bank} /> },
  ];
}

/** Shows the number and the total amount of the payments of one age. */
function Age({ of }: { of: Bank["ages"][number] | undefined }) {
  if (of === undefined || of.count === 0) return <span className="text-ink-3">–</span>;
  return (
    <span className="grid">
      <span className="tabular-nums">{of.count}</span>
      <Money amount={of.amount} className="text-12 text-ink-2" />
    </span>
  );
}

function Letter({ bank }: { bank: Bank }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  if (Number(bank.owed) === 0) return <span className="text-13 text-ink-3">{t("nothingYet")}</span>;
  return (
    <a
      href={addressOf("getClaimLetter", { merchantId, bankId: bank.bankId })}
      download
      aria-label={t("letterOf", { name: bank.bankName })}
      className={buttonClass("secondary", "sm")}
    >
      {t("download")}
    </a>
  );
}

const tones = { returned: "info", deemed: "warn", debited: "warn", unknown: "neu" } as const;

function useCreditColumns(): Column<Credit>[] {
  const t = useTexts();
  const to = useTo();
  return [
    {
      id: "transfer",
      header: t("transfer"),
      card: "title",
      cell: ({ transferKey, utr }) => (
        <span className="grid">
          <Link to={to(`transfers/all/${encodeURIComponent(transferKey)}`)}>{transferKey}</Link>
          <span className="font-mono text-12 text-ink-3">{utr}</span>
        </span>
      ),
    },
    {
      id: "bank",
      header: t("bank"),
      cell: ({ bankName, rail }) => `${bankName} · ${railName(rail)}`,
    },
    { id: "amount", header: t("amount"), align: "end", cell: ({ amount }) => <Money amount={amount} /> },
    { id: "sent", header: t("sent"), cell: ({ sentAt }) => <Time at={sentAt} shape="minute" /> },
    { id: "due", header: t("due"), cell: ({ dueAt }) => <Time at={dueAt} shape="minute" /> },
    {
      id: "standing",
      header: t("standing"),
      card: "mark",
      cell: ({ standing }) => <Badge tone={tones[standing]}>{t(standing)}</Badge>,
    },
    { id: "days", header: t("days"), align: "end", cell: ({ days }) => days },
    {
      id: "owed",
      header: t("owed"),
      align: "end",
      card: "figure",
      cell: ({ owed }) => <Money amount={owed} />,
    },
  ];
}
