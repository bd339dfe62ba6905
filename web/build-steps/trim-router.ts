// Removes two parts of React Router that a build without a rendering server never runs but would still ship: fetching
// the route table bit by bit, and the instrumentation of loaders. test/budget.test.ts checks the sizes; the page tests
// check the behaviour.
import type { Plugin } from "vite";

const standIns: Record<string, string> = {
  "lib/dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    export const getPartialManifest = (manifest) => manifest;
    export const getPathsWithAncestors = (paths) => paths;
    export const handleClientVersionMismatch = () => {};
    export const getManifestPath = () => "";`,
  "lib/router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;
    export const instrumentationResultMetaContext = {};`,
};

export function trimRouter(): Plugin {
  return {
    name: "vitaran:trim-router",
    enforce: "pre",
    load: {
      filter: {
        id: /react-router\/dist\/production\/lib\/(dom\/ssr\/fog-of-war|router\/instrumentation)\.js/,
      },
      handler(id) {
        const file = Object.keys(standIns).find((name) => id.includes(name));
        return this.environment.name === "client" && file ? (standIns[file] ?? null) : null;
      },
    },
  };
}
