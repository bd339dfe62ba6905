import type { Feature } from "#dashboard/feature.ts";

export const links: Feature = {
  area: "links",
  screens: [],
  nav: [],
};
