import type { Feature } from "#dashboard/feature.ts";

export const settings: Feature = {
  area: "settings",
  screens: [],
  nav: [],
};
