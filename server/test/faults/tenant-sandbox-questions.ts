/** The names of a merchant's things in every control of the sandbox: one row for each route. */
import { makes, reads, type Row } from "./tenant-questions.ts";

const AN_HOUR = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" } as const;
const LEVELS = (memberId: string) => [{ approvers: 1, members: [memberId] }];

/** The rows by method and path after `/sandbox`. A new route needs its row. */
export const OF_THE_SANDBOX: Readonly<Record<string, Row>> = {
  "GET /clock": reads(() => [{ path: "/clock" }]),
  "POST /clock": makes(() => [{ path: "/clock", body: { advance: "1s" } }]),
  "POST /top-ups": makes(({ bankId, rechargeAccount }) => [
    { path: "/top-ups", body: { amount: "1.00", bankId } },
    {
      path: "/top-ups",
      body: { amount: "1.00", from: { name: "A", accountNumber: rechargeAccount, ifsc: "HDFC0000001" } },
    },
  ]),
  "GET /fund-sources": reads(() => [{ path: "/fund-sources" }]),
  "POST /fund-sources": makes(({ bankId, rechargeAccount: accountNumber }, own) =>
    [bankId, own.bankId].map((id) => ({
      path: "/fund-sources",
      body: { bankId: id, name: "Current account", accountNumber, ifsc: "HDFC0000001" },
    })),
  ),
  "PUT /shares": reads(({ fundSourceId }) => [
    { path: "/shares", body: { shares: [{ fundSourceId, percent: 100 }] } },
  ]),
  "PUT /registered-account": makes(({ rechargeAccount: accountNumber }) => [
    { path: "/registered-account", body: { holderName: "Demo Traders", accountNumber, ifsc: "HDFC0000001" } },
  ]),
  "PUT /business-type": makes(() => [{ path: "/business-type", body: { businessType: "public_limited" } }]),
  "POST /refunds/:topUpId": reads(({ topUpId }) =>
    ["retry", "credit"].map((verdict) => ({ path: `/refunds/${topUpId}`, body: { verdict } })),
  ),
  "PUT /queuing-time": makes(() => [{ path: "/queuing-time", body: { hours: 5 } }]),
  "PUT /phone-settings": makes(() => [{ path: "/phone-settings", body: { checkName: false } }]),
  "PUT /beneficiary-settings": makes(() => [
    { path: "/beneficiary-settings", body: { accountOnce: false, waitingMinutes: 30 } },
  ]),
  "GET /transfers/:transferId": reads(({ transferId }) => [{ path: `/transfers/${transferId}` }]),
  "POST /transfers/:transferId/outcome": reads(({ transferId }) =>
    ["succeed", "fail", "return", "credit"].map((outcome) => ({
      path: `/transfers/${transferId}/outcome`,
      body: { outcome },
    })),
  ),
  "POST /transfers/:transferId/cancel": reads(({ transferId }) => [
    { path: `/transfers/${transferId}/cancel` },
  ]),
  "GET /approvals": reads(() => [{ path: "/approvals" }]),
  "POST /approvals/:transferId": reads((names, own) => [
    ...[names.memberEmail, own.memberEmail].map((memberEmail) => ({
      path: `/approvals/${names.waitingTransferId}`,
      body: { verdict: "approve", memberEmail },
    })),
    {
      path: `/approvals/${own.waitingTransferId}`,
      body: { verdict: "approve", memberEmail: names.memberEmail },
    },
    ...Object.entries({
      batch: names.askedBatchId,
      beneficiary: names.askedBeneficiaryId,
      limit: names.askedLimitId,
    }).map(([kind, id]) => ({
      path: `/approvals/${id}`,
      body: { verdict: "approve", memberEmail: own.memberEmail, kind },
    })),
  ]),
  "PUT /approval-policies": makes(({ memberId, fundSourceId }) => [
    { path: "/approval-policies", body: { policies: [{ name: "All", levels: LEVELS(memberId) }] } },
    {
      path: "/approval-policies",
      body: { policies: [{ name: "All", fundSources: [fundSourceId], levels: [{ approvers: 1 }] }] },
    },
  ]),
  "PUT /banks/:bankId/manner": reads(({ bankId }) => [
    { path: `/banks/${bankId}/manner`, body: { latency: 5 } },
  ]),
  "POST /banks/:bankId/drill": reads(({ bankId }) => [
    { path: `/banks/${bankId}/drill`, body: { percent: 30 } },
  ]),
  "POST /banks/:bankId/drill/play": reads(({ bankId }) => [
    { path: `/banks/${bankId}/drill/play`, body: {} },
  ]),
  "GET /banks/:bankId/drill": reads(({ bankId }) => [{ path: `/banks/${bankId}/drill` }]),
  "DELETE /banks/:bankId/drill": reads(({ bankId }) => [{ path: `/banks/${bankId}/drill` }]),
  "GET /banks": reads(() => [{ path: "/banks" }]),
  "GET /magic-values": reads(() => [{ path: "/magic-values" }]),
  "GET /inbox": reads(({ recipient, recallId }) => [
    { path: "/inbox" },
    { path: "/inbox", query: { to: recipient } },
    { path: "/inbox", query: { status: "pending" } },
    { path: "/inbox", query: { before: recallId } },
  ]),
  "GET /webhook-endpoints": reads(() => [{ path: "/webhook-endpoints" }]),
  "POST /webhook-endpoints": makes(() => [
    { path: "/webhook-endpoints", body: { url: "https://93.184.215.14/hook" } },
  ]),
  "DELETE /webhook-endpoints/:endpointId": reads(({ endpointId }) => [
    { path: `/webhook-endpoints/${endpointId}` },
  ]),
  "POST /webhook-endpoints/:endpointId/enable": reads(({ endpointId }) => [
    { path: `/webhook-endpoints/${endpointId}/enable` },
  ]),
  "POST /webhook-endpoints/:endpointId/rotate-secret": reads(({ endpointId }) => [
    { path: `/webhook-endpoints/${endpointId}/rotate-secret` },
  ]),
  "POST /webhook-endpoints/:endpointId/test": reads(({ endpointId }) => [
    { path: `/webhook-endpoints/${endpointId}/test` },
  ]),
  "GET /webhook-deliveries": reads(() => [{ path: "/webhook-deliveries" }]),
  "POST /webhook-replays": reads(() => [{ path: "/webhook-replays", body: AN_HOUR }]),
  "GET /recalls": reads(() => [{ path: "/recalls" }]),
  "POST /recalls/:recallId/answer": reads(({ recallId }) =>
    ["received", "refuse", "return"].map((answer) => ({
      path: `/recalls/${recallId}/answer`,
      body: { answer },
    })),
  ),
  "GET /incidents": reads(() => [{ path: "/incidents" }]),
  "POST /incidents": makes(() => [{ path: "/incidents", body: { bank: "HDFC", mode: "imps" } }]),
  "POST /incidents/:id/resolve": reads(({ incidentId }) => [{ path: `/incidents/${incidentId}/resolve` }]),
  "GET /co-lending": reads(() => [{ path: "/co-lending" }]),
  "PUT /co-lending": makes(() => [
    { path: "/co-lending", body: { lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 } },
  ]),
  "DELETE /co-lending": makes(() => [{ path: "/co-lending" }]),
  "POST /co-lending/top-ups": makes(() => [
    { path: "/co-lending/top-ups", body: { ledger: "lender", amount: "10.00" } },
  ]),
};
