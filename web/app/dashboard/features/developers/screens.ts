import type { Feature } from "#dashboard/feature.ts";

export const developers: Feature = {
  area: "developers",
  screens: [
    { path: "developers/webhooks", file: "webhooks/endpoints.tsx" },
    { path: "developers/webhooks/deliveries", file: "webhooks/deliveries.tsx" },
    { path: "developers/webhooks/deliveries/:deliveryId", file: "webhooks/delivery.tsx" },
    { path: "developers/webhooks/signatures", file: "webhooks/signatures.tsx" },
    { path: "developers/api-keys", file: "keys/api-keys.tsx" },
    { path: "settings/api-keys", file: "keys/api-keys.tsx" },
    { path: "developers/api-logs", file: "calls/api-logs.tsx" },
    { path: "developers/sandbox", file: "sandbox/clock.tsx" },
    { path: "developers/sandbox/banks", file: "sandbox/banks.tsx" },
    { path: "developers/sandbox/drill", file: "sandbox/drill.tsx" },
    { path: "developers/sandbox/inbox", file: "sandbox/inbox.tsx" },
    { path: "developers/sandbox/values", file: "sandbox/values.tsx" },
  ],
  nav: [
    {
      group: "developers",
      order: 10,
      path: "developers/webhooks",
      label: { en: "Webhook", hi: "वेबहुक" },
      goKey: "w",
    },
    {
      group: "developers",
      order: 20,
      path: "developers/api-keys",
      label: { en: "API Keys", hi: "API कुंजियाँ" },
      goKey: "k",
    },
    {
      group: "developers",
      order: 30,
      path: "developers/api-logs",
      label: { en: "API logs", hi: "API लॉग" },
    },
    {
      group: "developers",
      order: 40,
      path: "developers/sandbox",
      label: { en: "Sandbox controls", hi: "सैंडबॉक्स नियंत्रण" },
      sandboxOnly: true,
    },
    { group: "settings", order: 40, path: "settings/api-keys", label: { en: "API Keys", hi: "API कुंजियाँ" } },
  ],
};
