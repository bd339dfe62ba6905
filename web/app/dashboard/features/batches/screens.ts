import type { Feature } from "#dashboard/feature.ts";

export const batches: Feature = {
  area: "batches",
  screens: [],
  nav: [],
};
