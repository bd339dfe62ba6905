/** The most bytes of a response that are stored. */
export const EXCERPT_MAX_BYTES = 1024;

/** Returns at most 1 kB of printable text: the response is shown to people and stored as text. */
export function cutExcerpt(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim();
  const bytes = Buffer.from(plain, "utf8");
  if (bytes.length <= EXCERPT_MAX_BYTES) return plain;
  // A character cut in two at the end becomes a replacement mark of three bytes, which is removed again.
  return bytes
    .subarray(0, EXCERPT_MAX_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/u, "");
}
