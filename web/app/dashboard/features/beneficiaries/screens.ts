import type { Feature } from "#dashboard/feature.ts";

export const beneficiaries: Feature = {
  area: "beneficiaries",
  screens: [],
  nav: [],
};
