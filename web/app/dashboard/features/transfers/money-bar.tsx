// Shows who has the money now, on its way from the merchant to the payee.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTexts } from "./texts.ts";

type Explanation = Outputs["getTransferStory"]["explanation"];

const holders = [
  "you",
  "held",
  "bank",
  "payee_bank",
  "payee",
] as const satisfies readonly Explanation["holder"][];

export function MoneyBar({ holder }: { holder: Explanation["holder"] }) {
  const t = useTexts();
  const now = holders.indexOf(holder);
  return (
    <ol aria-label={t("moneyBar")} className="grid grid-cols-5 gap-1">
      {holders.map((one, at) => (
        <li key={one} aria-current={at === now ? "step" : undefined} className="min-w-0">
          <span
            aria-hidden="true"
            className={`block h-1.5 rounded-field ${at === now ? "bg-primary" : at < now ? "bg-control" : "bg-line"}`}
          />
          <span
            className={`mt-1.5 block text-12 break-words ${at === now ? "font-semibold text-ink" : "text-ink-3"}`}
          >
            {t(`holder_${one}`)}
            {at === now && <span className="sr-only">, {t("holderNow")}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
