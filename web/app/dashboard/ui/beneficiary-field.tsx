// A field that searches the merchant's beneficiaries while one types.
import { useDeferredValue, useState } from "react";
import type { Beneficiary } from "../api/operations.ts";
import { useList } from "../api/use-call.ts";
import { Combobox } from "./combobox.tsx";
import { useTexts } from "./texts.ts";

interface BeneficiaryFieldProps {
  merchantId: string;
  label: string;
  /** The one chosen, as the field shows it. */
  chosen: { beneId: string; name: string } | null;
  onChoose: (beneficiary: Beneficiary | null) => void;
  /** The hint while there are no beneficiaries at all. */
  noneHint?: string;
}

/** How one is told apart from another: bank and last digits, or the UPI ID. */
export function payeePlace({
  accountLast4,
  bankName,
  vpa,
}: Pick<Beneficiary, "accountLast4" | "bankName" | "vpa">): string {
  return accountLast4 ? `${bankName ?? ""} ••••${accountLast4}`.trim() : (vpa ?? "");
}

const newForMs = 86_400_000;

/** A payee who was added less than a day ago is paid with more care. */
export function isNewPayee({ addedAt }: { addedAt: string }): boolean {
  return Date.now() - Date.parse(addedAt) < newForMs;
}

export function BeneficiaryField({ merchantId, label, chosen, onChoose, noneHint }: BeneficiaryFieldProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  // What is chosen stands in the field too, and is no search.
  const isSearch = search !== "" && search !== chosen?.name;
  const { items, pages } = useList("listBeneficiaries", {
    merchantId,
    limit: 20,
    ...(isSearch && { search }),
  });
  const hasNone = pages.length > 0 && items.length === 0 && !isSearch;
  return (
    <Combobox
      label={label}
      name="beneId"
      hint={(hasNone && noneHint) || t("beneficiaryHint")}
      choices={items.map((one) => ({ id: one.beneId, label: one.name, about: payeePlace(one) }))}
      value={chosen && { id: chosen.beneId, label: chosen.name }}
      onSearch={setTyped}
      onChange={(choice) => onChoose(items.find(({ beneId }) => beneId === choice?.id) ?? null)}
    />
  );
}
