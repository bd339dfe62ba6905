// Limits, hours and needs of the rails a payout can take.
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

export const paymentModes: PaymentMode[] = [
  {
    id: "imps",
    name: "IMPS",
    kind: "Bank account",
    limit: "Up to ₹5,00,000",
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
    limit: "₹2,00,000 and above",
    hours: "1 AM to 6:45 PM on working days",
    time: "Within the window",
    needs: `${contact}, account number, IFSC`,
  },
  {
    id: "upi",
    name: "UPI",
    kind: "UPI",
    limit: "₹1,00,000 per payout; some banks from ₹10,000",
    hours: "Always, holidays included",
    time: "Seconds",
    needs: `${contact}, VPA`,
  },
  {
    id: "paytm",
    name: "Paytm",
    kind: "Wallet",
    limit: "₹1,00,000, payee with complete KYC",
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "amazonpay",
    name: "Amazon Pay",
    kind: "Wallet",
    limit: "₹10,000",
    hours: "Always, holidays included",
    time: "Seconds",
    needs: "Phone number",
  },
  {
    id: "card",
    name: "Card",
    kind: "Tokenised card",
    limit: "Set by the card's issuer",
    hours: "Always, holidays included",
    time: "Up to 48 hours",
    needs: `${contact}, card token`,
  },
];

export const workingDays = "Monday to Saturday, except the 2nd and 4th Saturday";
