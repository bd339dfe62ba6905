// A field that searches the merchant's beneficiaries while the user types.
import { useDeferredValue, useState } from "react";
import type { Beneficiary } from "../api/operations.ts";
import { useList } from "../api/use-call.ts";
import { Combobox } from "./combobox.tsx";
import { useTexts } from "./texts.ts";

interface BeneficiaryFieldProps {
  merchantId: string;
  label: string;
  /** The chosen beneficiary, as the field shows it. */
  chosen: { beneId: string; name: string } | null;
  onChoose: (beneficiary: Beneficiary | null) => void;
  /** The hint if there are no beneficiaries at all. */
  noneHint?: string;
}

/** Returns what tells beneficiaries apart: the bank and the last digits, or the UPI ID. */
export function payeePlace({
  accountLast4,
  bankName,
  vpa,
}: Pick<Beneficiary, "accountLast4" | "bankName" | "vpa">): string {
  return accountLast4 ? `${bankName ?? ""} ••••${accountLast4}`.trim() : (vpa ?? "");
}

const newForMs = 86_400_000;

/** True if the payee was added less than a day ago. Payments to new payees are checked more carefully. */
export function isNewPayee({ addedAt }: { addedAt: string }): boolean {
  return Date.now() - Date.parse(addedAt) < newForMs;
}

export function BeneficiaryField({ merchantId, label, chosen, onChoose, noneHint }: BeneficiaryFieldProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  // The field also contains the name of the chosen beneficiary, which is not a search.
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
