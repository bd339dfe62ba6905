/** How much of an answer is kept. */
export const EXCERPT_MAX_BYTES = 1024;

/** At most 1 kB of printable text: what a receiver sends is shown to people and stored as text. */
export function cutExcerpt(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim();
  const bytes = Buffer.from(plain, "utf8");
  if (bytes.length <= EXCERPT_MAX_BYTES) return plain;
  // A character cut in two at the end becomes three bytes of replacement mark, so those are taken off again.
  return bytes
    .subarray(0, EXCERPT_MAX_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/u, "");
}
