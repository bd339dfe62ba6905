// Leaves out functions of React Router that serve what no page of ours does, and that a bundler cannot leave out,
// since its functions all lead to each other. Each loses its body and would return nothing.
// A test looks at what the app imports; the build fails when a package no longer has a function of the list.
import { parseAst } from "vite";
import type { Plugin } from "vite";

interface Dropped {
  file: RegExp;
  functions: readonly string[];
}

/** What an app that imports one of these names needs after all. */
export const unusedNames = ["useFetcher", "useSubmit"] as const;

const dropped: readonly Dropped[] = [
  {
    // Pages fetch and send by themselves: nothing is posted to a route, and no route is found later.
    file: /react-router\/dist\/production\/lib\/router\/router\.js$/,
    functions: [
      ...["handleAction", "handleFetcherAction", "handleFetcherLoader", "fetch"],
      ...["discoverRoutes", "patchRoutesImpl"],
    ],
  },
  {
    // Every route with a loader has one of the browser's own (app/ui/fetch-still.ts).
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

/** Declarations of these names, the outermost of each. */
function* declarationsIn(value: unknown, names: ReadonlySet<string>): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* declarationsIn(one, names);
  if (!isNode(value)) return;
  if (value.type === "FunctionDeclaration" && names.has(value.id?.name ?? "")) yield value;
  else for (const child of Object.values(value)) yield* declarationsIn(child, names);
}

/** The code without the bodies of these functions; throws when one is not there exactly once. */
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
