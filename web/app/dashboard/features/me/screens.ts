import type { Feature } from "#dashboard/feature.ts";

export const me: Feature = {
  area: "me",
  screens: [{ path: "me", file: "account.tsx" }],
  nav: [],
};
