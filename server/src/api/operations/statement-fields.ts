/** The fields of a statement. */
import {
  type Balance,
  type FundSource,
  type revealFundSourceAccount,
  type Statement,
  STATEMENT_KINDS,
  type StatementEntry,
} from "#fund-sources";
import { ifAny, listOfShown, outputOf, partOf, shown, type Shown } from "#http";
import { formatRupees } from "#lib/money";
import { istText } from "#rails";
import { count, flag, moment, signedRupees, text } from "./answer-schemas.ts";
import { IFSC_PATTERN } from "./beneficiary-fields.ts";

export interface StatementToWrite {
  readonly source: FundSource;
  /** The account to which money for the fund source is sent; null: it has no account at a bank. */
  readonly account: Awaited<ReturnType<typeof revealFundSourceAccount>> | null;
  readonly balance: Balance;
  readonly statement: Statement;
}

const amount = <From>(paise: (from: From) => bigint, description?: string): Shown<From> =>
  shown(description === undefined ? signedRupees : { ...signedRupees, description }, (from) =>
    formatRupees(paise(from)),
  );

/** An amount that is absent if there never was one. */
const lastAmount = (paise: (source: FundSource) => bigint | null): Shown<StatementToWrite> =>
  ifAny(signedRupees, ({ source }) => {
    const last = paise(source);
    return last === null ? undefined : formatRupees(last);
  });

const fundSource = outputOf<StatementToWrite>({
  paymentInstrumentId: shown(text, ({ source }) => source.fundSourceId),
  name: shown(text, ({ source }) => source.name),
  accountNumber: ifAny(
    {
      ...text,
      description:
        "Money sent to this account is added to the fund source; absent if it has no bank account.",
    },
    ({ account }) => account?.accountNumber,
  ),
  ifsc: ifAny({ type: "string", pattern: IFSC_PATTERN }, ({ account }) => account?.ifsc),
  balance: amount(({ balance }) => balance.balancePaise),
  availableBalance: amount(({ balance }) => balance.availablePaise),
  overdraftLimit: amount(({ balance }) => balance.overdraftLimitPaise),
  lowBalanceThreshold: amount(({ source }) => source.lowBalanceThresholdPaise),
  notifyLowBalance: shown(flag, ({ source }) => (source.notifyLowBalance ? 1 : 0)),
  lastRecharge: lastAmount(({ lastTopUpPaise }) => lastTopUpPaise),
  lastWithdrawal: lastAmount(({ lastWithdrawalPaise }) => lastWithdrawalPaise),
  lastInternalTransfer: lastAmount(({ lastInternalTransferPaise }) => lastInternalTransferPaise),
});

const wordOf = (kind: string): string => kind.toUpperCase();

const entry = outputOf<StatementEntry>({
  eventTime: shown(moment, ({ at }) => istText(at)),
  type: shown({ type: "string", enum: STATEMENT_KINDS.map(wordOf) }, ({ kind }) => wordOf(kind)),
  amount: amount(({ amountPaise }) => amountPaise, "The amount without charges."),
  charges: amount(({ chargesPaise }) => chargesPaise, "Fee and tax included in `debit` or `credit`."),
  debit: amount(({ changePaise }) => (changePaise < 0n ? -changePaise : 0n)),
  credit: amount(({ changePaise }) => (changePaise > 0n ? changePaise : 0n)),
  balance: amount(({ balancePaise }) => balancePaise, "The available balance right after this entry."),
  transferId: shown(
    { ...text, description: "Your ID of the transfer or withdrawal; empty if there is none." },
    ({ key }) => key ?? "",
  ),
  referenceId: shown({ type: "string", pattern: "^[0-9]*$" }, ({ referenceId }) => String(referenceId ?? "")),
  utr: shown(text, ({ utr }) => utr ?? ""),
  remarks: shown(text, ({ remarks }) => remarks ?? ""),
});

export const statementOutput = outputOf<StatementToWrite>({
  fundSource: partOf(fundSource, (from) => from),
  openingBalance: amount(({ statement }) => statement.openingPaise),
  closingBalance: amount(({ statement }) => statement.closingPaise),
  totalEntries: shown(count, ({ statement }) => statement.entryCount),
  entries: listOfShown(entry, ({ statement }) => statement.entries),
});

export const statementExample = {
  fundSource: {
    paymentInstrumentId: "WALLET_1",
    name: "Wallet",
    accountNumber: "7700123412341234",
    ifsc: "VTRN0000001",
    balance: "892.92",
    availableBalance: "892.92",
    overdraftLimit: "0.00",
    lowBalanceThreshold: "500.00",
    notifyLowBalance: 1,
    lastRecharge: "1000.00",
  },
  openingBalance: "1000.00",
  closingBalance: "892.92",
  totalEntries: 1,
  entries: [
    {
      eventTime: "2026-11-20 10:15:00",
      type: "TRANSFER",
      amount: "100.00",
      charges: "7.08",
      debit: "107.08",
      credit: "0.00",
      balance: "892.92",
      transferId: "invoice_7",
      referenceId: "10001",
      utr: "632415000001",
      remarks: "Invoice 7",
    },
  ],
} as const;
