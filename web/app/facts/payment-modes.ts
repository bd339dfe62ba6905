// Limits, hours and needs of the rails a payout can take.
import { rupees } from "#site/pricing.ts";
import { LIMITS } from "./from-the-engine.ts";

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

type Rail = keyof typeof LIMITS;
const most = (rail: Rail) => rupees(LIMITS[rail].at(-1)?.maxPaise ?? 0n);
const least = (rail: Rail) => rupees(LIMITS[rail].at(-1)?.minPaise ?? 0n);

export const workingDays = "Monday to Saturday, except the 2nd and 4th Saturday and the national holidays";
/** On which banks are shut in every state, each year; a test compares them with the engine's table. */
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
    limit: `Up to ${most("imps")}`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "neft",
    name: "NEFT",
    kind: "Bank account",
    limit: "Default above ₹2,00,000",
    hours: "1 AM to 6:45 PM on working days",
    time: "Up to about 2 hours",
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "rtgs",
    name: "RTGS",
    kind: "Bank account",
    limit: `${least("rtgs")} and above`,
    hours: "1 AM to 6:45 PM on working days",
    time: "Within the window",
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "upi",
    name: "UPI",
    kind: "UPI",
    limit: `${most("upi")} per payout; some banks from ₹10,000`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: `${contact}, VPA`,
  },
  {
    id: "paytm",
    name: "Paytm",
    kind: "Wallet",
    limit: `${most("paytm")}, payee with complete KYC`,
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "amazonpay",
    name: "Amazon Pay",
    kind: "Wallet",
    limit: most("amazonpay"),
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "card",
    name: "Card",
    kind: "Tokenised card",
    limit: `${most("card")}; the card's issuer may set less`,
    hours: "Always, holidays included",
    time: "Up to 48 hours",
    needs: `${contact}, card number kept masked for the record; paid by token`,
  },
];
