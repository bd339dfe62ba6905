// Names a program by its text: a sample that was changed after it last ran is known by that.
import { createHash } from "node:crypto";

/** Of all languages of a sample, in any order. */
export function sampleHash(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts.toSorted()) hash.update(`${text.length}\n${text}`);
  return hash.digest("hex").slice(0, 16);
}
