import type { Feature } from "#dashboard/feature.ts";

export const lending: Feature = {
  area: "lending",
  screens: [],
  nav: [],
};
