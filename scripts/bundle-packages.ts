/** Makes few files of typebox, whose 683 modules took a quarter of the time in which a test process loads an engine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** The names that our files import, by the names of the bundle's files. */
const IMPORTED = { typebox: "typebox", "typebox-compile": "typebox/compile" };

/** Returns the address of a file for each name; the file exports what the package exports under that name. */
export async function bundlePackages(root: string): Promise<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/typebox/package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(root, `node_modules/.cache/typebox-${version}`);
  if (!existsSync(folder)) await bundleInto(folder, root);
  return Object.fromEntries(
    Object.entries(IMPORTED).map(([file, name]) => [name, pathToFileURL(join(folder, `${file}.mjs`)).href]),
  );
}

/** The folder appears when it is complete, because two runs may begin at the same time. */
async function bundleInto(folder: string, root: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  await using bundle = await rolldown({ input: IMPORTED, cwd: join(root, "server"), treeshake: false });
  await bundle.write({ dir: made, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
