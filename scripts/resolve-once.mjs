/**
 * Loaded first in every process of `npm test`: resolves the imports of our files without reading the disk and the
 * package files above them each time. An engine has 1,700 files; resolving them took a third of its loading time, and
 * hundreds of processes load one. The results are the same as Node's (resolve-once.deep.test.ts), but for packages that
 * are bundled (bundle-packages.ts).
 */
import { registerHooks } from "node:module";

const ROOT = new URL("..", import.meta.url).href;
/** Folders whose files are modules with types, by the package file above them. */
const OURS = /^(?:server|packages|bank-simulator|web|bench|e2e|scripts)\//;
const RELATIVE = /^\.\.?\/.*\.ts$/;

/** The addresses of the bundles by what our files import. */
const bundles = new Map(Object.entries(JSON.parse(process.env.VITARAN_TEST_BUNDLES ?? "{}")));

/** By the importing folder, because a name such as `#lib/db` means what the nearest package file says. */
const named = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL: parent } = context;
    if (parent === undefined || !isOurs(parent)) return nextResolve(specifier, context);
    const bundle = bundles.get(specifier);
    if (bundle !== undefined) return { url: bundle, format: "module", shortCircuit: true };
    if (RELATIVE.test(specifier)) return found(new URL(specifier, parent).href);
    if (!specifier.startsWith("#") && !specifier.startsWith("@vitaran/"))
      return nextResolve(specifier, context);
    const name = `${parent.slice(0, parent.lastIndexOf("/"))} ${specifier}`;
    const known = named.get(name);
    if (known !== undefined) return found(known);
    const answer = nextResolve(specifier, context);
    if (isOurs(answer.url) && answer.url.endsWith(".ts")) named.set(name, answer.url);
    return answer;
  },
});

function found(url) {
  return { url, format: "module-typescript", shortCircuit: true };
}

function isOurs(url) {
  return url.startsWith(ROOT) && OURS.test(url.slice(ROOT.length)) && !url.includes("/node_modules/");
}
