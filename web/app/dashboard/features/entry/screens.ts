import type { Feature } from "#dashboard/feature.ts";

export const entry: Feature = {
  area: "entry",
  screens: [],
  nav: [],
};
