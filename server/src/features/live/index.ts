/** Streams what happens to a merchant to those who watch: only IDs and words, never details. */
export {
  CURSOR_PATTERN,
  formatCursor,
  parseCursor,
  readCursor,
  readHappenings,
  type Cursor,
  type Happening,
  watchHappenings,
  type HappeningNews,
} from "./watch-happenings.ts";
