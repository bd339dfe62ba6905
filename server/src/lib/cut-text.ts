/** Behind what was cut off: no field takes a control character, and this one is no blank to be trimmed. */
export const CUT = "…\u001f";
/** So little costs nothing to read, and is left to its reader as it is. */
const UNCUT_MAX = 100;

/**
 * The text itself; or, of one that is longer than `max` and than a hundred characters, as much of its beginning with
 * `CUT` behind it. That is still too long for its reader, which refuses it in its own words.
 */
export function cutText(text: string, max: number): string {
  return isToCut(text, max) ? text.slice(0, Math.max(max, UNCUT_MAX)).toWellFormed() + CUT : text;
}

/** Whether a text is so long that it is not read as it is. */
export const isToCut = (text: string, max: number): boolean => text.length > Math.max(max, UNCUT_MAX);
