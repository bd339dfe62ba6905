// The settings of a server. A test compares the names with those that the server reads.
export interface Setting {
  name: string;
  /** The value that applies if the setting is not set. */
  unset: string;
  about: string;
}

export const settings: Setting[] = [
  {
    name: "PORT",
    unset: "8080",
    about: "Port of the HTTP server, which serves the site, the API and bank callbacks.",
  },
  {
    name: "VITARAN_MODE",
    unset: "sandbox",
    about: "`sandbox`: simulated banks, a test clock and demo merchants. `production`: none of these.",
  },
  {
    name: "DATABASE_URL",
    unset: "embedded PostgreSQL in the data folder",
    about:
      "PostgreSQL 18 or later. The role must be able to create schemas and roles. Required in production.",
  },
  { name: "DATABASE_CONNECTIONS", unset: "12", about: "PostgreSQL connections per process, 2 to 500." },
  {
    name: "VITARAN_DATA_DIR",
    unset: ".data",
    about: "Folder for embedded PostgreSQL, the demo keys, and the generated master key if you set none.",
  },
  {
    name: "VITARAN_MASTER_KEY",
    unset: "generated and kept in the data folder",
    about:
      "32 bytes in Base64 that encrypt account numbers, personal details of payees, and secrets. Separate several keys by commas, newest first: the first one encrypts, all can decrypt. Required in production. Without it, encrypted data cannot be read.",
  },
  {
    name: "PUBLIC_URL",
    unset: "http://localhost and the port",
    about: "Public address of the server, for bank callbacks and payout links.",
  },
  {
    name: "REPOSITORY_URL",
    unset: "none; pages have no links to their source",
    about:
      "Address of the source code, `https://`, laid out as on GitHub. Pages then have links to view and edit their source, and the home page and Quick Start show how to clone it.",
  },
  {
    name: "CONTAINER_IMAGE",
    unset: "none; the home page shows no container command",
    about:
      "Name of a container image of this version, built with `deploy/Dockerfile`, such as `registry.example.in/vitaran:1`. The home page then shows how to run it.",
  },
  {
    name: "TRUST_PROXY",
    unset: "none",
    about:
      "Addresses or networks of the proxies in front of the server, such as `10.0.0.0/8`, separated by commas. Only their `X-Forwarded-For` is trusted. Without this setting, allowlists see the proxy instead of the caller.",
  },
  {
    name: "METRICS_TOKEN",
    unset: "only callers on the same computer",
    about:
      "Bearer token of at least 32 characters that every caller of `/metrics` must send. Without it, only the same computer can read the metrics, and not through a proxy.",
  },
  {
    name: "SMTP_URL",
    unset: "e-mail stays in the sandbox inbox",
    about: "Mail server, `smtp://` or `smtps://`.",
  },
  {
    name: "SMTP_FROM",
    unset: "Vitaran and a placeholder that receives nothing",
    about: "Sender of every e-mail. Required in production with SMTP_URL.",
  },
  {
    name: "OPERATOR_EMAIL",
    unset: "the address in SMTP_FROM, otherwise a placeholder that receives nothing",
    about: "Your e-mail address for questions. Pages, documents and answers of the API name it.",
  },
  {
    name: "OPERATOR_ADDRESS",
    unset: "a placeholder in Gurgaon",
    about: "Your postal address on one line, at the bottom of the site.",
  },
  {
    name: "ACCOUNT_MANAGER",
    unset: "OPERATOR_EMAIL",
    about:
      "E-mail address of the person whom merchants ask for co-lending, connected accounts and queuing time.",
  },
  {
    name: "SUPPORT_FORM_URL",
    unset: "the page Contact Us, whose form sends nothing by itself",
    about: "Where links to the Support Form lead, `https://`.",
  },
  {
    name: "WEBHOOK_ADDRESSES_TEST",
    unset: "none published",
    about:
      "Addresses or networks that webhooks of sandbox merchants come from, separated by commas. They are shown on the page Webhooks, for the firewalls of merchants.",
  },
  {
    name: "WEBHOOK_ADDRESSES_LIVE",
    unset: "none published",
    about: "The same for live merchants.",
  },
  {
    name: "VITARAN_DEMO_HISTORY",
    unset: "on",
    about: "`off`: the demo merchants of `npm start` start empty, without three weeks of invented history.",
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
      "Hours of NEFT and RTGS at your banks: `working_days` for the published hours, `neft_24x7` for any hour.",
  },
  {
    name: "STATUS_MODE",
    unset: "rest",
    about:
      "HTTP status mode of new key pairs, and of classic API calls from unknown callers: `rest` or `always-200`.",
  },
  {
    name: "SIMULATOR_URL",
    unset: "a simulator is started with the server",
    about: "Address of a bank simulator that runs separately. Sandbox only.",
  },
  {
    name: "SIMULATOR_SECRET",
    unset: "generated with the simulator",
    about:
      "Secret for that simulator's controls. Required with `SIMULATOR_URL`. The simulator prints it at startup.",
  },
];
