// The footer of a list: the total of all transfers that match, and the actions for all of them.
import type { TransferCount } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

interface ListFooterProps {
  total: TransferCount | undefined;
  /** Cancels all transfers that match. Defined only if all of them can be cancelled. */
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
