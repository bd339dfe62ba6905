/** Marks where a text was cut. No field accepts a control character, and trimming leaves this one. */
export const CUT = "…\u001f";
/** A text of this length costs nothing to read, so it is left to its reader uncut. */
const UNCUT_MAX = 100;

/**
 * Returns the text; if it is longer than both `max` and a hundred characters, only its beginning, followed by
 * `CUT`. That is still too long for its reader, which refuses it with its own message.
 */
export function cutText(text: string, max: number): string {
  return isToCut(text, max) ? text.slice(0, Math.max(max, UNCUT_MAX)).toWellFormed() + CUT : text;
}

/** Returns true if a text is too long to be read uncut. */
export const isToCut = (text: string, max: number): boolean => text.length > Math.max(max, UNCUT_MAX);
