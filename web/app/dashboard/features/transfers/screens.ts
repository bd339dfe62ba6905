import type { Feature } from "#dashboard/feature.ts";

export const transfers: Feature = {
  area: "transfers",
  screens: [],
  nav: [],
};
