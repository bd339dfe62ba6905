/**
 * The things that happen to the demo business, one at a time, and those that happen once or a few times in its
 * three weeks, by day (the first is 0) and hour in India.
 */
import { formatRupees } from "#lib/money";
import type { TransferMode } from "#rails";
import type { ReportFormat, ReportType } from "#reports";
import { STAFF } from "./trade.ts";

/** Members of the demo who act, by the first part of their e-mail address. */
export type DemoPerson = "admin" | "initiator" | "approver" | "second.approver";

export interface PlannedOrder {
  readonly transferKey: string;
  readonly beneId: string;
  readonly amountPaise: bigint;
  readonly mode: TransferMode;
  readonly remarks: string;
  /** Default: the wallet. */
  readonly fundSourceId?: string;
  readonly processOn?: Date;
}

/** One event of the plan, by its kind. Repeating it does not make it happen twice. */
export type Deed =
  /** Payees, registered account, second bank account, policies, webhook endpoint, and recipients of e-mails. */
  | { readonly kind: "set-up" }
  | { readonly kind: "top-up"; readonly utr: string; readonly amount: string; readonly fundSourceId?: string }
  /** Placed by the business's own program, unless a person is named. */
  | { readonly kind: "orders"; readonly orders: readonly PlannedOrder[]; readonly person?: DemoPerson }
  | {
      readonly kind: "decide";
      readonly subject: { readonly transferKey: string } | { readonly batchKey: string };
      readonly person: DemoPerson;
      readonly verdict: "approve" | "reject";
      readonly remarks: string;
    }
  | { readonly kind: "salaries"; readonly batchKey: string }
  | { readonly kind: "link"; readonly linkKey: string; readonly name: string; readonly amountPaise: bigint }
  | { readonly kind: "withdraw"; readonly withdrawalKey: string; readonly amountPaise: bigint }
  | { readonly kind: "incident"; readonly bank: string; readonly because: string; readonly ends: boolean }
  /** A file for the accountant, for the days from `daysAgo` to the day itself. */
  | {
      readonly kind: "report";
      readonly name: string;
      readonly type: ReportType;
      readonly format: ReportFormat;
      readonly daysAgo: number;
    }
  /** A downtime that a bank has announced. */
  | { readonly kind: "maintenance"; readonly bank: string; readonly from: Date; readonly to: Date }
  /** Turns the business's webhook receiver on or off. */
  | { readonly kind: "receiver"; readonly answers: boolean }
  /** The hours for which transfers wait for money. Null means that they are refused instead. */
  | { readonly kind: "queuing"; readonly hours: number | null };

export interface PlannedHappening {
  readonly at: Date;
  readonly deed: Deed;
}

/** The IDs of the transfers in a batch of salaries. */
export const salaryKeys = (batchKey: string): string[] =>
  STAFF.map((_, at) => `${batchKey}-${String(at + 1).padStart(2, "0")}`);

/** Salaries of half a month. One account is closed, and one IFSC is incomplete. */
export function salaryRows(batchKey: string): Record<string, string>[] {
  const transferKeys = salaryKeys(batchKey);
  return STAFF.map(({ name, bankAccount, ifsc }, at) => ({
    transferId: transferKeys[at]!,
    amount: formatRupees(BigInt(14_500 + ((at * 3_371) % 21_000)) * 100n),
    name,
    phone: "9876501234",
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
    bankAccount,
    ifsc: at === 7 && batchKey.includes("first") ? ifsc.slice(0, -2) : ifsc,
    remarks: "Salary",
  }));
}

/** The bank account from which salaries and rent are paid. */
export const SALARY_SOURCE = "BANK_1";

export interface Occasion {
  readonly day: number;
  /** `HH:MM` in India. */
  readonly at: string;
  readonly deed: Deed;
}

const on = (day: number, at: string, deed: Deed): Occasion => ({ day, at, deed });

const topUp = (utr: string, amount: string, fundSourceId?: string): Deed => ({
  kind: "top-up",
  utr,
  amount,
  ...(fundSourceId === undefined ? {} : { fundSourceId }),
});

