// Under a list: what all that match make together, and what can be done with all of them.
import type { TransferCount } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

interface ListFooterProps {
  total: TransferCount | undefined;
  /** Cancels all that match; only where all of them can be. */
  onCancelAll?: (() => void) | undefined;
}

export function ListFooter({ total, onCancelAll }: ListFooterProps) {
  const t = useTexts();
  if (total === undefined) return null;
  return (
    <span className="flex flex-wrap items-center gap-3">
      <span className="tabular-nums">
        {total.exact
          ? t("total", { amount: formatRupees(total.amount) })
          : t("totalOver", { count: total.count })}
      </span>
      {onCancelAll && (
        <Can operation="cancelTransfers">
          <Button size="sm" look="danger" onClick={onCancelAll}>
            {t("selectAllMatching", { count: total.count })}
          </Button>
        </Can>
      )}
    </span>
  );
}
