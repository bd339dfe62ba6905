// Writes a call by a client library as a whole program, for each language that has a library.
import type { LanguageId } from "#ui/code-language.ts";
import { pythonName } from "../../../sdk/generate/python-words.ts";
import { SENT_FILE } from "./api-samples.ts";

/** A call as it is in every library. Each language writes the names in its own style. */
export interface LibraryCall {
  noun: string;
  verb: string;
  input: Readonly<Record<string, unknown>>;
  gives: "fields" | "items" | "file";
  /** The media type of the file, if one is sent. */
  fileType: string | undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const FOUR = "    ";
const indented = (lines: readonly string[], by = "  "): string =>
  lines.map((line) => `\n${line}`.replaceAll("\n", `\n${by}`)).join("");

function node({ noun, verb, input, gives, fileType }: LibraryCall): string {
  const fields = JSON.stringify(input, null, 2).replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
  const file = `  file: await readFile("${SENT_FILE.name}"),\n  contentType: "${fileType}",\n}`;
  const sent = `${fields === "{}" ? "{" : fields.replace(/\n\}$/, ",")}\n${file}`;
  const given = fileType === undefined ? fields : sent;
  const call = `vitaran.${noun}.${verb}(${given === "{}" ? "" : given})`;
  const said = {
    fields: [`console.log(await ${call});`],
    items: [`for await (const one of ${call}) console.log(one);`],
    file: [`const { content } = await ${call};`, "console.log(new TextDecoder().decode(content));"],
  };
  return [
    ...(fileType === undefined ? [] : ['import { readFile } from "node:fs/promises";']),
    'import { createClient } from "@vitaran/node";',
    "",
    "const vitaran = createClient({",
    "  baseUrl: process.env.VITARAN,",
    "  clientId: process.env.CLIENT_ID,",
    "  clientSecret: process.env.CLIENT_SECRET,",
    "});",
    ...said[gives],
  ].join("\n");
}

function python({ noun, verb, input, gives, fileType }: LibraryCall): string {
  const value = (one: unknown): string => {
    if (Array.isArray(one))
      return `[${indented(
        one.map((item) => `${value(item)},`),
        FOUR,
      )}\n]`;
    if (!isRecord(one)) return typeof one === "boolean" ? (one ? "True" : "False") : JSON.stringify(one);
    const fields = Object.entries(one).map(([name, its]) => `"${pythonName(name)}": ${value(its)},`);
    return `{${indented(fields, FOUR)}\n}`;
  };
  const given = [
    ...Object.entries(input).map(([name, its]) => `${pythonName(name)}=${value(its)},`),
    ...(fileType === undefined
      ? []
      : [`file=Path("${SENT_FILE.name}").read_bytes(),`, `content_type="${fileType}",`]),
  ];
  const fields = given.length === 0 ? "" : `${indented(given, FOUR)}\n`;
  const call = `vitaran.${noun}.${pythonName(verb)}(${fields})`;
  const said = {
    fields: [`print(${call})`],
    items: [`for one in ${call}:`, "    print(one)"],
    file: [`answer = ${call}`, "print(answer.content.decode())"],
  };
  return [
    "import os",
    ...(fileType === undefined ? [] : ["from pathlib import Path"]),
    "from vitaran import Client",
    "",
    "vitaran = Client(",
    '    base_url=os.environ["VITARAN"],',
    '    client_id=os.environ["CLIENT_ID"],',
    '    client_secret=os.environ["CLIENT_SECRET"],',
    ")",
    ...said[gives],
  ].join("\n");
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes a builder with its fields set. Nested records have their own builders, in nested classes. */
function javaBuilder(type: string, fields: readonly [name: string, value: string][]): string {
  const steps = [...fields.map(([name, value]) => `.${name}(${value})`), ".build()"];
  return `${type}.builder()${indented(steps)}`;
}

function javaValue(type: string, name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => javaValue(type, `${name}Item`, item));
    return value.some(isRecord)
      ? `List.of(${indented([items.join(",\n")])})`
      : `List.of(${items.join(", ")})`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const own = `${type}.${capital(name)}`;
  return javaBuilder(
    own,
    Object.entries(value).map(([field, its]) => [field, javaValue(own, field, its)]),
  );
}

function java({ noun, verb, input, gives, fileType }: LibraryCall): string {
  const type = `${capital(verb)}Input`;
  const given = Object.entries(input).map(([name, its]): [string, string] => [
    name,
    javaValue(type, name, its),
  ]);
  if (fileType !== undefined)
    given.push(
      ["file", `Files.readAllBytes(Path.of("${SENT_FILE.name}"))`],
      ["contentType", `"${fileType}"`],
    );
  const call = `vitaran.${noun}().${verb}(${given.length === 0 ? "" : "input"})`;
  const said = {
    fields: `System.out.println(${call});`,
    items: `for (var one : ${call}) System.out.println(one);`,
    file: `System.out.println(new String(${call}.content()));`,
  };
  const body = [
    "var vitaran = Vitaran.builder()",
    '  .baseUrl(System.getenv("VITARAN"))',
    '  .clientId(System.getenv("CLIENT_ID"))',
    '  .clientSecret(System.getenv("CLIENT_SECRET"))',
    "  .build();",
    ...(given.length === 0 ? [] : [`var input = ${javaBuilder(type, given)};`]),
    said[gives],
  ];
  const throwing = fileType === undefined ? "" : " throws IOException";
  const main = `public static void main(String[] args)${throwing} {${indented(body)}\n}`;
  return [
    ...(fileType === undefined
      ? []
      : ["import java.io.IOException;", "import java.nio.file.Files;", "import java.nio.file.Path;"]),
    ...(given.some(([, value]) => value.includes("List.of(")) ? ["import java.util.List;"] : []),
    "import vitaran.Vitaran;",
    ...(given.length === 0 ? [] : [`import vitaran.api.${capital(noun)}.${type};`]),
    "",
    `public class Call {${indented([main])}`,
    "}",
  ].join("\n");
}

function php({ noun, verb, input, gives, fileType }: LibraryCall): string {
  const value = (one: unknown): string => {
    if (Array.isArray(one))
      return `[${indented(
        one.map((item) => `${value(item)},`),
        FOUR,
      )}\n]`;
    if (!isRecord(one))
      return typeof one === "string" ? `'${one.replaceAll("'", "\\'")}'` : JSON.stringify(one);
    return `[${indented(
      Object.entries(one).map(([name, its]) => `'${name}' => ${value(its)},`),
      FOUR,
    )}\n]`;
  };
  const fields = [
    ...Object.entries(input).map(([name, its]) => `'${name}' => ${value(its)},`),
    ...(fileType === undefined
      ? []
      : [`'file' => file_get_contents('${SENT_FILE.name}'),`, `'contentType' => '${fileType}',`]),
  ];
  const given = fields.length === 0 ? "" : `[${indented(fields, FOUR)}\n]`;
  const call = `$vitaran->${noun}->${verb}(${given})`;
  const said = {
    fields: [`print_r(${call});`],
    items: [`foreach (${call} as $one) print_r($one);`],
    file: [`$answer = ${call};`, "echo $answer->content;"],
  };
  return [
    "<?php",
    "require 'vendor/autoload.php';",
    "",
    "$vitaran = new Vitaran\\Client(",
    "    baseUrl: getenv('VITARAN'),",
    "    clientId: getenv('CLIENT_ID'),",
    "    clientSecret: getenv('CLIENT_SECRET'),",
    ");",
    ...said[gives],
  ].join("\n");
}

/** There is one entry for each language with a client library. */
export const libraryPrograms: Partial<Record<LanguageId, (call: LibraryCall) => string>> = {
  node,
  python,
  java,
  php,
};
