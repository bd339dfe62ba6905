// The meaning of each column of a file: guessed from its title, and chosen by a person if that is not enough.
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import type { DraftColumns } from "./draft.tsx";
import { useFieldNames } from "./field-names.ts";
import { useTexts } from "./texts.ts";

export function Columns({ columns }: { columns: DraftColumns }) {
  const t = useTexts();
  const to = useTo();
  const nameOf = useFieldNames();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const { draft, titles, fields } = columns;
  const { draftId } = draft;
  const [mapping, setMapping] = useState(columns.mapping);
  const { send, error, isPending } = useSend("mapBatch", {
    refreshes: ["getBatchColumns", "listBatchDraftRows", "listBatchDrafts", "compareBatch"],
    onDone: () => void navigate(to(`transfers/batches/drafts/${draftId}`), { replace: true }),
  });
  const options = [
    { id: "", label: t("meansNothing") },
    ...fields.map(({ name, needed }) => ({
      id: name,
      label: needed ? `${nameOf(name)} (${t("needed")})` : nameOf(name),
    })),
  ];
  return (
    <Form
      error={error}
      onSubmit={() =>
        send({
          merchantId,
          draftId,
          mapping: titles.map((title) => ({ title, field: mapping[title] ?? "" })),
        })
      }
    >
      <p className="text-ink-2">{t("columnsLead")}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {titles.map((title) => (
          <Select
            key={title}
            label={title}
            value={mapping[title] ?? ""}
            options={options}
            onChange={(field) => setMapping({ ...mapping, [title]: field })}
          />
        ))}
      </div>
      <div>
        <Button type="submit" look="primary" busy={isPending}>
          {t("useColumns")}
        </Button>
      </div>
    </Form>
  );
}
