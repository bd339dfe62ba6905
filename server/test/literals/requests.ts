/** A valid request of every operation, to start from. */
import { istDate } from "#lib/ist";
import { randomUUID } from "node:crypto";
import { credentials, freshId, type Asked, type Client } from "./stage.ts";

export interface Sample {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly asked: Asked;
}

/** Makes a bank account that is not used yet. */
export const freshAccount = (): { bankAccount: string; ifsc: string } => ({
  bankAccount: String((accounts += 1)),
  ifsc: "HDFC0000001",
});
let accounts = 500_100_000_000;

/** Makes a valid beneficiary to be added, with an account of its own. */
export const soundBeneficiary = (): Record<string, string> => ({
  beneId: freshId("bene"),
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  ...freshAccount(),
  address1: "12 MG Road",
});

/** Adds a beneficiary with changes and returns its id. */
export async function addBeneficiary(client: Client, changes: Record<string, unknown> = {}): Promise<string> {
  const body = { ...soundBeneficiary(), ...changes };
  const { body: answer } = await client.call("POST", "/v1/addBeneficiary", { body });
  if (answer.subCode !== "200") throw new Error(`no beneficiary: ${answer.message}`);
  return String(body.beneId);
}

/** Makes a valid request of an operation. */
export async function sampleOf(client: Client, operation: string, version: string): Promise<Sample> {
  const post = (body?: unknown): Sample => ({
    method: "POST",
    path: `/${version}/${operation}`,
    asked: { body },
  });
  const get = (query: Record<string, string> = {}): Sample => ({
    method: "GET",
    path: `/${version}/${operation}`,
    asked: { query },
  });
  switch (operation) {
    case "authorize":
      return { ...post(), asked: { token: null, headers: credentials(client.merchant) } };
    case "verifyToken":
      return post();
    case "addBeneficiary":
      return post(soundBeneficiary());
    case "getBeneficiary":
      return { ...get(), path: `/${version}/getBeneficiary/${freshId("nobody")}` };
    case "getBeneId":
      return get(freshAccount());
    case "removeBeneficiary":
      return post({ beneId: freshId("nobody") });
    case "beneHistory":
      return get({ beneId: freshId("nobody") });
    case "getTransferStatus":
      return get({ transferId: freshId("none") });
    case "getTransfers":
    case "listBeneficiaries":
    case "getBalance":
      return get();
    case "getStatement":
      return get();
    case "setThreshold":
      return post({ minimumBalance: "0" });
    case "internalTransfer":
      return post({ amount: "10.00", rechargeAccount: freshAccount().bankAccount });
    case "selfWithdrawal":
      return post(withdrawalOrder());
    case "directTransfer":
      return post(directOrder());
    case "lend":
      return post({ ...directOrder(), loanId: freshId("loan"), serviceCharges: [] });
    case "requestBatchTransfer":
      return post(batchOrder());
    case "uploadBatchFile":
      return {
        method: "POST",
        path: `/${version}/batchFiles`,
        asked: { query: { format: "BANK_ACCOUNT", name: "salaries.csv" }, text: rowsFile([batchRow()]) },
      };
    case "listBatchFiles":
      return { ...get(), path: `/${version}/batchFiles` };
    case "getBatchFile":
      return { ...get(), path: `/${version}/batchFiles/${randomUUID()}` };
    case "getBatchFileResult":
      return { ...get(), path: `/${version}/batchFiles/${randomUUID()}/result` };
    case "cloneBatchFile":
      return { ...post(), path: `/${version}/batchFiles/${randomUUID()}/clone` };
    case "getBatchTemplate":
      return { ...get(), path: `/${version}/batchTemplates/PIGEON` };
    case "getBatchTransferStatus":
      return get({ batchTransferId: freshId("none") });
    case "createCashgram":
      return post(cashgramOrder());
    case "getCashgramStatus":
      return get({ cashgramId: freshId("none") });
    case "postCashgramStatus":
      return { ...post({ cashgramId: freshId("none") }), path: `/${version}/getCashgramStatus` };
    case "deactivateCashgram":
      return post({ cashgramId: freshId("none") });
    case "validateBankDetails":
    case "validateBankAccount":
      return { ...get(soundAccount()), path: `/${version}/validation/bankDetails` };
    case "asyncValidateBankDetails":
      return { ...get(soundAccount()), path: `/${version}/asyncValidation/bankDetails` };
    case "getBankValidationStatus":
      return { ...get({ bvRefId: "1" }), path: `/${version}/getValidationStatus/bank` };
    case "bulkValidateBankDetails":
      return { ...post(soundBulk()), path: `/${version}/bulkValidation/bankDetails` };
    case "getBulkValidationStatus":
      return get({ bulkValidationId: freshId("none") });
    case "validateUpiDetails":
      return { ...get({ name: "Asha Rao", vpa: "success@upi" }), path: `/${version}/validation/upiDetails` };
    case "getIfsc":
      return { ...get(), path: `/${version}/ifsc/HDFC0000001` };
    case "incidents":
    case "downtimes":
      return get();
    case "requestRecall":
      return post({ transferId: freshId("none"), reason: "PAID_TWICE", remarks: "Invoice 7" });
    case "getRecallStatus":
      return get({ transferId: freshId("none") });
    case "getRecallLetter":
      return { ...get(), path: `/${version}/recalls/${randomUUID()}/letter` };
    case "withdrawRecall":
      return post({ recallId: randomUUID() });
    case "requestReport":
      return { ...post(reportOrder()), path: `/${version}/reports` };
    case "listReports":
      return { ...get(), path: `/${version}/reports` };
    case "getReport":
      return { ...get(), path: `/${version}/reports/${randomUUID()}` };
    case "getReportFile":
      return { ...get(), path: `/${version}/reports/${randomUUID()}/file` };
    case "getNotifications":
      return { ...get(), path: `/${version}/notifications` };
    case "setNotificationCategory":
      return { ...post({ enabled: 1 }), path: `/${version}/notifications/credit` };
    case "setNotificationRecipients":
      return {
        ...post({ recipients: "asha@example.com" }),
        path: `/${version}/notifications/credit/recipients`,
      };
    case "addNotificationRecipients":
      return {
        ...post({ recipients: "asha@example.com" }),
        path: `/${version}/notifications/credit/addRecipients`,
      };
    case "deleteNotificationRecipient":
      return {
        ...post({ recipient: "asha@example.com" }),
        path: `/${version}/notifications/credit/deleteRecipient`,
      };
    default:
      return post(listedOrder(freshId("nobody")));
  }
}

