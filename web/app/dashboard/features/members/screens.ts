import type { Feature } from "#dashboard/feature.ts";

export const members: Feature = {
  area: "members",
  screens: [
    { path: "settings/access", file: "users.tsx" },
    { path: "settings/access/roles", file: "roles.tsx" },
    { path: "settings/access/sign-on", file: "sign-on.tsx" },
    { path: "settings/access/audit-log", file: "audit-log.tsx" },
  ],
  nav: [
    {
      group: "settings",
      order: 30,
      path: "settings/access",
      label: { en: "Access Management", hi: "एक्सेस प्रबंधन" },
    },
  ],
};
