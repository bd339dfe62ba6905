// The dialogs before a decision: approving shows the sum in words, and rejecting asks for a reason.
import { useState } from "react";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, tierOf } from "#dashboard/ui/confirm-dialog.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Select, TextArea } from "#dashboard/ui/fields.tsx";
import { People, Person } from "#dashboard/ui/person.tsx";
import { formatRupees, sumOf } from "#dashboard/ui/rupees.ts";
import { UnknownNote } from "#dashboard/ui/unknown-note.tsx";
import { isPayment, saidOf, useApproveTitle, useKindName, useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";
import { useDecide } from "./use-decide.ts";

export type Asked = { verdict: "approve" | "reject" | "play"; requests: readonly Request[] };

interface DecisionDialogsProps {
  asked: Asked | undefined;
  onClose: () => void;
  /** Called when the server has answered. */
  onDone?: () => void;
}

export function DecisionDialogs({ asked, onClose, onDone }: DecisionDialogsProps) {
  const done = () => {
    onClose();
    onDone?.();
  };
  if (asked?.verdict === "approve")
    return <Approve requests={asked.requests} onClose={onClose} onDone={done} />;
  if (asked?.verdict === "reject")
    return <Reject requests={asked.requests} onClose={onClose} onDone={done} />;
  if (asked?.verdict === "play") return <Play request={asked.requests[0]!} onClose={onClose} onDone={done} />;
  return null;
}

interface QuestionProps {
  requests: readonly Request[];
  onClose: () => void;
  onDone: () => void;
}

function Approve({ requests, onClose, onDone }: QuestionProps) {
  const t = useTexts();
  const titleOf = useApproveTitle();
  const kindOf = useKindName();
  const nameOf = useSubjectName();
  const { environment } = useSession();
  const { decide, isPending, refusal, askAgain } = useDecide(requests, onDone);
  const first = requests[0]!;
  const amounts = requests.flatMap((request) => request.amount ?? []);
  const amount = sumOf(amounts);
  const { transfer, batch } = first;
  const isOne = requests.length === 1;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => decide("approve")}
      title={
        isOne ? titleOf(first) : t("approveMany", { count: requests.length, amount: formatRupees(amount) })
      }
      {...(amounts.length > 0 && { amount })}
      facts={
        isOne
          ? [
              transfer !== null && { label: t("paidTo"), value: transfer.paidTo },
              transfer !== null && { label: t("transferId"), value: transfer.transferId },
              batch !== null && { label: t("rows"), value: String(batch.rows) },
              first.amount === null && { label: kindOf(first), value: nameOf(first) },
              Boolean(saidOf(first).heldBy) && {
                label: t("heldBy"),
                value: <People people={first.concerned} />,
              },
              { label: t("maker"), value: <Person person={first.maker} /> },
            ]
          : []
      }
      confirmLabel={isOne ? t("approve") : t("approveChosen", { count: requests.length })}
      cancelLabel={t("back")}
      tier={tierOf({ environment, amount, weighty: batch !== null })}
      busy={isPending || askAgain !== undefined}
      error={refusal}
    >
      {!isOne && <p className="text-14 text-ink-2">{t("approveManyLead")}</p>}
      <UnknownNote onAsk={askAgain} />
    </ConfirmDialog>
  );
}

type Reason = "details" | "amount" | "duplicate" | "unexpected" | "change" | "other";

const paymentReasons: readonly Reason[] = ["details", "amount", "duplicate", "unexpected", "other"];
const changeReasons: readonly Reason[] = ["change", "other"];

function Reject({ requests, onClose, onDone }: QuestionProps) {
  const t = useTexts();
  const nameOf = useSubjectName();
  const { decide, isPending, refusal, askAgain } = useDecide(requests, onDone);
  const reasons = requests.some(isPayment) ? paymentReasons : changeReasons;
  const [chosen, setChosen] = useState(reasons[0]!);
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  function submit(): void {
    const words = typed.trim();
    if (chosen === "other" && words === "") {
      setMissing(true);
      return;
    }
    const reason = chosen === "other" ? words : [t(`reason_${chosen}`), words].filter(Boolean).join(". ");
    decide("reject", reason);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={t("rejectTitle", { what: nameOf(requests[0]!) })}
      actions={
        <>
          <Button size="money" onClick={onClose}>
            {t("back")}
          </Button>
          <Button look="danger" size="money" busy={isPending || askAgain !== undefined} onClick={submit}>
            {t("reject")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label={t("reason")}
          value={chosen}
          options={reasons.map((id) => ({ id, label: t(`reason_${id}`) }))}
          onChange={setChosen}
        />
        <TextArea
          label={t("reasonText")}
          hint={t("reasonTextHint")}
          value={typed}
          onChange={setTyped}
          maxLength={400}
          optional={chosen !== "other"}
          error={isMissing ? t("reasonMissing") : undefined}
        />
        <UnknownNote onAsk={askAgain} />
        {refusal !== null && <ErrorBox error={refusal} />}
      </div>
    </Dialog>
  );
}

function Play({ request, onClose, onDone }: Omit<QuestionProps, "requests"> & { request: Request }) {
  const t = useTexts();
  const { play, isPending, refusal, askAgain } = useDecide([request], onDone);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => play()}
      title={t("playTitle")}
      {...(request.amount !== null && { amount: request.amount })}
      confirmLabel={t("approve")}
      cancelLabel={t("back")}
      busy={isPending || askAgain !== undefined}
      error={refusal}
    >
      <p>{t("playLead")}</p>
      <UnknownNote onAsk={askAgain} />
    </ConfirmDialog>
  );
}
