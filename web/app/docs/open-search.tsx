// Opens the search dialog, which is rendered beside the page, not in it.
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import SearchDialog from "./search-dialog.tsx";

let root: Root | undefined;
let asked = 0;

/** `goTo` is called with the address that the reader chooses. */
export default function openSearch(goTo: (address: string) => void): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  asked += 1;
  root.render(<SearchDialog asked={asked} goTo={goTo} />);
}
