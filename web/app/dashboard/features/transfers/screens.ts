import type { Feature } from "#dashboard/feature.ts";

export const transfers: Feature = {
  area: "transfers",
  screens: [{ path: "transfers/quick", file: "quick/quick-screen.tsx" }],
  nav: [
    {
      group: "transfers",
      order: 20,
      path: "transfers/quick",
      label: { en: "Quick Transfer", hi: "त्वरित ट्रांसफ़र" },
      goKey: "q",
    },
  ],
};
