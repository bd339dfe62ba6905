// The programs and commands of the site and docs as files that can be run, for each language over plain HTTP and with
// its library.
import assert from "node:assert/strict";
import { copyFileSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { LanguageId } from "#ui/code-language.ts";
import { LANGUAGES } from "../../sdk/languages.ts";
import { installLibrary } from "./install-libraries.ts";
import { languages, present, succeeds } from "./languages.ts";

const samplesDir = new URL("../samples", import.meta.url).pathname;
const contentDir = new URL("../app/docs/content", import.meta.url).pathname;

/** A language, over plain HTTP or with its library. `id` is unique and is part of the IDs of transfers. */
export interface Program {
  readonly id: string;
  readonly language: LanguageId;
  readonly byLibrary: boolean;
  readonly ending: string;
  readonly command: string;
  readonly file: string;
}

const idByLibrary = (language: LanguageId): string => `${language}_library`;
const all = Object.keys(languages) as LanguageId[];

/** The languages that cannot run here, over plain HTTP or with the library, and how to install what is missing. */
export const absent: readonly { id: string; remedy: string }[] = all.flatMap((language) => [
  ...(present(language) ? [] : [{ id: language, remedy: languages[language].remedy }]),
  ...LANGUAGES.filter(({ name, needs }) => name === language && !succeeds(needs)).map(({ remedy }) => ({
    id: idByLibrary(language),
    remedy,
  })),
]);

/** The programs that can run here. */
export const programs: readonly Program[] = all.flatMap((language) => {
  const http = { ...languages[language], id: language, language, byLibrary: false };
  const library = { ...http, id: idByLibrary(language), byLibrary: true };
  const written = installLibrary[language] ? [http, library] : [http];
  return written.filter(({ id }) => !absent.some((one) => one.id === id));
});

/** Makes a separate folder with the libraries installed, and the environment variables by which programs find them. */
export function makeProject(): { folder: string; variables: NodeJS.ProcessEnv; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "docs-samples-"));
  const found = programs
    .filter(({ byLibrary }) => byLibrary)
    .map(({ language }) => installLibrary[language]!(folder));
  const variables = Object.assign({}, ...found) as NodeJS.ProcessEnv;
  return { folder, variables, remove: () => rmSync(folder, { recursive: true }) };
}

/** Returns the file of a sample. A sample that needs its library is copied into the project. */
export function sampleFile(name: string, { ending, byLibrary, id }: Program, project: string): string {
  const folder = join(samplesDir, name, byLibrary ? "library" : "");
  const file = readdirSync(folder).find((one) => one.endsWith(ending));
  assert.ok(file, `${name} in ${id}`);
  if (!byLibrary) return join(folder, file);
  const copy = join(project, basename(file));
  copyFileSync(join(folder, file), copy);
  return copy;
}

/** Returns the calls that pages show as commands, with their pages. Text with "..." is not a command. */
export function shownCommands(): [page: string, command: string][] {
  return globSync("**/*.mdx", { cwd: contentDir }).flatMap((page) => {
    const blocks = readFileSync(join(contentDir, page), "utf8").matchAll(/^```bash\n([\s\S]*?)^```/gm);
    const commands = [...blocks].flatMap(([, block = ""]) => block.split(/^\$ /m));
    return commands
      .filter((command) => /^(curl |TRANSFER_ID=\S+ sh )/.test(command) && !command.includes("..."))
      .map((command): [string, string] => [page, command]);
  });
}
