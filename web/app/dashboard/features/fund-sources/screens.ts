import type { Feature } from "#dashboard/feature.ts";

export const fundSources: Feature = {
  area: "fund-sources",
  screens: [],
  nav: [],
};
