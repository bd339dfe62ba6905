/** Bugs in permissions and confidentiality. */
import { inModule, type PlantedBug } from "./planted-bug.ts";

const access = inModule("people/access");
const audit = inModule("people/audit");
const lib = inModule("kit/lib");
const commands = inModule("surfaces/commands");
const webhooks = inModule("people/webhooks");

const SSRF = "server/test/faults/t32-ssrf.test.ts";
const FORGERY = "server/test/faults/t33-callback-forgery.test.ts";
const TENANTS = "server/test/faults/t31-tenant-isolation.deep.test.ts";

export const OF_ACCESS: readonly PlantedBug[] = [
  {
    name: "a token outlives the secret that it was got with",
    code: [
      ...access(
        "change-api-client.ts",
        "client_id = $2 and revoked_at is null",
        "client_id = $2 and revoked_at is null and false",
      ),
      ...access("authenticate.ts", "and client.version = token.secret_version", ""),
    ],
    caughtBy: { file: "server/src/people/access/authenticate.deep.test.ts", test: "expires or is revoked" },
    says: /Missing expected rejection/,
  },
  {
    name: "an order is taken on what its token was before",
    code: access(
      "authenticate.ts",
      "one.holds = isDeepStrictEqual(found[index], one.found)",
      "one.holds = true",
    ),
    caughtBy: {
      file: "server/src/surfaces/api/presumed-callers.test.ts",
      test: "of orders that come together",
    },
    says: /\+ actual - expected/,
  },
  {
    name: "a webhook is signed over the names of its fields",
    code: webhooks("build-request.ts", ".map((name) => fields[name])", ".map((name) => name)"),
    caughtBy: {
      file: "server/src/people/webhooks/sign-request.test.ts",
      test: "classic signatures are as published",
    },
    says: /\+ actual - expected/,
  },
  {
    name: "a webhook goes to an address that is not public",
    code: webhooks(
      "guard-target.ts",
      `if (classes.size !== 1 || classes.has("forbidden"))`,
      "if (classes.size !== 1)",
    ),
    caughtBy: {
      file: "server/src/people/webhooks/guard-target.test.ts",
      test: "no spelling of a forbidden address",
    },
    says: /https:\/\/0\/hook/,
  },
  {
    name: "an address that was good when it was added is not looked at again",
    code: webhooks(
      "send-deliveries.ts",
      `if (verdict.kind === "refused")`,
      `if (verdict.kind === "refused" && !rendered)`,
    ),
    caughtBy: { file: SSRF, test: "an address that was good when it was added" },
    says: /not sent to this address/,
  },
  {
    name: "a callback is believed for ever",
    code: lib("timed-signature.ts", "Math.abs(ageMs) > WINDOW_MS", "Math.abs(ageMs) > WINDOW_MS * 1e9"),
    caughtBy: { file: FORGERY, test: "no callback that is not the bank's own" },
    says: /heard six minutes ago/,
  },
  {
    name: "forged callbacks are answered for ever",
    code: commands(
      "mount-callbacks.ts",
      "const waitSeconds = isForged",
      "const waitSeconds = isForged && !ip",
    ),
    caughtBy: { file: FORGERY, test: "from one address only so many forgeries" },
    says: /0 were limited/,
  },
  {
    name: "a table of merchant rows is open to every merchant",
    sql: "alter table reports.report disable row level security",
    caughtBy: { file: TENANTS, test: "in SQL, as the application" },
    says: /reports\.report shows rows of others/,
  },
  {
    name: "an audit record does not contain the one before it",
    code: audit("record-audit.ts", ".update(prevHash)", ""),
    caughtBy: {
      file: "server/src/people/audit/keyed-records.test.ts",
      test: "a chain of the version before is verified by its hashes",
    },
    says: /why: 'altered'/,
  },
  {
    name: "the code of an audit record is not compared",
    code: audit(
      "record-audit.ts",
      'digest().equals(mac) ? null : "forged"',
      "digest().equals(mac) ? null : null",
    ),
    caughtBy: { file: "server/src/people/audit/keyed-records.test.ts", test: "is found by its code" },
    says: /why: 'forged'/,
  },
];
