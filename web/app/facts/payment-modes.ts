// The limits, hours and requirements of each payment mode.
import { figures } from "./figures.ts";

export interface PaymentMode {
  id: "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card";
  name: string;
  kind: "Bank account" | "Tokenised card" | "UPI" | "Wallet";
  limit: string;
  hours: string;
  time: string;
  needs: string;
}

const contact = "ID, name, e-mail, phone";

export const workingDays = "Monday to Saturday, except the 2nd and 4th Saturday and the national holidays";
/** Banks in every state are closed on these days each year. A test compares them with the engine's table. */
export const nationalHolidays = [
  { day: "01-26", name: "Republic Day", words: "26 January" },
  { day: "08-15", name: "Independence Day", words: "15 August" },
  { day: "10-02", name: "Gandhi Jayanti", words: "2 October" },
] as const;

export const paymentModes: PaymentMode[] = [
  {
    id: "imps",
    name: "IMPS",
    kind: "Bank account",
    limit: `Up to ${figures.impsMost}`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "neft",
    name: "NEFT",
    kind: "Bank account",
    limit: `Any amount; the default above ${figures.impsDefaultMost}`,
    hours: `${figures.bankHours} on working days`,
    time: `Up to about ${figures.neftTime}`,
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "rtgs",
    name: "RTGS",
    kind: "Bank account",
    limit: `${figures.rtgsLeast} and above`,
    hours: `${figures.bankHours} on working days`,
    time: `Up to about ${figures.rtgsTime}`,
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "upi",
    name: "UPI",
    kind: "UPI",
    limit: `${figures.upiMost} per payout; some banks allow only ${figures.upiBankLimit}`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: `${contact}, VPA`,
  },
  {
    id: "paytm",
    name: "Paytm",
    kind: "Wallet",
    limit: `${figures.paytmMost}, payee with complete KYC`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "amazonpay",
    name: "Amazon Pay",
    kind: "Wallet",
    limit: figures.amazonPayMost,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "card",
    name: "Card",
    kind: "Tokenised card",
    limit: `${figures.cardMost}; the issuer may set a lower limit`,
    hours: "Always, holidays included",
    time: `Up to ${figures.cardTime}`,
    needs: `${contact}, masked card number, or a token in the request`,
  },
];
