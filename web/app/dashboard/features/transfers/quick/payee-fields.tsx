// The payee: a listed beneficiary, or someone new with their details.
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { BeneficiaryField } from "#dashboard/ui/beneficiary-field.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import { chosenOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { useTexts } from "./texts.ts";

interface PayeeFieldsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

export function PayeeFields({ draft, change }: PayeeFieldsProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <span aria-hidden="true" className="text-14 font-semibold">
          {t("payee")}
        </span>
        <Segments
          label={t("payee")}
          value={draft.payee}
          options={[
            { id: "listed", label: t("listedPayee") },
            { id: "new", label: t("newPayee") },
          ]}
          onChange={(payee) =>
            change({ payee, mode: payee === "new" && draft.paidTo === "upi" ? "upi" : "banktransfer" })
          }
        />
      </div>
      {draft.payee === "listed" ? (
        <BeneficiaryField
          merchantId={merchantId}
          label={t("beneficiary")}
          chosen={draft.beneId === "" ? null : { beneId: draft.beneId, name: draft.beneficiary }}
          onChoose={(one) => change(one === null ? { beneId: "", beneficiary: "" } : chosenOf(one))}
        />
      ) : (
        <NewPayee draft={draft} change={change} />
      )}
    </div>
  );
}

function NewPayee({ draft, change }: PayeeFieldsProps) {
  const t = useTexts();
  const field = (name: "name" | "accountNumber" | "ifsc" | "vpa") => ({
    name,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    autoComplete: "off" as const,
  });
  return (
    <div className="grid gap-4 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center gap-3">
        <span aria-hidden="true" className="text-14 font-semibold">
          {t("paidTo")}
        </span>
        <Segments
          label={t("paidTo")}
          value={draft.paidTo}
          options={[
            { id: "bank", label: t("bankAccount") },
            { id: "upi", label: t("upiId") },
          ]}
          onChange={(paidTo) => change({ paidTo, mode: paidTo === "upi" ? "upi" : "banktransfer" })}
        />
      </div>
      <TextInput label={t("name")} hint={t("nameHint")} maxLength={100} {...field("name")} />
      {draft.paidTo === "bank" ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput
            label={t("accountNumber")}
            inputMode="numeric"
            mono
            maxLength={60}
            {...field("accountNumber")}
          />
          <TextInput label={t("ifsc")} hint={t("ifscHint")} mono {...field("ifsc")} />
        </div>
      ) : (
        <TextInput label={t("upiId")} hint={t("vpaHint")} maxLength={100} {...field("vpa")} />
      )}
    </div>
  );
}
