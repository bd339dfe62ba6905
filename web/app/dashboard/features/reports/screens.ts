import type { Feature } from "#dashboard/feature.ts";

export const reports: Feature = {
  area: "reports",
  screens: [],
  nav: [],
};
