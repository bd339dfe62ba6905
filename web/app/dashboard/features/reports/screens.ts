import type { Feature } from "#dashboard/feature.ts";

export const reports: Feature = {
  area: "reports",
  screens: [{ path: "reports", file: "reports.tsx" }],
  nav: [{ group: "reports", order: 10, path: "reports", label: { en: "Reports", hi: "रिपोर्ट" }, goKey: "r" }],
};
