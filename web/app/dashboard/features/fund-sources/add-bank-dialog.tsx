// Adds a bank account as a fund source: the banks that accept this kind of business, and the account's details.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { useTexts } from "./texts.ts";

interface AddBankDialogProps {
  isSandbox: boolean;
  onClose: () => void;
}

export function AddBankDialog({ isSandbox, onClose }: AddBankDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const banks = useCall("listBanks", { merchantId });
  const [bankId, setBankId] = useState<string>();
  const [account, setAccount] = useState({ name: "", accountNumber: "", ifsc: "" });
  const { send, error, isPending } = useSend("openBankSource", {
    refreshes: ["listFundSources", "listBanks"],
    onDone: ({ fundSourceId }) => {
      toast(t("bankAdded", { id: fundSourceId }));
      onClose();
    },
  });
  const isReady = bankId !== undefined && Object.values(account).every((value) => value.trim() !== "");
  const submit = () => bankId !== undefined && send({ merchantId, bankId, ...account });
  const field = (key: keyof typeof account) => ({
    name: key,
    value: account[key],
    onChange: (value: string) => setAccount({ ...account, [key]: value }),
  });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("addBankTitle")}
      lead={t("addBankLead")}
      actions={
        isSandbox && (
          <Button look="primary" busy={isPending} disabled={!isReady} onClick={submit}>
            {t("addBank")}
          </Button>
        )
      }
    >
      {banks.error && <ErrorBox error={banks.error} onRetry={() => void banks.refetch()} />}
      {!banks.data && !banks.error && <Skeleton lines={4} />}
      {banks.data && (
        <Form error={error} onSubmit={() => isReady && submit()}>
          {error && <ErrorBox error={error} />}
          <RadioCards
            label={t("bank")}
            value={bankId}
            onChange={setBankId}
            cards={banks.data.items.map((bank) => ({
              id: bank.bankId,
              label: bank.name,
              disabled: !bank.open || !isSandbox,
              about: bank.open ? bank.modes.map(railName).join(" · ") : <ClosedReason />,
            }))}
          />
          {isSandbox ? (
            <>
              <TextInput label={t("accountName")} maxLength={60} {...field("name")} />
              <TextInput label={t("accountNumber")} mono autoComplete="off" {...field("accountNumber")} />
              <TextInput label="IFSC" mono {...field("ifsc")} />
            </>
          ) : (
            <Note>{t("addBankLive")}</Note>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function ClosedReason() {
  const t = useTexts();
  return <span className="text-bad">{t("bankClosed")}</span>;
}
