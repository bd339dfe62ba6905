// The form of a quick transfer, with a preview beside it.
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { FieldRefusal } from "#dashboard/api/api-error.ts";
import { ApiError, isUnknownOutcome } from "#dashboard/api/api-error.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput, useAmountProblem } from "#dashboard/ui/money.tsx";
import { formatRupees, readAmount } from "#dashboard/ui/rupees.ts";
import { Confirm } from "./confirm.tsx";
import { inputOf, isCardOnly, missingOf } from "./draft.ts";
import type { Draft, Missing } from "./draft.ts";
import { FromField } from "./from-field.tsx";
import { ModeField } from "./mode-field.tsx";
import type { Sent } from "./outcome.tsx";
import { PayeeFields } from "./payee-fields.tsx";
import { Preflight } from "./preflight.tsx";
import { useTexts } from "./texts.ts";
import { usePreview } from "./use-preview.ts";
import type { Preview } from "./use-preview.ts";

interface QuickFormProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  onSent: (sent: Sent) => void;
}

const missingTexts = {
  beneId: "payeeMissing",
  name: "nameMissing",
  accountNumber: "accountMissing",
  ifsc: "ifscMissing",
  vpa: "vpaMissing",
  amount: "amountMissing",
} as const satisfies Record<Missing, string>;

/** Returns the message for a field that is empty or cannot be read. */
function useMissingWords(): (draft: Draft, field: Missing) => string {
  const t = useTexts();
  const problemIn = useAmountProblem();
  return (draft, field) => (field === "amount" && problemIn(draft.amount)) || t(missingTexts[field]);
}

export function QuickForm({ draft, change, onSent }: QuickFormProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [, setQuery] = useSearchParams();
  const sayMissing = useMissingWords();
  const may = useCan()("previewTransfer");
  const previewed = usePreview(draft, may);
  const [faults, setFaults] = useState<readonly FieldRefusal[]>([]);
  const [confirming, setConfirming] = useState<Preview>();
  const sending = useSend("createTransfer", {
    refreshes: ["getSummary", "getBalanceForecast"],
    onDone: (answer) => onSent(sentOf(draft, confirming, answer)),
  });
  // The member asked to review the transfer before the preview had arrived.
  const [isAsked, setAsked] = useState(false);
  if (isAsked && !previewed.isLooking) {
    setAsked(false);
    const found = faultsOf(previewed.preview, previewed.error);
    setFaults(found);
    if (found.length === 0 && previewed.preview) setConfirming(previewed.preview);
  }
  function edit(changes: Partial<Draft>): void {
    setFaults([]);
    sending.reset();
    change(changes);
  }
  function review(): void {
    const missing = missingOf(draft).map((field) => ({ field, message: sayMissing(draft, field) }));
    setFaults(missing);
    setAsked(missing.length === 0 && !isCardOnly(draft));
  }
  function send(): void {
    // The reference goes into the address first, so that a reload looks for this transfer.
    setQuery({ reference: draft.transferKey }, { replace: true });
    sending.send(inputOf(merchantId, draft));
  }
  const isUnknown = isUnknownOutcome(sending.error);
  const refusal = isUnknown ? null : sending.error;
  useEffect(() => {
    if (isUnknown) onSent(sentOf(draft, confirming, undefined));
    // The effect runs once for each lost answer.
  }, [isUnknown]);
  const amount = readAmount(draft.amount);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,35rem)_minmax(18rem,24rem)]">
      <Form onSubmit={review} error={refusal} faults={faults}>
        <PayeeFields draft={draft} change={edit} />
        <MoneyInput
          label={t("amount")}
          name="amount"
          value={draft.amount}
          onChange={(value) => edit({ amount: value })}
        />
        <FromField value={draft.fundSourceId} onChange={(fundSourceId) => edit({ fundSourceId })} />
        <ModeField draft={draft} preview={previewed.latest} onChange={(mode) => edit({ mode })} />
        <TextInput
          label={t("remarks")}
          name="remarks"
          hint={t("remarksHint")}
          optional
          maxLength={70}
          value={draft.remarks}
          onChange={(remarks) => edit({ remarks })}
        />
        <TextInput
          label={t("reference")}
          name="transferKey"
          hint={t("referenceHint")}
          mono
          maxLength={40}
          value={draft.transferKey}
          onChange={(transferKey) => edit({ transferKey })}
        />
        <div>
          <Can operation="createTransfer">
            <Button
              type="submit"
              look="primary"
              size="money"
              busy={isAsked}
              disabled={isCardOnly(draft)}
              onClick={review}
            >
              {amount === undefined ? t("review") : t("reviewAmount", { amount: formatRupees(amount) })}
            </Button>
          </Can>
        </div>
      </Form>
      <Preflight previewed={previewed} />
      {confirming && refusal === null && (
        <Confirm
          preview={confirming}
          busy={sending.isPending}
          onClose={() => setConfirming(undefined)}
          onSend={send}
        />
      )}
    </div>
  );
}

/** Returns what prevents the transfer, by field: the server's refusals of fields, or of the whole order. */
function faultsOf(preview: Preview | undefined, error: unknown): readonly FieldRefusal[] {
  if (error instanceof ApiError) return error.refusal.fields;
  return preview?.refusal ? [preview.refusal] : [];
}

function sentOf(
  draft: Draft,
  preview: Preview | undefined,
  answer: Outputs["createTransfer"] | undefined,
): Sent {
  const names = preview?.approval?.levels.flatMap((level) => level.names) ?? [];
  return {
    transferKey: draft.transferKey,
    amount: readAmount(draft.amount) ?? draft.amount,
    transfer: answer?.transfer,
    rejection: answer?.rejection?.message,
    approvers: [...new Set(names)].join(", "),
  };
}
