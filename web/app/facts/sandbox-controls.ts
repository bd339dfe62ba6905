// Lists every control of the sandbox, with a body to send. A test compares the list with the server's routes and sends
// the bodies.
import { QUEUING_HOURS_DEFAULT, QUEUING_HOURS_MAX, QUEUING_HOURS_MIN } from "./from-the-engine.ts";

interface SandboxControl {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  about: string;
  body?: Readonly<Record<string, unknown>>;
  /** Other fields that the body or the query can have. */
  more?: string;
}

const account = { accountNumber: "50100000000001", ifsc: "HDFC0000001" };

const money: SandboxControl[] = [
  {
    method: "POST",
    path: "/top-ups",
    about: "Tops up the wallet, as if a bank reported the money.",
    body: { amount: "50000.00" },
    more: 'Also: "utr", "bankId", and "from" with "name", "accountNumber", "ifsc" for money from another sender.',
  },
  {
    method: "POST",
    path: "/refunds/:topUpId",
    about: "Resolves money from an account that is not registered: retries its refund, or credits it.",
    body: { verdict: "retry" },
    more: 'Or "credit", with "because". Get the IDs from the list of fund sources, under "refunds".',
  },
  {
    method: "GET",
    path: "/fund-sources",
    about: "Lists fund sources, the registered account, withdrawals and refunds.",
  },
  {
    method: "POST",
    path: "/fund-sources",
    about: "Adds a bank account at one of the four banks as a fund source.",
    body: {
      bankId: "meghdoot",
      name: "Second account",
      accountNumber: "50100000000777",
      ifsc: "MGDT0000001",
    },
  },
  {
    method: "PUT",
    path: "/shares",
    about:
      "Splits transfers that name no fund source between your fund sources, in percent. The shares total 100.",
    body: { shares: [{ fundSourceId: "WALLET_1", percent: 100 }] },
  },
  {
    method: "PUT",
    path: "/registered-account",
    about: "Sets the account that withdrawals go to and recharges count from.",
    body: { holderName: "Demo Trading", ...account },
  },
  {
    method: "PUT",
    path: "/business-type",
    about: "Sets your type of business; some banks accept only certain types.",
    body: { businessType: "private_limited" },
    more: "Or proprietorship, partnership, public_limited, trust, society.",
  },
  {
    method: "PUT",
    path: "/queuing-time",
    about: `Sets how long transfers wait for funds, from ${QUEUING_HOURS_MIN} to ${QUEUING_HOURS_MAX} hours.`,
    body: { hours: QUEUING_HOURS_DEFAULT },
    more: "With null they do not wait.",
  },
  {
    method: "PUT",
    path: "/phone-settings",
    about: "Sets whether a payout through a phone number requires a name match.",
    body: { checkName: true },
  },
  {
    method: "PUT",
    path: "/beneficiary-settings",
    about: "Sets how long a new beneficiary must wait, and whether a bank account can be added only once.",
    body: { waitingMinutes: 0, accountOnce: true },
  },
  {
    method: "GET",
    path: "/co-lending",
    about: "Returns the agreement, the three ledgers and the latest loans.",
  },
  {
    method: "PUT",
    path: "/co-lending",
    about: "Sets up an agreement with a lender and the shares of each loan.",
    body: { lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 },
  },
  { method: "DELETE", path: "/co-lending", about: "Ends the agreement. Loans in progress continue." },
  {
    method: "POST",
    path: "/co-lending/top-ups",
    about: "Adds money of one party to its ledger.",
    body: { ledger: "lender", amount: "8000.00" },
    more: 'Or "originator". Also: "bankId", "utr".',
  },
];

