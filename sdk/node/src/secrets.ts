/**
 * Reads secrets from environment files, secret stores or the dashboard. Anything that is certainly not part of a secret
 * is cut off. Anything that cannot be a secret is refused when the client is made, with an error that says why. The
 * cases in `sdk/vectors/secrets.json` apply to the libraries of all languages.
 */
import { InvalidInputError } from "./errors.ts";

/** White space of every kind, and invisible characters. */
const BLANK = String.raw`[\0-\x20\x85\xa0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+`;
const AROUND = new RegExp(`^${BLANK}|${BLANK}$`, "g");
const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|‘(.*)’)$/s;
/** Programs write these words if a variable is not set. */
const UNSET: ReadonlySet<string> = new Set(["undefined", "null", "none", "nil", "nan", "true", "false"]);

/** @throws {InvalidInputError} if it is not text, is empty, or is certainly not a client secret */
export function readClientSecret(given: unknown, field = "clientSecret"): string {
  const secret = cut(given, field);
  if (secret.startsWith("whsec_"))
    throw new InvalidInputError(`${field} is a webhook secret: give it as webhookSecret`, field);
  if (/\p{Cc}/u.test(secret))
    throw new InvalidInputError(
      `${field} is more than one line, or holds characters that no secret has`,
      field,
    );
  return secret;
}

/** Returns the bytes of a Standard Webhooks secret. Never returns an empty key, because anyone could sign with that. */
export function readWebhookKey(given: unknown): Uint8Array {
  const field = "webhookSecret";
  // A signature begins with its version, and some people put that before the secret.
  const text = cut(given, field).replace(/^v1,(?=whsec_)/, "");
  const base64 = cut(text.replace(/^whsec_/, ""), field).replace(/=+$/, "");
  if (base64 === "") throw new InvalidInputError(`${field} is empty`, field);
  if (!/^[A-Za-z0-9+/]+$/.test(base64) || base64.length % 4 === 1)
    throw new InvalidInputError(`${field} is not whsec_ with a key in Base64`, field);
  return Buffer.from(base64, "base64");
}

function cut(given: unknown, field: string): string {
  if (typeof given !== "string")
    throw new InvalidInputError(`${field} is ${String(given)}, not a text`, field);
  let secret = given;
  for (let before = ""; before !== secret;) {
    before = secret;
    secret = secret.replace(AROUND, "");
    secret =
      QUOTED.exec(secret)
        ?.slice(1)
        .find((inside) => inside !== undefined) ?? secret;
  }
  if (secret === "") throw new InvalidInputError(`${field} is empty`, field);
  if (UNSET.has(secret.toLowerCase()))
    throw new InvalidInputError(`${field} is the word ${secret}: its variable is probably not set`, field);
  return secret;
}
