import type { Feature } from "#dashboard/feature.ts";

export const summary: Feature = {
  area: "summary",
  screens: [],
  nav: [],
};
