// A row that a person must correct. Its wrong cells can be edited in place.
import { useRef, useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { DraftColumns } from "./draft.tsx";
import { useFieldNames } from "./field-names.ts";
import { useTexts } from "./texts.ts";

export type Row = Outputs["changeBatchRow"];

/** The operations whose answers are out of date after rows have changed. */
export const REFRESHES = ["getBatchColumns", "listBatchDraftRows", "compareBatch"] as const;

interface WrongRowProps {
  draftId: string;
  row: Row;
  fields: DraftColumns["fields"];
  /** Called when the row gets unsaved corrections, and when it has none any more. */
  onUnsaved: (rowNo: number, isUnsaved: boolean) => void;
}

/** An account number is masked, so typed digits replace the whole number. */
function valueOf(
  name: string,
  typed: string | undefined,
  kept = "",
): { value: string; placeholder?: string } {
  return name === "bankAccount" ? { value: typed ?? "", placeholder: kept } : { value: typed ?? kept };
}

/** The row is saved when it loses the focus, because the person then looks at the next row. */
export function WrongRow({ draftId, row, fields, onUnsaved }: WrongRowProps) {
  const t = useTexts();
  const nameOf = useFieldNames();
  const merchantId = useMerchantId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const typedNow = useRef(typed);
  function keep(next: Record<string, string>): void {
    typedNow.current = next;
    setTyped(next);
    onUnsaved(row.rowNo, Object.keys(next).length > 0);
  }
  const change = useSend("changeBatchRow", {
    refreshes: [...REFRESHES],
    onDone: ({ line, faults }, { fields: saved }) => {
      // Input that was typed during the call stays, and is saved next.
      const left = Object.entries(typedNow.current).filter(([name, value]) => saved[name] !== value);
      keep(Object.fromEntries(left));
      if (faults.length === 0) toast(t("saved", { line }));
    },
  });
  const remove = useSend("removeBatchRows", {
    refreshes: [...REFRESHES],
    onDone: ({ removed }) => toast(t("removed", { count: removed })),
  });
  function save(): void {
    if (Object.keys(typed).length > 0) change.send({ merchantId, draftId, rowNo: row.rowNo, fields: typed });
  }
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
          save();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) save();
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
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {shown.map(({ name, needed }) => (
            <TextInput
              key={name}
              label={nameOf(name)}
              {...valueOf(name, typed[name], row.fields[name])}
              onChange={(value) => keep({ ...typedNow.current, [name]: value })}
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
