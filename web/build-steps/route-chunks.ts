// If a route chunk cannot be loaded, React Router reloads the page, possibly forever. This wraps the import in our
// loader, which has a time limit, so that the page can say what happened.
import type { Plugin } from "vite";

const theImport = /await import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\)/;
const theReload = /console\.error\(`Error loading route module[\s\S]*?return new Promise\(\(\) => \{\}\);/;

export function routeChunks(): Plugin {
  return {
    name: "vitaran:route-chunks",
    enforce: "pre",
    transform: {
      filter: { id: /react-router\/dist\/(production|development)\/lib\/dom\/ssr\/routeModules\.js/ },
      handler(code) {
        if (!theImport.test(code) || !theReload.test(code)) {
          this.error(
            "React Router loads route modules in another way now: look at build-steps/route-chunks.ts",
          );
        }
        const patched = code
          .replace(theImport, "await loadChunk(route.module, () => import(/* @vite-ignore */ route.module))")
          .replace(theReload, "throw error;");
        return { code: `import { loadChunk } from "/app/ui/load-chunk.ts";\n${patched}`, map: null };
      },
    },
  };
}
