import type { Feature } from "#dashboard/feature.ts";

export const entry: Feature = {
  area: "entry",
  screens: [],
  entryScreens: [
    { path: "login", file: "log-in.tsx" },
    { path: "signup", file: "sign-up.tsx" },
    { path: "verify-email", file: "verify-email.tsx" },
    { path: "reset-password", file: "reset-password.tsx" },
    { path: "invitation", file: "invitation.tsx" },
    { path: "sign-on", file: "sign-on.tsx" },
    { path: "keep-factors", file: "keep-factors.tsx" },
  ],
  nav: [],
};
