// The transfers that the figures cover. The range is in the address, so that a link shows the same figures.
import { useSearchParams } from "react-router";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import type { Inputs } from "#dashboard/api/operations.ts";

export type Days = "7" | "30";
export type Mode = NonNullable<Inputs["getFigures"]["mode"]>;

export const modes = ["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"] as const;

export interface Range {
  days: Days;
  mode: Mode | "";
  fundSourceId: string;
  /** The input of the operations. */
  input: Inputs["getFigures"];
  /** The query of the address, for links that keep the range. */
  search: string;
  change: (changes: Partial<Pick<Range, "days" | "mode" | "fundSourceId">>) => void;
}

export function useRange(): Range {
  const merchantId = useMerchantId();
  const [query, setQuery] = useSearchParams();
  const days = query.get("days") === "30" ? "30" : "7";
  const mode = modes.find((one) => one === query.get("mode")) ?? "";
  const fundSourceId = query.get("source") ?? "";
  const search = query.toString();
  return {
    days,
    mode,
    fundSourceId,
    input: {
      merchantId,
      days: Number(days),
      ...(mode !== "" && { mode }),
      ...(fundSourceId !== "" && { fundSourceId }),
    },
    search: search === "" ? "" : `?${search}`,
    change(changes) {
      const next = { days, mode, source: fundSourceId, ...rename(changes) };
      const kept = Object.entries(next).filter(
        ([key, value]) => value !== "" && !(key === "days" && value === "7"),
      );
      setQuery(new URLSearchParams(kept), { replace: true });
    },
  };
}

const rename = ({ fundSourceId, ...rest }: Partial<Pick<Range, "days" | "mode" | "fundSourceId">>) => ({
  ...rest,
  ...(fundSourceId !== undefined && { source: fundSourceId }),
});
