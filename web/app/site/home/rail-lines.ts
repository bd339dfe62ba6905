// The rails of the map and the payments on them. The amounts are an example: the last balance is what the three
// payments leave.
export const rails = ["NEFT", "RTGS", "IMPS", "UPI", "Cards"] as const;
export type RailName = (typeof rails)[number];

export const strokes: Readonly<Record<RailName, string>> = {
  NEFT: "stroke-rail-neft",
  RTGS: "stroke-rail-rtgs",
  IMPS: "stroke-rail-imps",
  UPI: "stroke-rail-upi",
  Cards: "stroke-rail-other",
};

/** The balance of the wallet before the first payment and after each one. */
export const balances = ["₹10,00,000", "₹7,50,000", "₹6,25,000", "₹6,00,000"] as const;

export const payments: readonly { rail: RailName; amount: string }[] = [
  { rail: "NEFT", amount: "₹2,50,000" },
  { rail: "IMPS", amount: "₹1,25,000" },
  { rail: "UPI", amount: "₹25,000" },
];

export const payees: Readonly<Record<RailName, string>> = {
  NEFT: "Supplier",
  RTGS: "Vendor",
  IMPS: "Employee",
  UPI: "Customer",
  Cards: "Borrower",
};

/** The rail of payouts that visitors send. */
export const LIVE_RAIL: RailName = "IMPS";

export const mapInWords =
  "A network map: from your wallet, lines for NEFT, RTGS, IMPS, UPI and cards lead to suppliers, vendors, employees, " +
  "customers and borrowers. The IMPS line is closed at one bank, and the payment goes around it through another. " +
  "Three payments leave, and the balance falls from ₹10,00,000 to ₹6,00,000.";
