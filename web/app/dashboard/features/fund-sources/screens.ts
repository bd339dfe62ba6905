import type { Feature } from "#dashboard/feature.ts";

export const fundSources: Feature = {
  area: "fund-sources",
  screens: [
    { path: "fund-sources", file: "list.tsx" },
    { path: "fund-sources/downtimes", file: "downtimes.tsx" },
    { path: "fund-sources/withdrawals", file: "withdrawals.tsx" },
    { path: "fund-sources/:fundSourceId", file: "detail.tsx" },
    { path: "settings/account", file: "account.tsx" },
  ],
  nav: [
    {
      group: "fund-sources",
      order: 10,
      path: "fund-sources",
      label: { en: "Fund Sources", hi: "फंड स्रोत" },
      goKey: "f",
    },
    {
      group: "fund-sources",
      order: 20,
      path: "fund-sources/withdrawals",
      label: { en: "Withdrawals", hi: "निकासी" },
    },
    {
      group: "fund-sources",
      order: 30,
      path: "fund-sources/downtimes",
      label: { en: "Downtimes", hi: "डाउनटाइम" },
    },
    {
      group: "settings",
      order: 10,
      path: "settings/account",
      label: { en: "Account information", hi: "खाता जानकारी" },
    },
  ],
};
