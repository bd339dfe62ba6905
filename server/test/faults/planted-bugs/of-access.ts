/** Who may do what, and who may know. */
import { inModule, type PlantedBug } from "./planted-bug.ts";

const access = inModule("access");
const audit = inModule("audit");
const webhooks = inModule("webhooks");

export const OF_ACCESS: readonly PlantedBug[] = [
  {
    name: "a token outlives the secret that it was got with",
    code: [
      ...access(
        "reset-api-client.ts",
        "client_id = $2 and revoked_at is null",
        "client_id = $2 and revoked_at is null and false",
      ),
      ...access("authenticate.ts", "and client.version = token.secret_version", ""),
    ],
    caughtBy: { file: "server/src/access/authenticate.test.ts", test: "expires or is revoked" },
    says: /Missing expected rejection/,
  },
  {
    name: "a webhook is signed over the names of its fields",
    code: webhooks("sign-request.ts", ".map((name) => fields[name])", ".map((name) => name)"),
    caughtBy: {
      file: "server/src/webhooks/sign-request.test.ts",
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
      file: "server/src/webhooks/guard-target.test.ts",
      test: "no spelling of a forbidden address",
    },
    says: /https:\/\/0\/hook/,
  },
  {
    name: "an audit record does not contain the one before it",
    code: audit("hash-record.ts", ".update(prevHash)", ""),
    caughtBy: { file: "server/src/audit/verify-audit-chain.test.ts", test: "the next one's link to it" },
    says: /why: 'altered'/,
  },
];
