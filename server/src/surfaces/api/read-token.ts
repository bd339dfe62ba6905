import type { IncomingMessage } from "node:http";

/** A token has 66 characters. */
const HEADER_LENGTH_MAX = 500;

/**
 * Returns the bearer token of a request; null if there is none. The word `Bearer` may be missing. If there
 * are two Authorization headers, or one that is too long, the result is a text that is not a token.
 */
export function readToken({ headers, rawHeaders }: IncomingMessage): string | null {
  const given = headers.authorization;
  if (given === undefined) return null;
  if (given.length > HEADER_LENGTH_MAX) return "";
  const token = given.replace(/^bearer(?: +|$)/i, "").trim();
  if (token === "" || token === "undefined") return null;
  return countAuthorizations(rawHeaders) > 1 ? "" : token;
}

/** Node keeps the first of several headers without an error. */
function countAuthorizations(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === "authorization".length && name.toLowerCase() === "authorization") count += 1;
  }
  return count;
}
