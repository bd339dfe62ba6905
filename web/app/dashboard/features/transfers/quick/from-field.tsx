// The fund source that pays a transfer. If none is chosen, the shares decide.
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

export function FromField({ value, onChange }: { value: string; onChange: (fundSourceId: string) => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const sources = useCall("listFundSources", { merchantId });
  const payable = (sources.data?.items ?? []).filter(
    ({ kind, active }) => active && (kind === "wallet" || kind === "bank_account"),
  );
  return (
    <Select
      label={t("from")}
      name="fundSourceId"
      value={value}
      options={[
        { id: "", label: t("fromAuto") },
        ...payable.map(({ fundSourceId, name, available }) => ({
          id: fundSourceId,
          label: `${name} · ${t("available", { amount: formatRupees(available) })}`,
        })),
      ]}
      onChange={onChange}
    />
  );
}
