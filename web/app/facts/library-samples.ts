// Writes the same call with a language's client library: a whole program, from the contract and the libraries' methods.
import { languages, type LanguageId } from "#ui/code-language.ts";
import { OPERATIONS } from "../../../sdk/node/src/generated/operations.ts";
import type { ApiOperation, Field } from "./api-operations.ts";
import { apiSample, examples, isShown } from "./api-samples.ts";
import { type LibraryCall, libraryPrograms } from "./library-programs.ts";

/** Libraries have a method for the newest version of a call only. Undefined if there is none. */
function callOf({ method, versions, fields, body, fileType }: ApiOperation): LibraryCall | undefined {
  const path = versions.at(-1)?.path;
  const found = Object.entries(OPERATIONS).find(([, one]) => one.path === path && one.method === method);
  if (!found) return undefined;
  const [name, { list, file }] = found;
  const [noun = "", verb = ""] = name.split(".");
  const beside = fields
    .filter((field) => field.where === "path" || isShown(field))
    .map((field) => [field.name, decodeURIComponent(examples[field.name] ?? "...")]);
  const sent = Object.entries((body ?? {}) as object).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" && takesList(fields, name) ? value.split(/, */) : value,
  ]);
  const input = Object.fromEntries([...beside, ...sent]) as LibraryCall["input"];
  return { noun, verb, input, fileType, gives: list ? "items" : file === "answered" ? "file" : "fields" };
}

/** True if the contract takes either a list or a text with commas. Libraries take the list. */
const takesList = (fields: readonly Field[], name: string): boolean =>
  fields.some((field) => field.where === "body" && field.name === name && field.type.includes("array"));

/** Undefined if the language has no library, or the library has no method for the call. */
export function librarySample(operation: ApiOperation, language: LanguageId): string | undefined {
  const call = callOf(operation);
  return call && libraryPrograms[language]?.(call);
}

/** Returns every program that is shown for a call. */
export const apiTexts = (operation: ApiOperation): string[] =>
  languages.flatMap(({ id }) => [apiSample(operation, id), librarySample(operation, id) ?? []].flat());
