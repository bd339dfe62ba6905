// Removes functions of React Router that our pages never use. A bundler cannot remove them, because they all refer to
// each other. Each one loses its body, so it would return nothing. A test checks what the app imports, and the build
// fails when a package no longer has a listed function.
import { parseAst } from "vite";
import type { Plugin } from "vite";

interface Dropped {
  file: RegExp;
  functions: readonly string[];
}

/** An app that imports one of these names does need the removed functions. */
export const unusedNames = ["useFetcher", "useSubmit"] as const;

const dropped: readonly Dropped[] = [
  {
    // Pages fetch and send data by themselves: nothing is posted to a route, and no route is discovered later.
    file: /react-router\/dist\/production\/lib\/router\/router\.js$/,
    functions: [
      ...["handleAction", "handleFetcherAction", "handleFetcherLoader", "fetch"],
      ...["discoverRoutes", "patchRoutesImpl"],
    ],
  },
  {
    // Every route with a loader has a client loader (app/ui/load-whole.ts).
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/,
    functions: [
      ...["singleFetchActionStrategy", "singleFetchLoaderFetcherStrategy", "fetchAndDecodeViaTurboStream"],
      ...["singleFetchLoaderNavigationStrategy", "bubbleMiddlewareErrors", "unwrapSingleFetchResult"],
    ],
  },
  {
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    functions: ["PrefetchPageLinks", "PrefetchPageLinksImpl", "RSCPrefetchPageLinksImpl"],
  },
];

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string } | null;
  body?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";

/** Yields the outermost declarations of these names. */
function* declarationsIn(value: unknown, names: ReadonlySet<string>): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* declarationsIn(one, names);
  if (!isNode(value)) return;
  if (value.type === "FunctionDeclaration" && names.has(value.id?.name ?? "")) yield value;
  else for (const child of Object.values(value)) yield* declarationsIn(child, names);
}

/** Returns the code without the bodies of these functions. Throws unless each of them is found exactly once. */
export function withoutBodies(code: string, functions: readonly string[]): string {
  const found = [...declarationsIn(parseAst(code), new Set(functions))];
  const wrong = functions.filter((name) => found.filter(({ id }) => id?.name === name).length !== 1);
  if (wrong.length > 0)
    throw new Error(`build-steps/drop-functions.ts lists what is not there: ${wrong.join()}`);
  return found
    .map(({ body }) => body as Node)
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)}{}${left.slice(end)}`, code);
}

export function dropFunctions(): Plugin {
  return {
    name: "vitaran:drop-functions",
    enforce: "pre",
    transform: {
      filter: { id: dropped.map(({ file }) => file) },
      handler(code, id) {
        const entry = dropped.find(({ file }) => file.test(id));
        if (this.environment.name !== "client" || !entry) return null;
        return { code: withoutBodies(code, entry.functions), map: null };
      },
    },
  };
}
