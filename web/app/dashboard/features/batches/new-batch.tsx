// The first step of a batch: choosing a format and a file.
import { useState } from "react";
import { useNavigate } from "react-router";
import { addressOf } from "#dashboard/api/call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { FileDrop } from "#dashboard/ui/file-drop.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Steps } from "./steps.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Format = Inputs["uploadBatch"]["format"];

const formats = ["BANK_ACCOUNT", "BENEFICIARY_ID", "UPI", "PAYTM", "AMAZONPAY", "BENEFICIARIES"] as const;
const kinds = ["csv", "xls", "xlsx"] as const;
/** Formats whose rows can contain a beneficiary ID. */
const replacing: readonly Format[] = ["BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY"];

/** The server does not accept larger files, so they are not sent. */
const BYTES_MAX = 5 * 1024 * 1024;

export default function NewBatch() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const mayChangePayees = useCan()("addBeneficiary");
  const navigate = useNavigate();
  const [format, setFormat] = useState<Format>("BANK_ACCOUNT");
  const [file, setFile] = useState<File>();
  const [name, setName] = useState("");
  const [replaces, setReplaces] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useSend("uploadBatch", {
    refreshes: ["listBatchDrafts"],
    onDone: ({ draftId }) => void navigate(to(`transfers/batches/drafts/${draftId}`)),
  });
  function take(chosen: File): void {
    setTooLarge(chosen.size > BYTES_MAX);
    if (chosen.size > BYTES_MAX) return;
    setFile(chosen);
    setMissing(false);
    if (name === "" || name === file?.name) setName(chosen.name.slice(0, 100));
  }
  function submit(): void {
    if (!file) {
      setMissing(true);
      return;
    }
    const replacesBeneficiaries = replaces && replacing.includes(format);
    upload.send({ merchantId, format, name: name || file.name.slice(0, 100), replacesBeneficiaries, file });
  }
  return (
    <>
      <PageHeader title={t("newTitle")} lead={t("lead")} />
      <Steps at={0} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Form onSubmit={submit} error={upload.error}>
          <Select
            label={t("format")}
            value={format}
            options={formats
              .filter((id) => mayChangePayees || id !== "BENEFICIARIES")
              .map((id) => ({ id, label: t(`format_${id}`) }))}
            onChange={setFormat}
          />
          <FileDrop
            label={t("fileLabel")}
            accept=".csv,.xls,.xlsx"
            hint={t("fileHint")}
            file={file}
            onFile={take}
            error={isTooLarge ? t("fileTooLarge") : isMissing ? t("fileMissing") : undefined}
          />
          <TextInput
            label={t("batchName")}
            name="name"
            hint={t("batchNameHint")}
            value={name}
            onChange={setName}
            maxLength={100}
            optional
          />
          {mayChangePayees && replacing.includes(format) && (
            <Checkbox label={t("replaces")} checked={replaces} onChange={setReplaces} />
          )}
          <div>
            <Can operation="uploadBatch">
              <Button type="submit" look="primary" busy={upload.isPending}>
                {t("upload")}
              </Button>
            </Can>
          </div>
        </Form>
        <Card title={t("templates")} lead={t("templateLead")}>
          <ul className="grid gap-2">
            {kinds.map((kind) => (
              <li key={kind}>
                <a
                  className="text-link underline"
                  href={addressOf("getBatchTemplate", { merchantId, format, kind })}
                  download
                >
                  {t(`format_${format}`)} .{kind}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