/** "QT-SILK-ADVANCE" as a person would write it. */
function inWords(transferKey: string): string {
  const words = transferKey
    .replace(/^(QT|PO)-/, "")
    .replaceAll("-", " ")
    .toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

const order = (transferKey: string, beneId: string, rupees: number): PlannedOrder => ({
  transferKey,
  beneId,
  amountPaise: BigInt(rupees) * 100n,
  mode: "banktransfer",
  remarks: inWords(transferKey),
});

const ordered = (one: PlannedOrder, person?: DemoPerson): Deed => ({
  kind: "orders",
  orders: [one],
  ...(person === undefined ? {} : { person }),
});

const decide = (
  subject: { readonly transferKey: string } | { readonly batchKey: string },
  person: DemoPerson,
  remarks: string,
  verdict: "approve" | "reject" = "approve",
): Deed => ({ kind: "decide", subject, person, verdict, remarks });

const salaryRent = { ...order("RENT-OCT", "annapurna_rent", 42_000), fundSourceId: SALARY_SOURCE };

export const OCCASIONS: readonly Occasion[] = [
  on(0, "09:20", topUp("DEMOHIST0001", "1500000.00")),
  on(0, "09:25", topUp("DEMOHIST0002", "250000.00", SALARY_SOURCE)),
  on(1, "11:10", ordered(order("QT-SILK-ADVANCE", "surat_silks", 246_000), "initiator")),
  on(1, "11:52", decide({ transferKey: "QT-SILK-ADVANCE" }, "approver", "Matches the purchase order")),
  on(2, "10:05", ordered(salaryRent)),
  on(2, "16:05", { kind: "link", linkKey: "prize-october-1", name: "Ritika Sen", amountPaise: 2_500_00n }),
  on(4, "11:00", { kind: "salaries", batchKey: "salaries-first-half" }),
  on(
    4,
    "11:46",
    decide({ batchKey: "salaries-first-half" }, "second.approver", "Checked against the muster roll"),
  ),
  on(6, "09:35", topUp("DEMOHIST0003", "1800000.00")),
  on(6, "12:15", ordered(order("QT-YARN-BULK", "mahalaxmi_yarn", 412_500), "initiator")),
  on(6, "13:02", decide({ transferKey: "QT-YARN-BULK" }, "second.approver", "")),
  // The payment comes back a day later, too late for NEFT, so that there is always a claim to make to a bank.
  on(7, "11:40", ordered({ ...order("PO-PACKAGING-12", "green_print", 18_600), mode: "neft" })),
  on(8, "14:00", incident("SBIN", false)),
  on(8, "14:20", ordered(order("PO-WEAVERS-77", "erode_weavers", 31_400))),
  on(8, "16:45", incident("SBIN", true)),
  on(9, "11:30", ordered(order("QT-DUPLICATE-BILL", "nimbus_cloud", 238_000), "initiator")),
  on(
    9,
    "12:21",
    decide(
      { transferKey: "QT-DUPLICATE-BILL" },
      "approver",
      "Billed twice: paid on the 3rd already",
      "reject",
    ),
  ),
  on(10, "15:40", { kind: "receiver", answers: false }),
  on(10, "18:40", { kind: "receiver", answers: true }),
  on(11, "17:10", { kind: "withdraw", withdrawalKey: "drawings-1", amountPaise: 1_50_000_00n }),
  on(12, "18:15", ordered(order("PO-CONTAINER-9", "karur_exports", 4_600_000))),
  on(13, "09:30", topUp("DEMOHIST0004", "2000000.00")),
  on(14, "15:40", { kind: "link", linkKey: "prize-october-2", name: "Sameer Joshi", amountPaise: 5_000_00n }),
  on(15, "11:20", ordered(order("QT-FURNISH-SEASON", "panipat_home", 355_000), "initiator")),
  on(
    15,
    "12:48",
    decide({ transferKey: "QT-FURNISH-SEASON" }, "approver", "Season order, agreed with Vikram"),
  ),
  on(17, "10:40", ordered(order("QT-EXPORT-DEPOSIT", "karur_exports", 208_000), "initiator")),
  on(17, "10:58", decide({ transferKey: "QT-EXPORT-DEPOSIT" }, "second.approver", "")),
  on(18, "11:05", { kind: "salaries", batchKey: "salaries-second-half" }),
  on(18, "12:10", decide({ batchKey: "salaries-second-half" }, "approver", "Checked")),
  on(19, "09:30", topUp("DEMOHIST0005", "1600000.00")),
  on(19, "10:05", report("Wallet statement, last two weeks", "account_statement", "xlsx", 13)),
  on(19, "16:30", { kind: "link", linkKey: "prize-november-1", name: "Ishita Paul", amountPaise: 3_500_00n }),
];

function report(name: string, type: ReportType, format: ReportFormat, daysAgo: number): Deed {
  return { kind: "report", name, type, format, daysAgo };
}

function incident(bank: string, ends: boolean): Deed {
  return { kind: "incident", bank, because: "IMPS is slow at the bank, as its circular says", ends };
}

/** The deeds that are still open at the end of the history, with their minutes before it. `tomorrow` is 11:00 IST. */
export function openEnds(tomorrow: Date): readonly { readonly minutesAgo: number; readonly deed: Deed }[] {
  const rent = { ...order("RENT-NEXT", "annapurna_rent", 485_000), fundSourceId: SALARY_SOURCE };
  const freight = { ...order("FREIGHT-Q4", "bluedawn_freight", 262_400), fundSourceId: SALARY_SOURCE };
  const hour = (from: number): Date => new Date(tomorrow.getTime() + (from - 11) * 3_600_000);
  return [
    { minutesAgo: 85, deed: { kind: "maintenance", bank: "HMSK", from: hour(1), to: hour(3) } },
    { minutesAgo: 80, deed: { kind: "queuing", hours: 96 } },
    { minutesAgo: 79, deed: ordered(rent) },
    { minutesAgo: 78, deed: ordered(freight) },
    {
      minutesAgo: 64,
      deed: ordered({ ...order("PO-NEXT-118", "surat_silks", 48_250), processOn: tomorrow }),
    },
    { minutesAgo: 58, deed: report("Transfers of the last 7 days", "transfer", "csv", 6) },
    { minutesAgo: 52, deed: ordered(order("QT-FESTIVE-STOCK", "sai_textiles", 324_000), "initiator") },
  ];
}
