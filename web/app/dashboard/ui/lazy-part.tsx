// Overlays are not needed for the first paint. Their code is fetched when the page is idle, or when one is opened.
import { lazy } from "react";

/** Returns a component whose module is fetched on first use. It has the type of the original component. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  return lazy(async () => ({ default: (await load())[name] as never })) as unknown as Module[Name];
}

/** Fetches the code of overlays when the page is idle, so that the first click is answered at once. */
export function fetchOverlaysSoon(): () => void {
  const fetchNow = () => {
    void import("./overlays/menu-parts.tsx");
    void import("./overlays/dialog-parts.tsx");
    void import("./overlays/popover-parts.tsx");
    void import("./filter-editor/filter-editor.tsx");
  };
  const timer = setTimeout(fetchNow, 1_500);
  return () => clearTimeout(timer);
}
