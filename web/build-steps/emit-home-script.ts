// Builds the script of the home page beside the router's chunks, with which it shares what both use.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const script = fileURLToPath(new URL("../app/site/home/start-home.ts", import.meta.url));

export function emitHomeScript(): Plugin {
  return {
    name: "vitaran:emit-home-script",
    apply: "build",
    buildStart() {
      if (this.environment.name === "client")
        this.emitFile({ type: "chunk", id: script, name: "start-home", preserveSignature: false });
    },
  };
}
