// A dynamic import that has styles is wrapped by Vite so that they are there first. All our styles are in the one file
// that every page links, so the wrapper (900 bytes, gzip) only calls what it wraps.
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
