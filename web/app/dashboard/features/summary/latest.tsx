// The latest transfers, whatever the range, and a link to all of them.
import { Link } from "react-router";
import type { TransferRow } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { StatusBadge } from "#dashboard/ui/badge.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

const SHOWN = 5;

export function Latest() {
  const t = useTexts();
  const to = useTo();
  const { data, error, refetch } = useCall("listTransfers", { merchantId: useMerchantId(), limit: SHOWN });
  const rows = data?.items ?? [];
  return (
    <Card
      title={t("latest")}
      flush={rows.length > 0}
      actions={
        <ButtonLink size="sm" look="quiet" to={to("transfers/all")}>
          {t("latestAll")}
        </ButtonLink>
      }
    >
      {rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <Line key={row.transferId} row={row} />
          ))}
        </ul>
      ) : error ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <p className="text-ink-2">{t("latestNone")}</p>
      ) : (
        <Skeleton lines={SHOWN} />
      )}
    </Card>
  );
}

function Line({ row }: { row: TransferRow }) {
  const to = useTo();
  return (
    <li
      data-latest={row.transferKey}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0 md:px-5"
    >
      <Link
        to={to(`transfers/all/${encodeURIComponent(row.transferKey)}`)}
        className="truncate font-semibold hover:underline"
      >
        {row.payee.name}
      </Link>
      <Money amount={row.amount} className="text-right" />
      <Time at={row.acceptedAt} shape="minute" className="self-center text-13 text-ink-2" />
      <span className="justify-self-end">
        <StatusBadge status={row.state} reason={row.reason} />
      </span>
    </li>
  );
}