const transfers: SandboxControl[] = [
  { method: "GET", path: "/transfers/:transferId", about: "Returns everything that happened to a transfer." },
  {
    method: "POST",
    path: "/transfers/:transferId/outcome",
    about: "Makes the bank decide now.",
    body: { outcome: "succeed" },
    more: 'Or "fail", "return", "credit"; "code" sets the bank\'s failure code.',
  },
  {
    method: "POST",
    path: "/transfers/:transferId/cancel",
    about: "Cancels a transfer that was not sent to a bank yet.",
  },
  {
    method: "GET",
    path: "/approvals",
    about: "Lists what is waiting for approval, and who can approve it.",
    more: 'Query: "kind".',
  },
  {
    method: "POST",
    path: "/approvals/:transferId",
    about: "Approves or rejects as a member.",
    body: { verdict: "approve", memberEmail: "approver@demo.vitaran.example" },
    more: 'Or "reject". Also: "remarks", and "kind" for anything but a transfer, with the "subjectId" from the list in the path.',
  },
  {
    method: "PUT",
    path: "/approval-policies",
    about: "Sets who must approve what. With an empty list nothing needs approval.",
    body: { policies: [{ name: "Large sums", from: "100000.00", levels: [{ approvers: 1 }] }] },
    more: 'Also: "kind", "expireAfterMinutes".',
  },
  { method: "GET", path: "/recalls", about: "Lists your recalls." },
  {
    method: "POST",
    path: "/recalls/:recallId/answer",
    about: "Responds to a recall as the bank would.",
    body: { answer: "return" },
    more: 'Or "received" with "bankReference", or "refuse" with "because".',
  },
];

const world: SandboxControl[] = [
  { method: "GET", path: "/clock", about: "Returns the time of your clock." },
  {
    method: "POST",
    path: "/clock",
    about: "Moves your clock forward: 90s, 15m, 72h or 4d.",
    body: { advance: "15m" },
  },
  { method: "GET", path: "/banks", about: "Lists the four banks and their behaviour." },
  {
    method: "PUT",
    path: "/banks/:bankId/manner",
    about: "Makes a bank slow, silent or closed, only for you. An empty body restores its normal behaviour.",
    body: { latency: 3000, mishaps: [{ chance: 0.5, mishap: { kind: "timeout", posted: true } }] },
  },
  {
    method: "POST",
    path: "/banks/:bankId/drill",
    about: "Starts a drill: a bank fails part of your payments by one mode for a while.",
    body: { rail: "imps", percent: 30, minutes: 20, fault: "refuses" },
    more: 'Or "is_silent": the bank does not respond, and pays half of these payments.',
  },
  {
    method: "POST",
    path: "/banks/:bankId/drill/play",
    about: "Sends small payments during a drill, moves your clock between them, and returns the report.",
    body: { transfers: 5, over: "1m" },
  },
  {
    method: "GET",
    path: "/banks/:bankId/drill",
    about:
      "Returns the report of a bank's last drill: when it was noticed, and what was rerouted, queued and lost.",
  },
  { method: "DELETE", path: "/banks/:bankId/drill", about: "Ends a drill early." },
  {
    method: "GET",
    path: "/magic-values",
    about: "Lists the test values above, and every failure you can give a bank, as data.",
  },
  { method: "GET", path: "/incidents", about: "Lists incidents of beneficiaries' banks." },
  {
    method: "POST",
    path: "/incidents",
    about: "Opens an incident of a beneficiary's bank, now or scheduled.",
    body: { bank: "HDFC", mode: "imps", severity: "high" },
    more: 'Also: "neft", "rtgs", "upi"; "handle" instead of "bank"; "from" and "to" for a scheduled one, "because".',
  },
  { method: "POST", path: "/incidents/:id/resolve", about: "Ends an incident." },
  {
    method: "GET",
    path: "/inbox",
    about: "Lists the e-mails and text messages that would have been sent.",
    more: 'Query: "to", "status", "limit", "before".',
  },
];

const webhooks: SandboxControl[] = [
  { method: "GET", path: "/webhook-endpoints", about: "Lists your endpoints." },
  {
    method: "POST",
    path: "/webhook-endpoints",
    about: "Adds an endpoint.",
    body: { url: "http://127.0.0.1:8443/" },
    more: 'Also: "format", and "eventTypes" as a list; without it, the endpoint gets every event.',
  },
  { method: "DELETE", path: "/webhook-endpoints/:endpointId", about: "Removes an endpoint." },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/enable",
    about: "Re-enables a disabled endpoint.",
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/rotate-secret",
    about: "Rotates an endpoint's Standard Webhooks secret. The new secret is shown once.",
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/test",
    about: "Sends a test event to an endpoint.",
  },
  {
    method: "GET",
    path: "/webhook-deliveries",
    about: "Lists deliveries with each attempt and its response.",
  },
  {
    method: "POST",
    path: "/webhook-replays",
    about: "Replays the events of a period.",
    body: { from: "2026-11-01T00:00:00+05:30", to: "2026-11-02T00:00:00+05:30" },
  },
];

export const sandboxControls: SandboxControl[] = [...money, ...transfers, ...world, ...webhooks];
