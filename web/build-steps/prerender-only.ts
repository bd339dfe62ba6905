// A module named *.prerender.tsx is rendered at build time and never shipped. The browser gets an empty component as
// its default export, and shows the HTML that is already in the page.
import type { Plugin } from "vite";

export function prerenderOnly(): Plugin {
  return {
    name: "vitaran:prerender-only",
    enforce: "pre",
    load: {
      filter: { id: /\.prerender\.tsx?$/ },
      handler() {
        return this.environment.name === "client" ? "export default undefined;" : null;
      },
    },
  };
}
