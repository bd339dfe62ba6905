// The settings of a server. A test compares the names with those that the server reads.
export interface Setting {
  name: string;
  /** What counts when it is not set. */
  unset: string;
  about: string;
}

export const settings: Setting[] = [
  { name: "PORT", unset: "8080", about: "Port of the one HTTP server: site, API, callbacks of banks." },
  {
    name: "VITARAN_MODE",
    unset: "sandbox",
    about: "`sandbox`: simulated banks, a test clock, demo merchants. `production`: none of them.",
  },
  {
    name: "DATABASE_URL",
    unset: "a PostgreSQL of its own in the data folder",
    about: "PostgreSQL 18 or later, as a role that may create schemas and roles. Needed in production.",
  },
  { name: "DATABASE_CONNECTIONS", unset: "12", about: "Connections of one process to PostgreSQL, 2 to 500." },
  {
    name: "VITARAN_DATA_DIR",
    unset: ".data",
    about:
      "Folder of the own PostgreSQL, of the demo's keys and of the master key that is made when there is none.",
  },
  {
    name: "VITARAN_MASTER_KEY",
    unset: "made and kept in the data folder",
    about:
      "32 bytes as Base64, which seal account numbers and secrets. Several by commas, newest first: the first seals, all open. Needed in production; without it nothing can be read.",
  },
  {
    name: "PUBLIC_URL",
    unset: "http://localhost and the port",
    about: "Address by which others reach the server: banks for callbacks, payees for links.",
  },
  {
    name: "TRUST_PROXY",
    unset: "none",
    about:
      "Addresses of the proxies before the server, or networks such as `10.0.0.0/8`, by commas. Only their `X-Forwarded-For` is believed. Without it, a merchant's allowlist sees the proxy and not the caller.",
  },
  {
    name: "METRICS_TOKEN",
    unset: "only callers on the same computer",
    about:
      "Bearer token of at least 32 characters that a caller of `/metrics` must bring, wherever it is. Without it only the computer itself may read the figures, and not through a proxy.",
  },
  {
    name: "SMTP_URL",
    unset: "e-mail stays in the sandbox's inbox",
    about: "Mail server, `smtp://` or `smtps://`.",
  },
  {
    name: "SMTP_FROM",
    unset: "Vitaran <support@vitaran.example>",
    about: "Sender of every e-mail. Needed in production with SMTP_URL.",
  },
  {
    name: "VITARAN_DEMO_HISTORY",
    unset: "on",
    about: "`off`: the demo merchants of `npm start` begin empty, without three weeks of invented history.",
  },
  {
    name: "LOG_LEVEL",
    unset: "info; warn for `npm start`",
    about: "trace, debug, info, warn, error, fatal or silent.",
  },
  {
    name: "RAIL_CALENDAR",
    unset: "working_days",
    about:
      "Hours of NEFT and RTGS at your banks: `working_days`, the published ones, or `neft_24x7`, any hour.",
  },
  {
    name: "STATUS_MODE",
    unset: "rest",
    about:
      "HTTP status of classic API calls whose caller is not known, and of new keys: `rest`, the outcome's, or `always-200`.",
  },
  {
    name: "SIMULATOR_URL",
    unset: "a simulator is started",
    about: "Where a bank simulator runs that is not to be started. Sandbox only.",
  },
  {
    name: "SIMULATOR_SECRET",
    unset: "made with the simulator",
    about:
      "What opens that simulator's controls; needed with `SIMULATOR_URL`. The simulator prints it when it starts.",
  },
];
