// Overlays come after the first paint: their code is fetched while nothing else happens, or when one is opened.
import { lazy } from "react";

/** A component of a module that is fetched when it is first drawn, with the type that it has there. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  return lazy(async () => ({ default: (await load())[name] as never })) as unknown as Module[Name];
}

/** Fetches the code of overlays when the page has come to rest, so that the first press is answered at once. */
export function fetchOverlaysSoon(): () => void {
  const fetchNow = () => {
    void import("./overlays/menu-parts.tsx");
    void import("./overlays/dialog-parts.tsx");
    void import("./overlays/popover-parts.tsx");
  };
  const timer = setTimeout(fetchNow, 1_500);
  return () => clearTimeout(timer);
}
