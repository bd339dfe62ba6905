// Rows that need a person: each with its wrong cells, put right where they stand.
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useList, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { DraftColumns } from "./draft.tsx";
import { useFieldNames } from "./field-names.ts";
import { useTexts } from "./texts.ts";

type Row = Outputs["changeBatchRow"];

const REFRESHES = ["getBatchColumns", "listBatchDraftRows", "compareBatch"] as const;

export function WrongRows({ columns }: { columns: DraftColumns }) {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const { draftId, wrong, rows } = columns.draft;
  const list = useList("listBatchDraftRows", { merchantId, draftId, only: "wrong", limit: 50 });
  const remove = useSend("removeBatchRows", {
    refreshes: [...REFRESHES],
    onDone: ({ removed }) => toast(t("removed", { count: removed })),
  });
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
            <Button
              look="danger"
              busy={remove.isPending}
              onClick={() =>
                remove.send({ merchantId, draftId, rowNos: list.items.map(({ rowNo }) => rowNo) })
              }
            >
              {t("removeAll", { count: list.items.length })}
            </Button>
          )}
        </span>
      </div>
      {list.error ? <ErrorBox error={list.error} onRetry={list.retry} /> : null}
      {list.isPending && <ScreenSkeleton />}
      <ol className="grid gap-4">
        {list.items.map((row) => (
          <WrongRow key={row.rowNo} draftId={draftId} row={row} fields={columns.fields} />
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

interface WrongRowProps {
  draftId: string;
  row: Row;
  fields: DraftColumns["fields"];
}

function WrongRow({ draftId, row, fields }: WrongRowProps) {
  const t = useTexts();
  const nameOf = useFieldNames();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const change = useSend("changeBatchRow", {
    refreshes: [...REFRESHES],
    onDone: ({ line, faults }) => {
      setTyped({});
      if (faults.length === 0) toast(t("saved", { line }));
    },
  });
  const remove = useSend("removeBatchRows", {
    refreshes: [...REFRESHES],
    onDone: ({ removed }) => toast(t("removed", { count: removed })),
  });
  const faultOf = (field: string) => row.faults.find((fault) => fault.field === field)?.text;
  const shown = fields.filter(
    ({ name, common }) => common || name in row.fields || faultOf(name) !== undefined,
  );
  const whole = row.faults.filter(({ field }) => field === null);
  const title = t("row", { line: row.line });
  return (
    <li className="rounded-card border border-line border-l-3 border-l-bad bg-surface p-4">
      <form
        aria-label={title}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.send({ merchantId, draftId, rowNo: row.rowNo, fields: typed });
        }}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h3 className="font-semibold">{title}</h3>
          {whole.map(({ text }) => (
            <p key={text} className="text-13 text-bad">
              {text}
            </p>
          ))}
        </div>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {shown.map(({ name, needed }) => (
            <TextInput
              key={name}
              label={nameOf(name)}
              value={typed[name] ?? row.fields[name] ?? ""}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
              error={typed[name] === undefined ? faultOf(name) : undefined}
              optional={!needed}
              mono={name !== "name" && name !== "remarks"}
              autoComplete="off"
            />
          ))}
        </div>
        {change.error ? <ErrorBox error={change.error} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="secondary" busy={change.isPending}>
            {t("save")}
          </Button>
          <Button
            look="quiet"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.send({ merchantId, draftId, rowNos: [row.rowNo] })}
          >
            {t("remove")}
          </Button>
        </div>
      </form>
    </li>
  );
}
