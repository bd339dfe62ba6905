/** Tidy rules about exports: a name that no other file uses is not exported, and no two types have one name. */
import { dirname } from "node:path/posix";
import type { Tree } from "./read-tree.ts";
import { isTestFile } from "./tidy-code.ts";

const PROGRAMS = /^(server|packages|bank-simulator|bench|e2e|scripts|web)\/.*\.(ts|tsx|mjs)$/;
/** Their exports are used by the router, by what is generated, or by those who copy them. */
const USED_ELSEWHERE = /^web\/(samples|app\/root\.tsx|app\/dashboard\/api\/operations\.ts)|\broute/;

const DECLARED = /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const REEXPORTED = /^export (?:type )?\{([^}]*)\} from "\.[^"]*";/gm;
const INDEX = /^server\/src\/\w+\/([^/]+)\/index\.ts$/;

/** Finds exported names that occur in no other file, and names of an index that no other module uses. */
export function findLoneExports(tree: Tree): string[] {
  const users = findUsers(tree);
  return [...tree].flatMap(([path, text]) => {
    if (!PROGRAMS.test(path) || USED_ELSEWHERE.test(path)) return [];
    const lone = [...text.matchAll(DECLARED)]
      .map(([, name]) => name!)
      .filter((name) => users.get(name)!.every((user) => user === path));
    const module = INDEX.exec(path)?.[1];
    const published = module === undefined ? [] : namesOfIndex(text);
    const isOutside = (user: string): boolean =>
      !user.startsWith(`${dirname(path)}/`) || isTestFile(user) || tree.get(user)!.includes(`"#${module}"`);
    const unasked = published.filter((name) => !users.get(name)!.some(isOutside));
    return [
      ...lone.map((name) => `${path}: no other file uses ${name}, so it is not exported`),
      ...unasked.map((name) => `${path}: no other module uses ${name}, so it is not in the index`),
    ];
  });
}

const ENGINE = /^(server\/src|packages)\/.*\.ts$/;
const TYPE = /^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm;

/** Finds exported types of the engine that have the same name as another one. */
export function findTwinTypes(tree: Tree): string[] {
  const places = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!ENGINE.test(path) || isTestFile(path)) continue;
    for (const [, name] of text.matchAll(TYPE)) places.set(name!, [...(places.get(name!) ?? []), path]);
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${paths.join(" and ")}: two types are called ${name}`);
}

/** The files in which each word of the tree occurs. */
function findUsers(tree: Tree): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!/\.(ts|tsx|mjs|js|mdx)$/.test(path)) continue;
    for (const word of new Set(text.match(/\w+/g))) {
      const found = users.get(word);
      if (found === undefined) users.set(word, [path]);
      else found.push(path);
    }
  }
  return users;
}

const namesOfIndex = (text: string): string[] =>
  [...text.matchAll(REEXPORTED)].flatMap(([, list]) =>
    list!
      .split(",")
      .map((part) => part.trim().split(" ").at(-1)!)
      .filter((name) => name !== ""),
  );
