// The available balance of the wallet, on every screen. It is marked if it is below its threshold.
import { Link } from "react-router";
import { useCall } from "../api/use-call.ts";
import { features } from "../screens.ts";
import { Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { paiseOf } from "../ui/rupees.ts";
import { useCan } from "./can.tsx";
import { useMerchantId, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

const path = "fund-sources";
const hasScreen = features.some(({ screens }) => screens.some((screen) => screen.path === path));

export function BalanceChip() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const enabled = useCan()("listFundSources") && hasScreen;
  const { data } = useCall("listFundSources", { merchantId }, { enabled });
  const wallet = data?.items.find((source) => source.kind === "wallet");
  if (!wallet) return null;
  const threshold = paiseOf(wallet.threshold) ?? 0n;
  const isLow = threshold > 0n && (paiseOf(wallet.available) ?? 0n) < threshold;
  return (
    <Link
      to={to(path)}
      title={t(isLow ? "lowBalance" : "balance", { name: wallet.name })}
      className={`hidden min-h-9 items-center gap-2 rounded-field px-2 text-14 hover:bg-sunken xl:flex ${isLow ? "bg-warn-bg text-warn" : "text-ink-2"}`}
    >
      <Icon name={isLow ? "warning" : "wallet"} size={16} />
      <span className="sr-only">{t(isLow ? "lowBalance" : "balance", { name: wallet.name })}</span>
      <Money amount={wallet.available} className={isLow ? "" : "font-semibold text-ink"} />
    </Link>
  );
}
