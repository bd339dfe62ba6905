// Vite wraps a dynamic import that has styles, so that the styles arrive first. All our styles are in the one file that
// every page links, so the wrapper (900 bytes, gzip) is reduced to a plain call.
import type { Plugin } from "vite";

export function trimPreload(): Plugin {
  return {
    name: "vitaran:trim-preload",
    enforce: "pre",
    load: {
      filter: { id: /vite\/preload-helper(\.js)?$/ },
      handler() {
        return this.environment.name === "client" ? "export const __vitePreload = (load) => load();" : null;
      },
    },
  };
}
