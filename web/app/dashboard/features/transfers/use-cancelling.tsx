// Selects transfers to cancel: some rows, or all that match a filter.
import { useState } from "react";
import type { ReactNode } from "react";
import type { Inputs, TransferRow } from "#dashboard/api/operations.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { sumOf } from "#dashboard/ui/rupees.ts";
import type { Selection } from "#dashboard/ui/table/selection-bar.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { useTexts } from "./texts.ts";
import type { TransferList } from "./use-transfer-list.ts";

/** The states that can be cancelled, and the public words for all that wait. */
const cancellable: ReadonlySet<string> = new Set([
  "awaiting_approval",
  "scheduled",
  "queued_for_funds",
  "queued_for_window",
  "queued_for_bank",
  "QUEUED",
  "APPROVAL_PENDING",
]);
const matchesMax = 1_000;

interface ToCancel {
  what: Inputs["cancelTransfers"];
  count: number;
  amount: string;
}

interface Cancelling {
  selection: Selection<TransferRow>;
  /** Defined only if all transfers that match can be cancelled and their count is exact. */
  cancelAll: (() => void) | undefined;
  dialog: ReactNode;
}

export function useCancelling({ merchantId, filter, filters, counts }: TransferList): Cancelling {
  const t = useTexts();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [toCancel, setToCancel] = useState<ToCancel>();
  const { status } = filters.values;
  const total = counts?.total;
  const mayAll =
    total?.exact === true &&
    total.count > 0 &&
    total.count <= matchesMax &&
    status.length > 0 &&
    status.every((one) => cancellable.has(one));
  const cancelRows = (rows: readonly TransferRow[]) =>
    setToCancel({
      what: { merchantId, transferIds: rows.map((row) => row.transferId) },
      count: rows.length,
      amount: sumOf(rows.map((row) => row.amount)),
    });
  return {
    selection: {
      keys,
      onChange: setKeys,
      nameOf: (row) => row.transferKey,
      lockOf: (row) => (cancellable.has(row.state) ? undefined : t("cancelLocked")),
      amountOf: (row) => row.amount,
      actions: (rows) => (
        <Can operation="cancelTransfers">
          <Button look="danger" onClick={() => cancelRows(rows)}>
            {t("cancelChosen")}
          </Button>
        </Can>
      ),
    },
    cancelAll: mayAll
      ? () => {
          const { count, amount } = total;
          setToCancel({ what: { merchantId, matches: { filter, count, amount } }, count, amount });
        }
      : undefined,
    dialog: toCancel && (
      <CancelDialog {...toCancel} onClose={() => setToCancel(undefined)} onDone={() => setKeys(new Set())} />
    ),
  };
}
