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
    name: "WORKER_PORT",
    unset: "8081; any free port if another worker of this computer has it",
    about: "Port of a `worker` process for `/healthz`, `/readyz` and `/metrics`. See Monitoring.",
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
      "PostgreSQL 18 or later. The role must own the database and be able to create roles. Required in production.",
  },
  {
    name: "DATABASE_HOMES",
    unset: "all merchants in one database",
    about:
      "Further databases in which merchants live, as `west=postgres://…`, separated by spaces. See Scale.",
  },
  {
    name: "DATABASE_CONNECTIONS",
    unset: "12",
    about: "PostgreSQL connections per process and database, 2 to 500.",
  },
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
    about:
      "Public address of the server, such as `https://payouts.example.com`, for bank callbacks, links in e-mails, and payout links. Required in production.",
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
    name: "ERASURE_KEEPS_DAYS",
    unset: "365",
    about:
      "For so many days all details of an [erased payee](/payout/data-protection) stay encrypted in the record of the erasure; 0 keeps none. What must be kept of payments does not depend on it.",
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
  {
    name: "BACKUP_TO",
    unset: "no backups are kept",
    about:
      "Where workers keep backups: the absolute path of a folder, or `s3://bucket/prefix`. See Backups on this page.",
  },
  {
    name: "BACKUP_AT",
    unset: "02:30",
    about: "When they make them: times of day in India, separated by commas, such as `02:30,14:30`.",
  },
  {
    name: "BACKUP_KEEP",
    unset: "14",
    about: "How many backups of each home are kept, 1 to 1,000. The last proved one always stays.",
  },
  {
    name: "BACKUP_DRILL",
    unset: "on",
    about:
      "`on`: each scheduled backup is restored into a temporary database and proved. `off`: it is listed as not proved.",
  },
  {
    name: "BACKUP_KEY",
    unset: "made from the master key",
    about:
      "Key that encrypts stored backups: 32 bytes as base64 (several, newest first, by commas). A backup whose key you remove can no longer be opened.",
  },
  {
    name: "BACKUP_ENDPOINT",
    unset: "Amazon S3 in the region",
    about: "Address of another S3-compatible store, such as `https://minio.internal:9000`.",
  },
  {
    name: "AWS_REGION",
    unset: "ap-south-1",
    about: "Region of the bucket.",
  },
  {
    name: "AWS_ACCESS_KEY_ID",
    unset: "none",
    about: "Key ID for the bucket. Required if `BACKUP_TO` is one.",
  },
  {
    name: "AWS_SECRET_ACCESS_KEY",
    unset: "none",
    about: "Secret of that key. Required with it.",
  },
  {
    name: "AWS_SESSION_TOKEN",
    unset: "none",
    about: "Token of a temporary key, if it has one.",
  },
];
