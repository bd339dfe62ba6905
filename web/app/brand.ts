// Names and addresses that appear in more than one place. The server replaces those of the operator in built files, by the
// settings of the installation (addresses.ts). Scripts are the same everywhere, so they read the e-mail address from the page.
interface Page {
  querySelector(selector: string): { readonly content?: string } | null;
}

const page = (globalThis as { document?: Page }).document;
const shown = page?.querySelector('meta[name="operator"]')?.content;

export const brand = {
  name: "Vitaran",
  nameInHindi: "वितरण",
  supportEmail: shown ?? "support@vitaran.example",
  accountManager: "account-manager@vitaran.example",
  supportForm: "/contact-page#support-form",
  address: "Vitaran, Sector 44, Gurgaon, Haryana 122003, India",
  copyright: "© 2025 Vitaran. Open source under Apache-2.0.",
} as const;

/** The targets of Login, Create Account and Get Started. The last one opens a sandbox for a visitor at once. */
export const entryPaths = { logIn: "/login", signUp: "/signup", tryOut: "/login?try" } as const;
