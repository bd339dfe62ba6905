// The last confirmation before money moves or a key changes. Its order is always the same: what, how much, in words, to
// whom, by which mode, what is left. The focus is on going back. The higher the stakes, the more it asks for.
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorBox } from "./error-box.tsx";
import { TextInput } from "./fields.tsx";
import { KeyValues, Note } from "./layout.tsx";
import type { Fact } from "./layout.tsx";
import { MoneyWords } from "./money.tsx";
import { useTexts } from "./texts.ts";
import type { ConfirmTier } from "./tiers.ts";

export { tierOf } from "./tiers.ts";
export type { ConfirmTier } from "./tiers.ts";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** A verb with the amount: "Send ₹1,25,000.00?" */
  title: ReactNode;
  /** The amount in decimal rupees, which is written in words under the title. */
  amount?: string;
  facts?: readonly (Fact | false | undefined)[];
  warnings?: readonly ReactNode[];
  /** The text of the button: "Send ₹1,25,000.00". */
  confirmLabel: string;
  /** Such as "Keep editing". The default is "Cancel". */
  cancelLabel?: string;
  tier?: ConfirmTier;
  /** A text that must be typed again from the second tier on, such as the last four digits of the payee's account. */
  retype?: { label: string; answer: string };
  danger?: boolean;
  busy?: boolean;
  /** The `error` of useSend. After a call that may have moved money, there is no "Try again". */
  error?: unknown;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    onConfirm,
    title,
    amount,
    facts,
    warnings = [],
    tier = 0,
    retype,
    danger,
    busy,
    error,
  } = props;
  const t = useTexts();
  const back = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const asks = retype !== undefined && tier >= 2;
  function confirm(): void {
    const isWrong = asks && typed.replaceAll(/\s/g, "") !== retype.answer;
    setWrong(isWrong);
    if (!isWrong) onConfirm();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      initialFocus={back}
      keepOpen
      actions={
        <>
          <Button ref={back} size="money" onClick={onClose}>
            {props.cancelLabel ?? t("cancel")}
          </Button>
          <Button look={danger ? "danger" : "primary"} size="money" busy={Boolean(busy)} onClick={confirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {amount !== undefined && <MoneyWords amount={amount} className="text-14 text-ink-2" />}
        {facts && <KeyValues facts={facts} />}
        {props.children}
        {warnings.map((warning, at) => (
          <Note key={at} tone="warn">
            {warning}
          </Note>
        ))}
        {asks && (
          <TextInput
            label={retype.label}
            value={typed}
            onChange={setTyped}
            inputMode="numeric"
            autoComplete="off"
            mono
            error={wrong ? t("retypeWrong") : undefined}
          />
        )}
        {error !== undefined && error !== null && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
