// The choice of how a beneficiary is paid, and the fields that it needs.
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import type { Details } from "./details.ts";
import type { PaidTo } from "./kinds.ts";
import { useTexts } from "./texts.ts";

interface HowFieldsProps {
  kind: PaidTo;
  details: Details;
  onKind: (kind: PaidTo) => void;
  onChange: (change: Partial<Details>) => void;
}

export function HowFields({ kind, details, onKind, onChange }: HowFieldsProps) {
  const t = useTexts();
  const field = (key: keyof Details) => ({
    name: key,
    value: details[key],
    mono: true,
    autoComplete: "off",
    onChange: (value: string) => onChange({ [key]: value }),
  });
  return (
    <>
      <RadioCards
        label={t("kind")}
        columns={2}
        value={kind}
        onChange={onKind}
        cards={[
          { id: "bank", label: t("kindBank"), about: t("aboutBank") },
          { id: "upi", label: t("kindUpi"), about: t("aboutUpi") },
          { id: "card", label: t("kindCard"), about: t("aboutCard") },
          { id: "wallet", label: t("kindWallet"), about: t("aboutWallet") },
        ]}
      />
      {kind === "bank" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput label={t("accountNumber")} {...field("accountNumber")} />
          <TextInput
            label="IFSC"
            {...field("ifsc")}
            onChange={(ifsc) => onChange({ ifsc: ifsc.toUpperCase() })}
            hint={t("ifscHint")}
          />
        </div>
      )}
      {kind === "upi" && <TextInput label={t("vpa")} hint={t("vpaHint")} {...field("vpa")} />}
      {kind === "card" && <TextInput label={t("card")} hint={t("cardHint")} {...field("card")} />}
    </>
  );
}
