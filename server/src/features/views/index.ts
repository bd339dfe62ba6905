/** Views of a list that members save for themselves or for all. */

export {
  listViews,
  removeView,
  type SavedView,
  saveView,
  VIEW_LISTS,
  PARTS_TO_SEAL as VIEWS_TO_SEAL,
} from "./saved-view.ts";
export { PARTS_TO_ERASE as VIEWS_TO_ERASE } from "./to-erase.ts";
