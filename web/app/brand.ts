// Names and addresses that appear in more than one place.
export const brand = {
  name: "Vitaran",
  nameInHindi: "वितरण",
  supportEmail: "support@vitaran.example",
  address: "Vitaran, Sector 44, Gurgaon, Haryana 122003, India",
  copyright: "© 2025 Vitaran. Open source under Apache-2.0.",
} as const;

/** Where Login, Create Account and Get Started lead until there is a dashboard to log in to. */
export const startPath = "/payout/quickstart";
