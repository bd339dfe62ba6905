// Builds the scripts of the home page and of the other pages beside the router's chunks, with which they share what both
// use.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const scripts = {
  "start-home": "../app/site/home/start-home.ts",
  "start-page": "../app/start-page.ts",
};

export function emitPageScripts(): Plugin {
  return {
    name: "vitaran:emit-page-scripts",
    apply: "build",
    buildStart() {
      if (this.environment.name !== "client") return;
      for (const [name, path] of Object.entries(scripts)) {
        const id = fileURLToPath(new URL(path, import.meta.url));
        this.emitFile({ type: "chunk", id, name, preserveSignature: false });
      }
    },
  };
}
