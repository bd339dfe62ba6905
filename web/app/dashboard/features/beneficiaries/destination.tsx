// The destination of a beneficiary in one or two lines, never with a whole account number.
import type { ReactNode } from "react";
import type { Beneficiary } from "./kinds.ts";
import { useTexts } from "./texts.ts";

type Paid = Pick<
  Beneficiary,
  "accountLast4" | "ifsc" | "bankName" | "vpa" | "cardLast4" | "cardNetwork" | "phone"
>;

export function Destination({ of }: { of: Paid }) {
  const t = useTexts();
  const { accountLast4, ifsc, bankName, vpa, cardLast4, cardNetwork, phone } = of;
  const lines: ReactNode[] = [];
  if (accountLast4 !== null) {
    lines.push(
      <>
        {bankName} <span className="font-mono text-13">••••{accountLast4}</span>
      </>,
      <span className="font-mono text-12 text-ink-2">{ifsc}</span>,
    );
  }
  if (vpa !== null) lines.push(<span className="font-mono text-13 break-all">{vpa}</span>);
  if (cardLast4 !== null) {
    lines.push(
      <>
        {cardNetwork === "visa" ? "Visa" : "Mastercard"}{" "}
        <span className="font-mono text-13">••••{cardLast4}</span>
      </>,
    );
  }
  if (lines.length === 0) lines.push(t("walletOf", { phone: phone ?? "" }));
  return (
    <span className="grid">
      {lines.map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </span>
  );
}
