/** Views that members keep of a list, for themselves or for all. */
export { ViewError } from "./errors.ts";
export { removeView } from "./remove-view.ts";
export { saveView } from "./save-view.ts";
export { listViews, VIEW_LISTS, type SavedView, type ViewList } from "./saved-view.ts";
export { PARTS_TO_SEAL as VIEWS_TO_SEAL } from "./parts-to-seal.ts";
