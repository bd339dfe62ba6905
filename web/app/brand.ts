// Names and addresses that appear in more than one place.
export const brand = {
  name: "Vitaran",
  nameInHindi: "वितरण",
  supportEmail: "support@vitaran.example",
  address: "Vitaran, Sector 44, Gurgaon, Haryana 122003, India",
  copyright: "© 2025 Vitaran. Open source under Apache-2.0.",
} as const;

/** The targets of Login, Create Account and Get Started. The last one opens a sandbox for a visitor at once. */
export const entryPaths = { logIn: "/login", signUp: "/signup", tryOut: "/login?try" } as const;
