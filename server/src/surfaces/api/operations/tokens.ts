import { AccessError, authorize as grantToken, SIGNATURE_SECONDS, TOKEN_SECONDS } from "#access";
import { outputOf, shown } from "#http";
import {
  accessAnswers,
  answerFor,
  openAnswers,
  refuse,
  refuseDisabled,
  type Reply,
  success,
  text,
  unknownError,
} from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";
import type { OpenCall, OpenOperation } from "./operation.ts";

const authorizeAnswers = {
  token_generated: success("Token generated"),
  bad_credentials: refuse("401", "Invalid clientId and clientSecret combination"),
  ...accessAnswers,
  too_many_attempts: openAnswers.too_many_requests,
  breakdown: unknownError,
} as const;

const output = outputOf<{ readonly token: string; readonly expiresAt: Date }>({
  token: shown({ ...text, minLength: 1 }, ({ token }) => token),
  expiry: shown({ type: "integer", description: "When the token ends, in Unix seconds." }, ({ expiresAt }) =>
    Math.floor(expiresAt.getTime() / 1_000),
  ),
});

export const authorize: OpenOperation = {
  name: "authorize",
  method: "POST",
  path: "/authorize",
  versions: ["v1"],
  access: "open",
  tag: "Access",
  summary: "Get a token",
  description:
    `Exchanges your client ID and secret for a bearer token. The token lasts ${TOKEN_SECONDS} seconds and works only ` +
    "from the address that requested it. Earlier tokens stay valid. The call counts towards your limit of calls per " +
    "minute.",
  headers: {
    "X-Client-Id": { schema: { type: "string", maxLength: 100 }, required: true },
    "X-Client-Secret": { schema: { type: "string", maxLength: 200 }, required: true },
    "X-Cf-Signature": {
      schema: {
        type: "string",
        maxLength: 1_000,
        description:
          "Required when your IP address is not on the allowlist: `clientId.unixSeconds`, encrypted with the public " +
          `key that we issued (RSA-OAEP, SHA-1), in base64; at most ${SIGNATURE_SECONDS / 60} minutes old.`,
      },
    },
  },
  answers: () => authorizeAnswers,
  data: {
    schema: output.schema,
    examples: {
      token_generated: {
        token: "AZ8ur0CqcACXWjTnGGYlMA.0J4mU2kq0cF9yL7Tq3s0XWm1bT5hV8rE6nK4aPzQdRg",
        expiry: 1795224601,
      },
    },
  },
  breakdown: authorizeAnswers.breakdown,
  handle,
};

async function handle({ ctx, headers, ip }: OpenCall): Promise<Reply> {
  const clientId = textOf(headers["x-client-id"]);
  const clientSecret = textOf(headers["x-client-secret"]);
  if (clientId === undefined || clientSecret === undefined)
    return { answer: authorizeAnswers.bad_credentials };
  try {
    const signature = textOf(headers["x-cf-signature"]);
    const granted = await grantToken(ctx, { clientId, clientSecret, signature, ip });
    return { answer: authorizeAnswers.token_generated, data: output.write(granted) };
  } catch (error) {
    if (AccessError.is(error, "too_many_requests"))
      return {
        answer: openAnswers.too_many_requests,
        retryAfterSeconds: Number(error.details["resetSeconds"]),
      };
    if (AccessError.is(error, "apis_disabled")) return refuseDisabled();
    return { answer: answerFor(error, AccessError, authorizeAnswers) };
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && header !== "" ? header : undefined;
}

const verifyTokenAnswers = { token_valid: success("Token is valid"), breakdown: unknownError } as const;

export const verifyToken = declareClassic({
  name: "verifyToken",
  method: "POST",
  path: "/verifyToken",
  versions: ["v1"],
  scope: "read",
  tag: "Access",
  summary: "Verify a token",
  answers: verifyTokenAnswers,
  breakdown: verifyTokenAnswers.breakdown,
  // A caller that gets here has shown a valid token.
  handle: async () => ({ answer: verifyTokenAnswers.token_valid }),
});
