import type { Feature } from "#dashboard/feature.ts";

export const routing: Feature = {
  area: "routing",
  screens: [
    { path: "fund-sources/routing", file: "routing.tsx" },
    { path: "fund-sources/routing/draft", file: "draft/draft.tsx" },
  ],
  nav: [
    {
      group: "fund-sources",
      order: 37,
      path: "fund-sources/routing",
      label: { en: "Routing", hi: "रूटिंग" },
    },
  ],
};
