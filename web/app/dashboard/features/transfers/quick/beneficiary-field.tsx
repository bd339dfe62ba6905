// A field that searches the merchant's beneficiaries while one types.
import { useDeferredValue, useState } from "react";
import type { Beneficiary } from "#dashboard/api/operations.ts";
import { useList } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Combobox } from "#dashboard/ui/combobox.tsx";
import { useTexts } from "./texts.ts";

interface BeneficiaryFieldProps {
  /** The one chosen, as the field shows it. */
  chosen: { beneId: string; name: string } | null;
  onChoose: (beneficiary: Beneficiary | null) => void;
}

/** How one is told apart from another: bank and last digits, or the UPI ID. */
export function placeOf({ accountLast4, bankName, vpa }: Beneficiary): string {
  return accountLast4 ? `${bankName ?? ""} ••••${accountLast4}`.trim() : (vpa ?? "");
}

export function BeneficiaryField({ chosen, onChoose }: BeneficiaryFieldProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  // What is chosen stands in the field too, and is no search.
  const isSearch = search !== "" && search !== chosen?.name;
  const { items } = useList("listBeneficiaries", {
    merchantId: useMerchantId(),
    limit: 20,
    ...(isSearch && { search }),
  });
  return (
    <Combobox
      label={t("beneficiary")}
      name="beneId"
      hint={t("beneficiaryHint")}
      choices={items.map((one) => ({ id: one.beneId, label: one.name, about: placeOf(one) }))}
      value={chosen && { id: chosen.beneId, label: chosen.name }}
      onSearch={setTyped}
      onChange={(choice) => onChoose(items.find(({ beneId }) => beneId === choice?.id) ?? null)}
    />
  );
}
