// Names a program by a hash of its text, which shows if a sample was changed after it last ran.
import { createHash } from "node:crypto";

/** Hashes the texts of a sample in all languages. Their order does not matter. */
export function sampleHash(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts.toSorted()) hash.update(`${text.length}\n${text}`);
  return hash.digest("hex").slice(0, 16);
}
