import type { Feature } from "#dashboard/feature.ts";

export const links: Feature = {
  area: "links",
  screens: [
    { path: "links", file: "list.tsx" },
    { path: "links/:linkId", file: "detail.tsx" },
  ],
  nav: [{ group: "links", order: 10, path: "links", label: { en: "Payout links", hi: "पेआउट लिंक" } }],
};
