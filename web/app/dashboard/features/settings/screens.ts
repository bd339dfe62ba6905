import type { Feature } from "#dashboard/feature.ts";

const payouts = { en: "Payouts", hi: "पेआउट" };

export const settings: Feature = {
  area: "settings",
  screens: [
    { path: "settings/email-notifications", file: "emails/email-notifications.tsx" },
    { path: "settings/thresholds", file: "thresholds/thresholds.tsx" },
    { path: "settings/payouts", file: "payouts/payouts.tsx" },
    { path: "settings/rules", file: "rules/rules.tsx" },
    { path: "settings/blocked-payees", file: "rules/blocked-payees.tsx" },
  ],
  nav: [
    {
      group: "settings",
      order: 20,
      path: "settings/email-notifications",
      label: { en: "Email Notifications", hi: "ई-मेल सूचनाएँ" },
    },
    {
      group: "settings",
      order: 50,
      path: "settings/thresholds",
      section: payouts,
      label: { en: "Set Threshold", hi: "सीमा तय करें" },
    },
    {
      group: "settings",
      order: 60,
      path: "settings/payouts",
      section: payouts,
      label: { en: "Payout settings", hi: "पेआउट सेटिंग" },
    },
    {
      group: "settings",
      order: 70,
      path: "settings/rules",
      section: payouts,
      label: { en: "Risk rules", hi: "जोखिम नियम" },
    },
  ],
};
