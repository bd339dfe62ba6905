import type { Feature } from "#dashboard/feature.ts";

export const onboarding: Feature = {
  area: "onboarding",
  screens: [{ path: "get-started", file: "get-started.tsx" }],
  nav: [
    {
      group: "summary",
      order: 90,
      path: "get-started",
      label: { en: "Get started", hi: "शुरुआत करें" },
      sandboxOnly: true,
    },
  ],
};
