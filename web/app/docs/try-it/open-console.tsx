// The console of the API reference, which is loaded when a reader first opens it. It is rendered beside the page, not
// in it.
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { TryItDialog } from "./try-it-dialog.tsx";

let root: Root | undefined;
let times = 0;

/** Opens the console for a call of the reference, by its ID. */
export default function openConsole(id: string): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  times += 1;
  root.render(<TryItDialog key={times} id={id} />);
}
