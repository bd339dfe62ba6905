// Screenshots of the dashboard for the documentation and the home page. `npm run docs-screenshots` recreates them all.
export interface Screenshot {
  /** The path below /dashboard/sandbox/. */
  path: string;
  /** The text alternative. */
  alt: string;
  /** Items to click before the screenshot is taken, in order, by their text. */
  choose?: readonly (string | RegExp)[];
  /** The item to scroll to the middle, by its text. */
  middle?: string;
  /** True if it shows the dashboard on a phone, with two pixels of the picture for each pixel of the page. */
  isPhone?: true;
}

const desk = { width: 1280, height: 800, scale: 1 };
const phone = { width: 390, height: 780, scale: 2 };

/** Returns the size of the window that is shown. */
export const windowOf = ({ isPhone }: Screenshot): typeof desk => (isPhone ? phone : desk);

export const screenshots = {
  summary: {
    path: "summary?days=30",
    alt: "Summary: what to do today with a button for each task, how long the wallet's balance lasts, and the figures of the last 30 days.",
  },
  "transfer-time": {
    path: "summary/time?days=30",
    middle: "Transfer time by rail",
    alt: "Transfer TAT: for each rail, a bar from the median to the 95th percentile, and a mark at the rail's usual time.",
  },
  transfers: {
    path: "transfers/all",
    alt: "All transfers: a table with payee, amount, status, mode, UTR and time, and above it the filters.",
  },
  "quick-transfer": {
    path: "transfers/quick",
    alt: "Quick Transfer: a form for beneficiary, amount, fund source, mode and remarks.",
  },
  beneficiaries: {
    path: "beneficiaries",
    alt: "Beneficiaries: the list of payees with masked account, UPI ID or phone, and what was last paid to each.",
  },
  "payout-links": { path: "links", alt: "Payout links: each with payee, amount, last day and status." },
  reports: {
    path: "reports",
    alt: "Reports: the five kinds of reports, and the list of reports already created.",
  },
  reversed: {
    path: "transfers/reversed",
    alt: "Reversed: payments that were returned, each with its reason and the UTR of the return.",
  },
  batches: {
    path: "transfers/batches",
    alt: "Batch: the uploaded files, with rows, totals and status.",
  },
  approve: {
    path: "transfers/approve",
    alt: "Approve: a transfer waiting for approval, with payee, amount, who requested it and what is unusual about it.",
  },
  "approval-policies": {
    path: "settings/approval-policies",
    alt: "Approval policies: who must approve transfers from two lakh on, and batches.",
  },
  "access-management": {
    path: "settings/access",
    alt: "Access Management: the members of the organization with their roles.",
  },
  "email-notifications": {
    path: "settings/email-notifications",
    alt: "Email Notifications: the categories, each with its toggle and its recipients.",
  },
  thresholds: {
    path: "settings/thresholds",
    alt: "Set Threshold: the toggle, the fund source, and the minimum balance in rupees.",
  },
  rules: {
    path: "settings/rules",
    alt: "Risk rules: no rules yet, the button to add one, and the tab of blocked payees.",
  },
  "api-keys": {
    path: "developers/api-keys",
    alt: "API Keys: the client ID, status mode, allowlist and public key.",
  },
  webhooks: {
    path: "developers/webhooks",
    alt: "Webhook: the endpoints with their format, status and last deliveries.",
  },
  sandbox: { path: "developers/sandbox", alt: "Sandbox controls: the test clock of the merchant." },
  "fund-sources": {
    path: "fund-sources",
    alt: "Fund Sources: the wallet and a connected bank account, each with what is available, its balance, what is held, its threshold and its last recharge.",
  },
  wallet: {
    path: "fund-sources/WALLET_1",
    alt: "The wallet: its figures, the account number and IFSC to send money to, and below them the statement.",
  },
  downtimes: {
    path: "fund-sources/downtimes",
    alt: "Downtimes: incidents of connected fund sources and of payees' banks with type, payment mode, start, end and status.",
    choose: [/^Upcoming/],
  },
  "summary-phone": {
    path: "summary?days=30",
    alt: "Summary on a phone: what to do today, with a button for each task, and what continues by itself.",
    isPhone: true,
  },
  "approve-phone": {
    path: "transfers/approve",
    alt: "Approve on a phone: a transfer that waits for a second person, with payee, amount and who requested it.",
    isPhone: true,
  },
} as const satisfies Readonly<Record<string, Screenshot>>;

export type ScreenshotName = keyof typeof screenshots;
