// The documentation's table of contents: sidebar, breadcrumb, previous and next, search and llms.txt read it.
export interface NavigationEntry {
  label: string;
  path?: string;
  children?: NavigationEntry[];
}

const page = (label: string, path: string): NavigationEntry => ({ label, path: `/payout/${path}` });

export const navigation: NavigationEntry[] = [
  page("Payouts Introduction", "introduction"),
  page("Quick Start", "quickstart"),
  {
    label: "Dashboard",
    children: [
      page("Dashboard Overview", "dashboard/overview"),
      page("Transfer Efficiency", "dashboard/transfer-efficiency"),
      page("Email Notifications", "dashboard/email-notifications"),
      page("Reports", "dashboard/reports"),
    ],
  },
  {
    label: "Make Payouts",
    children: [
      page("Payout Lifecycle", "make-payouts/lifecycle"),
      page("Make Payouts", "make-payouts/customers"),
      page("Batches", "make-payouts/batches"),
      page("Flowgram", "make-payouts/flowgram"),
      page("Cards and Wallets", "make-payouts/cards-and-wallets"),
      page("Schedules and Cancellation", "make-payouts/schedules"),
      page("Approvals", "make-payouts/approvals"),
      page("Assign Roles", "make-payouts/assign-roles"),
      page("Transfer Reversals", "make-payouts/transfer-reversals"),
      page("Transfer Status", "make-payouts/transfer-status"),
      page("Recall Transfers Made", "make-payouts/recall-transfers-made"),
      page("Payout Methods", "make-payouts/payout-methods"),
      page("Webhooks", "make-payouts/webhooks"),
    ],
  },
  {
    label: "Pay to Phone",
    children: [
      page("Payouts Through Phone Number", "pay2phone/through-phone-number"),
      page("Phone Number and Beneficiary Name", "pay2phone/and-beneficiary-name"),
    ],
  },
  page("Co-Lending", "co-lending"),
  page("Beneficiary Management", "beneficiary-management"),
  {
    label: "Fund Management",
    children: [
      page("Fund Source Overview", "fund-management/introduction"),
      page("Vitaran Wallet", "fund-management/vitaran-wallet"),
    ],
  },
  page("Downtimes", "downtimes"),
  page("Risk Shield", "risk-shield"),
  {
    label: "Low Balance",
    children: [
      page("Set Low Balance Threshold", "low-balance/set-threshold"),
      page("Low Balance Transfer Queuing", "low-balance/low-balance-transfer-queuing"),
    ],
  },
  {
    label: "Integrations",
    children: [
      page("Integrations", "integrations/integrations"),
      page("Authentication", "integrations/authentication"),
      page("Retries and Duplicates", "integrations/retries-and-duplicates"),
      page("Errors and Reasons", "integrations/errors-and-reasons"),
      page("Sandbox", "integrations/sandbox"),
      page("Go Live", "integrations/go-live"),
      page("ISO 20022", "integrations/iso-20022"),
    ],
  },
  {
    label: "API Reference",
    children: [
      "Access",
      "Beneficiaries",
      "Validation",
      "Transfers",
      "Batches",
      "Flowgram",
      "Balance",
      "Recalls",
      "Lending and Incidents",
      "Reports",
      "Notifications",
      "v2",
    ].map((name) => page(`API ${name}`, `api/${name.toLowerCase().replaceAll(" ", "-")}`)),
  },
  page("Run It Yourself", "run-it-yourself"),
  page("General FAQs", "faqs"),
];

export interface DocsPage {
  label: string;
  path: string;
  section: string;
}

function flatten(entries: NavigationEntry[], section: string): DocsPage[] {
  return entries.flatMap((entry) => [
    ...(entry.path === undefined ? [] : [{ label: entry.label, path: entry.path, section }]),
    ...flatten(entry.children ?? [], entry.label),
  ]);
}

export const docsPages: DocsPage[] = flatten(navigation, "Payouts");

/** Section label and page title from the navigation; for a page it does not list, the last path segment in words. */
export function breadcrumb(path: string): { section: string; title: string } {
  const found = docsPages.find((entry) => entry.path === path);
  if (found) return { section: found.section, title: found.label };
  const last = path.split("/").filter(Boolean).at(-1) ?? "";
  return { section: "Payouts", title: last.replaceAll("-", " ") };
}

export function neighbours(path: string): { previous: DocsPage | undefined; next: DocsPage | undefined } {
  const at = docsPages.findIndex((entry) => entry.path === path);
  if (at < 0) return { previous: undefined, next: undefined };
  return { previous: docsPages[at - 1], next: docsPages[at + 1] };
}
