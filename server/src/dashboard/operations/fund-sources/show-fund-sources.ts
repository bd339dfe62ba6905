import { adapterOf } from "#banks";
import { bankName } from "#dashboard/bank-name";
import {
  listBankConnections,
  readFundSources,
  readSourceBalances,
  TRANSIT_ID,
  type Balance,
  type BankConnection,
  type FundSource,
} from "#fund-sources";
import { listDowntimes, touchedSources } from "#health";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";

/** A merchant's fund sources as the dashboard shows them, all of one moment, the wallet first. */
export async function showFundSources(ctx: Context, tx: Tx) {
  const sources = (await readFundSources(tx)).filter(({ fundSourceId }) => fundSourceId !== TRANSIT_ID);
  const ids = sources.map(({ fundSourceId }) => fundSourceId);
  const [balances, banks, downtimes] = await Promise.all([
    readSourceBalances(tx, ids),
    listBankConnections(ctx, tx),
    listDowntimes(tx),
  ]);
  const touched = downtimes
    .filter(({ when }) => when === "now")
    .flatMap((downtime) => touchedSources(downtime, { sources, banks }));
  return sources.map((source) => ({
    ...shown(source, balances.get(source.fundSourceId)!),
    modes: modesOf(source, banks),
    downtimes: touched.filter(({ fundSourceId }) => fundSourceId === source.fundSourceId).length,
    recovering: recoveringOf(source, banks),
  }));
}

function shown(source: FundSource, balance: Balance) {
  const { fundSourceId, kind, name, accountLast4, ifsc, bankId, active, sharePercent } = source;
  const bank = bankId === null ? null : { bankId, name: bankName(bankId) };
  const orNull = (paise: bigint | null): string | null => (paise === null ? null : formatRupees(paise));
  return {
    ...{ fundSourceId, kind, name, accountLast4, ifsc, bank, active, sharePercent },
    balance: formatRupees(balance.balancePaise),
    held: formatRupees(balance.heldPaise),
    available: formatRupees(balance.availablePaise),
    overdraftLimit: formatRupees(balance.overdraftLimitPaise),
    threshold: formatRupees(source.lowBalanceThresholdPaise),
    notifiesLowBalance: source.notifyLowBalance,
    lastRecharge: orNull(source.lastTopUpPaise),
    lastWithdrawal: orNull(source.lastWithdrawalPaise),
    lastInternalTransfer: orNull(source.lastInternalTransferPaise),
  };
}

/** Its banks that get no payments since the database was restored. */
function recoveringOf({ kind, bankId }: FundSource, banks: readonly BankConnection[]) {
  const own = banks.filter((bank) => kind === "wallet" || bank.bankId === bankId);
  return own.flatMap(({ bankId: held, recoveringSince: since }) =>
    since === null ? [] : [{ bankName: bankName(held), since }],
  );
}

/** The rails that can be paid by from here: its own bank's, or those of all banks. */
function modesOf({ kind, bankId }: FundSource, banks: readonly BankConnection[]): string[] {
  if (kind !== "wallet" && kind !== "bank_account") return [];
  const payers = banks.filter((bank) => bank.enabled && (bankId === null || bank.bankId === bankId));
  return [...new Set(payers.flatMap((bank) => adapterOf(bank).capabilities(bank.bankId).rails))];
}
