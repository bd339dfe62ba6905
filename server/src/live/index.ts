/** What happens to a merchant, as it happens, for those who watch: ids and words, never details. */
export {
  CURSOR_PATTERN,
  formatCursor,
  parseCursor,
  readCursor,
  readHappenings,
  type Cursor,
  type Happening,
} from "./read-happenings.ts";
export { watchHappenings, type News } from "./watch-happenings.ts";
