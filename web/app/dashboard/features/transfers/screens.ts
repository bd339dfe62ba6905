import type { Feature } from "#dashboard/feature.ts";

export const transfers: Feature = {
  area: "transfers",
  screens: [
    { path: "transfers/all", file: "all.tsx" },
    { path: "transfers/quick", file: "quick/quick-screen.tsx" },
    { path: "transfers/reversed", file: "reversed.tsx" },
    { path: "transfers/all/:transferId", file: "transfer.tsx" },
  ],
  nav: [
    {
      group: "transfers",
      order: 10,
      path: "transfers/all",
      label: { en: "All", hi: "सभी" },
      goKey: "t",
    },
    {
      group: "transfers",
      order: 20,
      path: "transfers/quick",
      label: { en: "Quick Transfer", hi: "त्वरित ट्रांसफ़र" },
      goKey: "q",
    },
    {
      group: "transfers",
      order: 60,
      path: "transfers/reversed",
      label: { en: "Reversed", hi: "लौटे हुए" },
    },
  ],
};
