// The rows that a person must correct, and a button that removes all of them.
import { useState } from "react";
import { useNavigate } from "react-router";
import { useList, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { readAmount, sumOf } from "#dashboard/ui/rupees.ts";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { DraftColumns } from "./draft.tsx";
import { useTexts } from "./texts.ts";
import { REFRESHES, WrongRow } from "./wrong-row.tsx";
import type { Row } from "./wrong-row.tsx";

export function WrongRows({ columns }: { columns: DraftColumns }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const { draftId, wrong, rows } = columns.draft;
  const list = useList("listBatchDraftRows", { merchantId, draftId, only: "wrong", limit: 50 });
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(new Set());
  const onUnsaved = (rowNo: number, isUnsaved: boolean) =>
    setUnsaved(
      (former) => new Set(isUnsaved ? [...former, rowNo] : [...former].filter((one) => one !== rowNo)),
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="text-21" aria-live="polite">
            {t("rowsWrong", { count: wrong, rows })}
          </h2>
          <p className="text-ink-2">{t("rowsWrongLead")}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => void navigate(`${to(`transfers/batches/drafts/${draftId}`)}?step=columns`)}>
            {t("changeColumns")}
          </Button>
          {list.items.length > 0 && !list.hasMore && (
            <RemoveAll draftId={draftId} rows={list.items} unsaved={unsaved} />
          )}
        </span>
      </div>
      {list.error ? <ErrorBox error={list.error} onRetry={list.retry} /> : null}
      {list.isPending && <ScreenSkeleton />}
      <ol className="grid gap-4">
        {list.items.map((row) => (
          <WrongRow
            key={row.rowNo}
            draftId={draftId}
            row={row}
            fields={columns.fields}
            onUnsaved={onUnsaved}
          />
        ))}
      </ol>
      {list.hasMore && (
        <div>
          <Button busy={list.isFetchingMore} onClick={list.loadMore}>
            {t("showMore")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RemoveAllProps {
  draftId: string;
  rows: readonly Row[];
  /** The rows with unsaved corrections, which are not removed. */
  unsaved: ReadonlySet<number>;
}

/** Asks for a confirmation that describes the rows without those that have unsaved corrections. */
function RemoveAll({ draftId, rows, unsaved }: RemoveAllProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [open, setOpen] = useState(false);
  const { send, isPending, error } = useSend("removeBatchRows", {
    refreshes: [...REFRESHES],
    onDone: ({ removed }) => {
      setOpen(false);
      toast(t("removed", { count: removed }));
    },
  });
  const left = rows.filter(({ rowNo }) => !unsaved.has(rowNo));
  const kept = rows.length - left.length;
  const amount = sumOf(left.map(({ fields }) => readAmount(fields.amount ?? "") ?? ""));
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("removeAll", { count: rows.length })}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => send({ merchantId, draftId, rowNos: left.map(({ rowNo }) => rowNo) })}
        title={t("removeAllTitle", { count: left.length })}
        facts={[{ label: t("removeAllAmount"), value: <Money amount={amount} /> }]}
        confirmLabel={t("removeAll", { count: left.length })}
        danger
        busy={isPending || left.length === 0}
        error={error}
      >
        <p>{t("removeAllLead")}</p>
        {kept > 0 && <Note tone="info">{t("removeAllKept", { count: kept })}</Note>}
      </ConfirmDialog>
    </>
  );
}
