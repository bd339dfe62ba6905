import type { Feature } from "#dashboard/feature.ts";

export const summary: Feature = {
  area: "summary",
  screens: [
    { path: "summary", file: "rate-screen.tsx" },
    { path: "summary/time", file: "time-screen.tsx" },
  ],
  nav: [{ group: "summary", order: 10, path: "summary", label: { en: "Summary", hi: "सारांश" }, goKey: "s" }],
};