/** A valid order to a beneficiary. */
export const listedOrder = (beneId: string): Record<string, unknown> => ({
  beneId,
  amount: "10.00",
  transferId: freshId("t"),
});

/** A valid order to a payee with an account of their own. */
export const directOrder = (): Record<string, unknown> => ({
  amount: "10.00",
  transferId: freshId("t"),
  transferMode: "banktransfer",
  beneDetails: {
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    ...freshAccount(),
  },
});

/** A valid withdrawal. */
export const withdrawalOrder = (): Record<string, unknown> => ({
  withdrawalId: freshId("W").replaceAll("_", ""),
  amount: "10.00",
  remarks: "To our account",
});

/** A valid link, which works for ten days. */
export const cashgramOrder = (): Record<string, unknown> => ({
  cashgramId: freshId("gram"),
  amount: "10.00",
  name: "Asha Rao",
  phone: "9876543210",
  email: "asha@example.com",
  linkExpiry: istDate(new Date(Date.now() + 10 * 86_400_000)).replaceAll("-", "/"),
  remarks: "Refund of order 7",
  notifyCustomer: 0,
});

/** A valid batch of one row. */
export const batchOrder = (): Record<string, unknown> => ({
  batchTransferId: freshId("batch"),
  batchFormat: "BANK_ACCOUNT",
  deleteBene: 1,
  batch: [batchRow()],
});

/** A valid row of a batch to bank accounts, with an account of its own. */
export const batchRow = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  transferId: freshId("t"),
  amount: "12.00",
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  ...freshAccount(),
  ...changes,
});

/** Writes rows as a .csv file with a column for each field of the first row. */
export function rowsFile(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
  return lines.map((cells) => cells.join(",")).join("\r\n");
}

/** A valid request for a report of today. */
export const reportOrder = (): Record<string, unknown> => {
  const today = istDate(new Date());
  return { type: "transfer", startDate: today, endDate: today };
};

/** Sends a sample with changes. */
export function send(
  client: Client,
  { method, path, asked }: Sample,
  changes: Asked = {},
): ReturnType<Client["call"]> {
  return client.call(method, path, { ...asked, ...changes });
}

/** A valid request to validate a bank account. */
export const soundAccount = (): Record<string, string> => ({
  name: "Asha Rao",
  phone: "9876543210",
  bankAccount: "919191919101",
  ifsc: "HDFC0000001",
});

/** A valid bulk with one entry. */
export const soundBulk = (): Record<string, unknown> => ({
  bulkValidationId: freshId("bulk"),
  entries: [soundAccount()],
});
