import type { DashboardOperation } from "#dashboard/operation";
import { connectUpstream, listUpstreams, testUpstream } from "./upstreams.ts";
import { downloadStatement, getStatementTotals, listStatement } from "./statements.ts";
import {
  getAccountInformation,
  listRefunds,
  listWithdrawals,
  registerAccount,
  withdraw,
} from "./withdrawals.ts";
import {
  getDepositAccount,
  listBanks,
  listFundSources,
  moveMoney,
  openBankSource,
  setShares,
  simulateTopUp,
} from "./fund-sources.ts";
import { listDowntimes } from "./list-downtimes.ts";
import { listOverdraftRequests, requestOverdraft } from "./overdrafts.ts";

export const fundSources: readonly DashboardOperation[] = [
  listFundSources,
  getDepositAccount,
  listStatement,
  getStatementTotals,
  downloadStatement,
  moveMoney,
  withdraw,
  listWithdrawals,
  listRefunds,
  setShares,
  listBanks,
  openBankSource,
  listDowntimes,
  requestOverdraft,
  listOverdraftRequests,
  simulateTopUp,
  getAccountInformation,
  registerAccount,
  listUpstreams,
  testUpstream,
  connectUpstream,
];
