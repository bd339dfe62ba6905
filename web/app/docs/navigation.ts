// The documentation's table of contents. The sidebar, the breadcrumb, the links to the previous and next page, search
// and llms.txt all read it.
export interface NavigationEntry {
  label: string;
  path?: string;
  children?: NavigationEntry[];
}

const slug = (label: string): string => label.toLowerCase().replaceAll(" ", "-");
const page = (label: string, path = slug(label)): NavigationEntry => ({ label, path: `/payout/${path}` });

/**
 * A part of the documentation with its pages in one folder. Each page has its label, and its file if that has another
 * name.
 */
const part = (label: string, folder: string, pages: (string | [string, string])[]): NavigationEntry => ({
  label,
  children: pages.map((one) => {
    const [name, file = slug(name)] = typeof one === "string" ? [one] : one;
    return page(name, `${folder}/${file}`);
  }),
});

export const navigation: NavigationEntry[] = [
  page("Payouts Introduction", "introduction"),
  page("Quick Start", "quickstart"),
  part("Dashboard", "dashboard", [
    ["Dashboard Overview", "overview"],
    "Transfer Efficiency",
    "Email Notifications",
    "Reports",
  ]),
  part("Make Payouts", "make-payouts", [
    ["Payout Lifecycle", "lifecycle"],
    ["Make Payouts", "customers"],
    "Batches",
    "Flowgram",
    "Cards and Wallets",
    ["Schedules and Cancellation", "schedules"],
    "Approvals",
    "Assign Roles",
    "Single Sign-on",
    "Transfer Reversals",
    "Transfer Status",
    "Recall Transfers Made",
    "Payout Methods",
    "Webhooks",
  ]),
  part("Pay to Phone", "pay2phone", [
    ["Payouts Through Phone Number", "through-phone-number"],
    ["Phone Number and Beneficiary Name", "and-beneficiary-name"],
  ]),
  page("Co-Lending"),
  page("Beneficiary Management"),
  part("Fund Management", "fund-management", [["Fund Source Overview", "introduction"], "Vitaran Wallet"]),
  page("Downtimes"),
  page("Risk Shield"),
  part("Low Balance", "low-balance", [
    ["Set Low Balance Threshold", "set-threshold"],
    "Low Balance Transfer Queuing",
  ]),
  part("Integrations", "integrations", [
    "Integrations",
    ["Collections and Contract", "collections"],
    "Assistants",
    "Authentication",
    ["Node.js Library", "node-sdk"],
    ["Java Library", "java-sdk"],
    ["Python Library", "python-sdk"],
    ["PHP Library", "php-sdk"],
    "Retries and Duplicates",
    "Errors and Reasons",
    "Sandbox",
    "Command Line",
    "Migration",
    ["Classic Names and Addresses", "classic-names"],
    "Go Live",
    "ISO 20022",
    "Bank Statements",
  ]),
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
    ].map((name) => page(`API ${name}`, `api/${slug(name)}`)),
  },
  page("Run It Yourself"),
  page("Monitoring"),
  page("Scale"),
  part("Incidents", "incidents", [
    ["Alerts and Dashboard", "alerts"],
    ["A Process Is Down", "process-down"],
    ["The Database Is Down", "database-down"],
    ["Calls Fail or Are Slow", "calls-fail"],
    ["A Bank Is Down or Slow", "bank-down"],
    ["Payments Are Held", "payments-held"],
    ["A Payment Has No Answer", "payment-unanswered"],
    ["A Bank Contradicts Itself", "contradiction"],
    ["A Wallet Is Low", "wallet-low"],
    ["Approvals Are Waiting", "approvals-waiting"],
    ["Webhooks Are Failing", "webhooks-failing"],
    ["E-mail Is Late", "email-stuck"],
    ["Backups Fail", "backups-fail"],
    ["Statements Are Missing", "statements-missing"],
    ["The Books Do Not Prove", "books-do-not-prove"],
  ]),
  page("Data Protection"),
  page("Traces"),
  page("Performance"),
  page("Glossary"),
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

/**
 * Returns the section label and page title from the navigation, or the last path segment in words for a page that is
 * not in it.
 */
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
