import type { Feature } from "#dashboard/feature.ts";

export const turnaround: Feature = {
  area: "turnaround",
  screens: [{ path: "fund-sources/late-returns", file: "late-returns.tsx" }],
  nav: [
    {
      group: "fund-sources",
      order: 40,
      path: "fund-sources/late-returns",
      label: { en: "Late returns", hi: "देर से वापसी" },
    },
  ],
};
