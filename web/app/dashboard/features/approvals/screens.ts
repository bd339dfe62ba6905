import type { Feature } from "#dashboard/feature.ts";

export const approvals: Feature = {
  area: "approvals",
  screens: [],
  nav: [],
};
