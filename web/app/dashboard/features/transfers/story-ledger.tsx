// The bookings of a transfer: one line for each posting, and the total under a double rule.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { sumOf } from "#dashboard/ui/rupees.ts";
import { useTexts } from "./texts.ts";

type Posting = Outputs["getTransferStory"]["ledger"][number];

export function Ledger({ postings }: { postings: readonly Posting[] }) {
  const t = useTexts();
  // The wallet has the same name in every language. Bank accounts have the names that people gave them.
  const nameOf = ({ kind, owner }: Posting["debit"]): string =>
    t(`account_${kind}`, { owner: owner === "Wallet" ? t("walletName") : owner });
  return (
    <Card title={t("ledger")} lead={t("ledgerLead")}>
      <table className="w-full text-13">
        <caption className="sr-only">{t("ledgerCaption")}</caption>
        <thead>
          <tr className="text-left text-ink-3">
            <th scope="col" className="py-1 pr-2 font-semibold">
              {t("debit")} → {t("credit")}
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              {t("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting, at) => (
            <tr key={at} className="border-t border-line align-top">
              <td className="py-1.5 pr-2">
                <span className="block break-words">
                  {nameOf(posting.debit)} → {nameOf(posting.credit)}
                </span>
                <span className="text-12 text-ink-3">{t(`entry_${posting.kind}`)}</span>
              </td>
              <td className="py-1.5 text-right">
                <Money amount={posting.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="double-rule font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {t("ledgerTotal")}
            </th>
            <td className="py-1.5 text-right">
              <Money amount={sumOf(postings.map(({ amount }) => amount))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
