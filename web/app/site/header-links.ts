// The six links of the header. The documentation pages show them as well.
export const headerLinks: readonly { label: string; path: string }[] = [
  { label: "Why Us", path: "/#why-us" },
  { label: "Payment Modes", path: "/#payment-modes" },
  { label: "Developers", path: "/#developers" },
  { label: "Payout", path: "/payout" },
  { label: "Pricing", path: "/#pricing" },
  { label: "Contact Us", path: "/#contact" },
];
