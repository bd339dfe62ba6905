import type { Feature } from "#dashboard/feature.ts";

export const lending: Feature = {
  area: "lending",
  screens: [{ path: "co-lending", file: "lending.tsx" }],
  nav: [{ group: "lending", order: 10, path: "co-lending", label: { en: "Co-Lending", hi: "को-लेंडिंग" } }],
};
