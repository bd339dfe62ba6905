// The seven entries of the header, but for the log-in: the pages of the documentation have them too.
export const headerLinks: readonly { label: string; path: string }[] = [
  { label: "Why Us", path: "/#why-us" },
  { label: "Payment Modes", path: "/#payment-modes" },
  { label: "Developers", path: "/#developers" },
  { label: "Payout", path: "/payout" },
  { label: "Pricing", path: "/#pricing" },
  { label: "Contact Us", path: "/#contact" },
];
