/** Views of a list that members save for themselves or for all. */
export { ViewError } from "./errors.ts";
export { listViews, removeView, type SavedView, saveView, VIEW_LISTS, type ViewList } from "./saved-view.ts";
export { PARTS_TO_SEAL as VIEWS_TO_SEAL } from "./parts-to-seal.ts";
