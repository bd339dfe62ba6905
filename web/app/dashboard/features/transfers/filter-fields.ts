// The fields of the transfers' filter bar.
import type { FilterField } from "#dashboard/ui/table/filter-chip.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import type { filterKinds } from "./filters.ts";
import { useTexts } from "./texts.ts";

const modes = ["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"];

const states = [
  "awaiting_approval",
  "scheduled",
  "queued_for_funds",
  "queued_for_window",
  "queued_for_bank",
  "sending",
  "with_bank",
  "under_review",
  "sent_to_payee_bank",
  "credited",
  "failed",
  "rejected",
  "cancelled",
  "reversed",
] as const;
const sources = ["api", "dashboard", "batch", "link", "phone", "loan"] as const;

type Key = keyof typeof filterKinds;

interface FundSource {
  fundSourceId: string;
  name: string;
}

export function useFilterFields(
  fundSources: readonly FundSource[],
  { withStatus = true } = {},
): FilterField<Key>[] {
  const t = useTexts();
  const status: FilterField<Key> = {
    key: "status",
    label: t("filterStatus"),
    kind: "choices",
    options: states.map((id) => ({ id, label: t(`state_${id}`) })),
  };
  return [
    ...(withStatus ? [status] : []),
    {
      key: "mode",
      label: t("filterMode"),
      kind: "choices",
      options: modes.map((id) => ({ id, label: id === "banktransfer" ? t("modeBank") : railName(id) })),
    },
    { key: "amount", label: t("filterAmount"), kind: "amounts" },
    { key: "created", label: t("filterCreated"), kind: "days" },
    { key: "finished", label: t("filterFinished"), kind: "days" },
    {
      key: "src",
      label: t("filterFundSource"),
      kind: "choices",
      options: fundSources.map(({ fundSourceId, name }) => ({ id: fundSourceId, label: name })),
    },
    {
      key: "by",
      label: t("filterSource"),
      kind: "choices",
      options: sources.map((id) => ({ id, label: t(`source_${id}`) })),
    },
    {
      key: "utr",
      label: t("filterUtr"),
      kind: "choices",
      options: [
        { id: "yes", label: t("withUtr") },
        { id: "no", label: t("withoutUtr") },
      ],
    },
  ];
}
