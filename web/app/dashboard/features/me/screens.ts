import type { Feature } from "#dashboard/feature.ts";

export const me: Feature = {
  area: "me",
  screens: [],
  nav: [],
};
