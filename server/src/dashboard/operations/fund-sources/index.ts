import type { DashboardOperation } from "#dashboard/operation";
import { connectUpstream } from "./connect-upstream.ts";
import { downloadStatement } from "./download-statement.ts";
import { getAccountInformation } from "./get-account-information.ts";
import { getDepositAccount } from "./get-deposit-account.ts";
import { getStatementTotals } from "./get-statement-totals.ts";
import { listBanks } from "./list-banks.ts";
import { listDowntimes } from "./list-downtimes.ts";
import { listFundSources } from "./list-fund-sources.ts";
import { listOverdraftRequests } from "./list-overdraft-requests.ts";
import { listRefunds } from "./list-refunds.ts";
import { listStatement } from "./list-statement.ts";
import { listUpstreams } from "./list-upstreams.ts";
import { listWithdrawals } from "./list-withdrawals.ts";
import { moveMoney } from "./move-money.ts";
import { openBankSource } from "./open-bank-source.ts";
import { registerAccount } from "./register-account.ts";
import { requestOverdraft } from "./request-overdraft.ts";
import { setShares } from "./set-shares.ts";
import { simulateTopUp } from "./simulate-top-up.ts";
import { withdraw } from "./withdraw.ts";

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
  connectUpstream,
];
