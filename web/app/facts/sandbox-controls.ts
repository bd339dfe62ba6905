// Every control of the sandbox, with a body to send. A test compares the list with the server's routes, and sends the bodies.
export interface SandboxControl {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  about: string;
  body?: Readonly<Record<string, unknown>>;
  /** Other fields that the body, or the query, may have. */
  more?: string;
}

const account = { accountNumber: "50100000000001", ifsc: "HDFC0000001" };

const money: SandboxControl[] = [
  {
    method: "POST",
    path: "/top-ups",
    about: "Money arrives in the wallet, as a bank would report it.",
    body: { amount: "50000.00" },
    more: 'Also: "utr", "bankId", and "from" with "name", "accountNumber", "ifsc" for money of another sender.',
  },
  {
    method: "POST",
    path: "/refunds/:topUpId",
    about:
      "Decides about money from an account that is not registered: tries its refund again, or lets it count.",
    body: { verdict: "retry" },
    more: 'Or "credit", with "because". The IDs are in the list of fund sources, under "refunds".',
  },
  {
    method: "GET",
    path: "/fund-sources",
    about: "Lists fund sources, registered account, withdrawals and refunds.",
  },
  {
    method: "POST",
    path: "/fund-sources",
    about: "Makes a bank account at one of the four banks a fund source.",
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
    about: "Sets which percentage of the orders that name no fund source each one pays. They total 100.",
    body: { shares: [{ fundSourceId: "WALLET_1", percent: 100 }] },
  },
  {
    method: "PUT",
    path: "/registered-account",
    about: "Names the account to which withdrawals go and from which recharges count.",
    body: { holderName: "Demo Trading", ...account },
  },
  {
    method: "PUT",
    path: "/business-type",
    about: "Says what kind of business you are; some banks take some kinds only.",
    body: { businessType: "private_limited" },
    more: "Others: proprietorship, partnership, public_limited, trust, society.",
  },
  {
    method: "PUT",
    path: "/queuing-time",
    about: "Lets transfers wait for money, for 1 to 240 hours.",
    body: { hours: 96 },
    more: "With null they do not wait.",
  },
  {
    method: "PUT",
    path: "/phone-settings",
    about: "Says whether a payout through a phone number needs a name that agrees with the bank's.",
    body: { checkName: true },
  },
  {
    method: "PUT",
    path: "/beneficiary-settings",
    about: "Says how long a new beneficiary must wait, and whether a bank account may be added once only.",
    body: { waitingMinutes: 0, accountOnce: true },
  },
  {
    method: "GET",
    path: "/co-lending",
    about: "Shows the agreement, the three ledgers and the latest loans.",
  },
  {
    method: "PUT",
    path: "/co-lending",
    about: "Agrees with a lender on the shares of each loan.",
    body: { lender: "Sahayak Finance", lenderPercent: 80, originatorPercent: 20 },
  },
  { method: "DELETE", path: "/co-lending", about: "Ends the agreement; loans under way go on." },
  {
    method: "POST",
    path: "/co-lending/top-ups",
    about: "Money of one party arrives in its ledger.",
    body: { ledger: "lender", amount: "8000.00" },
    more: 'Or "originator". Also: "bankId", "utr".',
  },
];

const transfers: SandboxControl[] = [
  { method: "GET", path: "/transfers/:transferId", about: "Tells the whole story of a transfer." },
  {
    method: "POST",
    path: "/transfers/:transferId/outcome",
    about: "Makes the bank decide now.",
    body: { outcome: "succeed" },
    more: 'Or "fail", "return", "credit"; "code" names the bank\'s code of a failure.',
  },
  {
    method: "POST",
    path: "/transfers/:transferId/cancel",
    about: "Cancels what no bank was told.",
  },
  {
    method: "GET",
    path: "/approvals",
    about: "Lists what waits for approval, and who may approve.",
    more: 'Query: "kind".',
  },
  {
    method: "POST",
    path: "/approvals/:transferId",
    about: "Plays an approver.",
    body: { verdict: "approve", memberEmail: "approver@demo.vitaran.example" },
    more: 'Or "reject". Also: "remarks", and "kind" for what is no transfer, by the "subjectId" of the list.',
  },
  {
    method: "PUT",
    path: "/approval-policies",
    about: "Sets who must agree to what; an empty list asks nobody.",
    body: { policies: [{ name: "Large sums", from: "100000.00", levels: [{ approvers: 1 }] }] },
    more: 'Also: "kind", "expireAfterMinutes".',
  },
  { method: "GET", path: "/recalls", about: "Lists your recalls." },
  {
    method: "POST",
    path: "/recalls/:recallId/answer",
    about: "Answers a recall as the bank would.",
    body: { answer: "return" },
    more: 'Or "received" with "bankReference", or "refuse" with "because".',
  },
];

