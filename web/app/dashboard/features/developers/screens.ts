import type { Feature } from "#dashboard/feature.ts";

export const developers: Feature = {
  area: "developers",
  screens: [],
  nav: [],
};
