/** The invented business that the demo shows: a wholesaler of textiles, with its payees, amounts and remarks. */
import type { BeneficiaryInput } from "#beneficiaries";

/** The kind of a payment; each has its own amounts, hours and rail. */
export type TradeKind = "supplier" | "service" | "rider" | "customer" | "wallet";

interface TradePayee extends BeneficiaryInput {
  readonly kind: TradeKind;
  /** True if it is paid only now and then. */
  readonly rare?: boolean;
}

/**
 * The payees of the business. A simulated bank treats account numbers that begin with 9090 in special ways, so that not
 * everything goes well: one account is closed, one is blocked, and one payment comes back a day later.
 */
export const PAYEES: readonly TradePayee[] = [
  account("supplier", "sai_textiles", "Sai Krishna Textiles", {
    number: "50200041237781",
    ifsc: "HDFC0000001",
  }),
  account("supplier", "mahalaxmi_yarn", "Mahalaxmi Yarn Mills", {
    number: "003105022114",
    ifsc: "ICIC0000031",
  }),
  account("supplier", "erode_weavers", "Erode Weavers Cooperative", {
    number: "30912244718",
    ifsc: "SBIN0000836",
  }),
  account("supplier", "surat_silks", "Surat Silks", { number: "918020047712034", ifsc: "UTIB0000047" }),
  account("supplier", "panipat_home", "Panipat Home Furnishings", {
    number: "4411238890",
    ifsc: "KKBK0000211",
  }),
  account("supplier", "karur_exports", "Karur Exports", { number: "10048211763", ifsc: "IDFB0080101" }),
  rare(
    account("supplier", "jaipur_prints", "Jaipur Block Prints", {
      number: "909090909023",
      ifsc: "PUNB0033200",
    }),
  ),
  account("service", "bluedawn_freight", "Blue Dawn Freight", {
    number: "50200018820045",
    ifsc: "HDFC0000060",
  }),
  account("service", "annapurna_rent", "Annapurna Estates", { number: "20114477120", ifsc: "SBIN0001707" }),
  account("service", "pixel_studio", "Pixel Lane Studio", { number: "025301019934", ifsc: "ICIC0000253" }),
  account("service", "nimbus_cloud", "Nimbus Cloud Services", {
    number: "919020066120931",
    ifsc: "UTIB0000100",
  }),
  account("service", "rao_associates", "Rao and Associates", { number: "7712040056", ifsc: "KKBK0000958" }),
  rare(account("service", "city_couriers", "City Couriers", { number: "909090909002", ifsc: "BKID0000101" })),
  rare(
    account("service", "green_print", "Greenleaf Packaging", { number: "909090909030", ifsc: "CNRB0000184" }),
  ),
  vpa("rider", "rider_imran", "Imran Sheikh", "imran.sheikh@okaxis"),
  vpa("rider", "rider_lakshmi", "Lakshmi Devi", "lakshmi.devi@ybl"),
  vpa("rider", "rider_joseph", "Joseph Mathew", "joseph.mathew@oksbi"),
  vpa("rider", "rider_sunita", "Sunita Yadav", "sunita.yadav@paytm"),
  vpa("rider", "rider_arjun", "Arjun Nair", "arjun.nair@okicici"),
  vpa("customer", "cust_nilesh", "Nilesh Kadam", "nilesh.kadam@okhdfcbank"),
  vpa("customer", "cust_farida", "Farida Khan", "farida.khan@ybl"),
  vpa("customer", "cust_meenal", "Meenal Shah", "meenal.shah@okaxis"),
  rare(account("customer", "cust_thomas", "Thomas Kurian", { number: "909090909003", ifsc: "FDRL0001001" })),
  { ...contact("wallet", "cust_pooja", "Pooja Bhatt"), phone: "9820012345" },
  { ...contact("wallet", "cust_dev", "Dev Malhotra"), phone: "9811198111" },
];

/** The amounts of each kind in whole rupees, and its remarks. `{n}` is a running number. */
export const TERMS: Readonly<Record<TradeKind, { from: number; to: number; remarks: readonly string[] }>> = {
  supplier: { from: 12_000, to: 96_000, remarks: ["Invoice {n}", "Purchase order {n}", "Fabric lot {n}"] },
  service: { from: 2_400, to: 38_000, remarks: ["Bill {n}", "Service {n}", "Monthly charges {n}"] },
  rider: { from: 280, to: 2_650, remarks: ["Deliveries {n}", "Trip sheet {n}"] },
  customer: { from: 190, to: 7_400, remarks: ["Refund order {n}", "Return {n}"] },
  wallet: { from: 150, to: 1_900, remarks: ["Refund order {n}", "Cashback {n}"] },
};

/** The people who get a salary. The account of the twelfth is closed. */
export const STAFF: readonly { name: string; bankAccount: string; ifsc: string }[] = [
  "Ananya Iyer",
  "Rohit Sharma",
  "Kavita Joshi",
  "Manish Gupta",
  "Deepa Menon",
  "Salim Ansari",
  "Priya Pillai",
  "Harpreet Singh",
  "Neha Kulkarni",
  "Vivek Reddy",
  "Shalini Das",
  "Gopal Verma",
].map((name, at) => ({
  name,
  bankAccount: at === 11 ? "909090909001" : `6010${String(40_238_817 + at * 7_919)}`,
  ifsc: ["HDFC0000001", "ICIC0000031", "SBIN0000836"][at % 3]!,
}));

/** The staff as beneficiaries with their own IDs, so that a batch of salaries pays these beneficiaries. */
export const STAFF_PAYEES: readonly TradePayee[] = STAFF.map(({ name, bankAccount, ifsc }) =>
  account("service", `staff_${name.split(" ")[0]!.toLowerCase()}`, name, { number: bankAccount, ifsc }),
);

function rare(payee: TradePayee): TradePayee {
  return { ...payee, rare: true };
}

function contact(kind: TradeKind, beneId: string, name: string): TradePayee {
  const email = `${beneId.replaceAll("_", ".")}@example.com`;
  return { kind, beneId, name, email, phone: "9876501234", address1: "14 Market Road", city: "Mumbai" };
}

function account(
  kind: TradeKind,
  beneId: string,
  name: string,
  { number, ifsc }: { number: string; ifsc: string },
): TradePayee {
  return { ...contact(kind, beneId, name), accountNumber: number, ifsc };
}

function vpa(kind: TradeKind, beneId: string, name: string, address: string): TradePayee {
  return { ...contact(kind, beneId, name), vpa: address };
}