const world: SandboxControl[] = [
  { method: "GET", path: "/clock", about: "Reads your clock." },
  {
    method: "POST",
    path: "/clock",
    about: "Moves your clock forward: 90s, 15m, 72h or 4d.",
    body: { advance: "15m" },
  },
  { method: "GET", path: "/banks", about: "Lists the four banks and their manners." },
  {
    method: "PUT",
    path: "/banks/:bankId/manner",
    about: "Makes a bank slow, silent or closed, for you only; an empty body makes it its own self again.",
    body: { latency: 3000, mishaps: [{ chance: 0.5, mishap: { kind: "timeout", posted: true } }] },
  },
  {
    method: "POST",
    path: "/banks/:bankId/drill",
    about: "Lets a bank fail a share of your payments by one mode for a time.",
    body: { rail: "imps", percent: 30, minutes: 20, fault: "refuses" },
    more: 'Or "is_silent": it does not answer, and half of those are paid.',
  },
  {
    method: "POST",
    path: "/banks/:bankId/drill/play",
    about: "Orders small payments while a drill goes on, moves your clock on between them, and reports.",
    body: { transfers: 5, over: "1m" },
  },
  {
    method: "GET",
    path: "/banks/:bankId/drill",
    about: "Reports the last drill of a bank: when it was noticed, what was rerouted, queued and lost.",
  },
  { method: "DELETE", path: "/banks/:bankId/drill", about: "Ends a drill before its time." },
  {
    method: "GET",
    path: "/magic-values",
    about: "Lists the values above, and every mishap that a bank can meet, as data.",
  },
  { method: "GET", path: "/incidents", about: "Lists incidents of beneficiaries' banks." },
  {
    method: "POST",
    path: "/incidents",
    about: "Opens an incident of a beneficiary's bank, now or planned.",
    body: { bank: "HDFC", mode: "imps", severity: "high" },
    more: 'Also: "neft", "rtgs", "upi"; "handle" instead of "bank"; "from" and "to" for a planned one, "because".',
  },
  { method: "POST", path: "/incidents/:id/resolve", about: "Ends an incident." },
  {
    method: "GET",
    path: "/inbox",
    about: "Shows the e-mails and text messages that would have been sent.",
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
    more: 'Also: "format", and "eventTypes" as a list; without it every event is sent.',
  },
  { method: "DELETE", path: "/webhook-endpoints/:endpointId", about: "Removes an endpoint." },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/enable",
    about: "Lets a disabled endpoint have events again.",
  },
  {
    method: "POST",
    path: "/webhook-endpoints/:endpointId/rotate-secret",
    about: "Gives an endpoint a new secret of Standard Webhooks, which is shown this once.",
  },
  { method: "POST", path: "/webhook-endpoints/:endpointId/test", about: "Sends an endpoint a test event." },
  {
    method: "GET",
    path: "/webhook-deliveries",
    about: "Lists what was sent to whom, each try with its answer.",
  },
  {
    method: "POST",
    path: "/webhook-replays",
    about: "Sends the events of a time again.",
    body: { from: "2026-11-01T00:00:00+05:30", to: "2026-11-02T00:00:00+05:30" },
  },
];

export const sandboxControls: SandboxControl[] = [...money, ...transfers, ...world, ...webhooks];
