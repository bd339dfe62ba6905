/** The template of PHP: a class for each noun, with array shapes, and the table by which calls are made. */
import type { Verb } from "./read-contract.ts";
import type { Field, Shape } from "./shapes.ts";

const HEAD = `<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\\Generated;
`;
const AMOUNT_ABOUT =
  "Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.";
const LINE_MAX = 118;
/** A longer list of words is told in the field's text. */
const CHOICE_MAX = 80;

/** The code written by hand beside the contract's verbs: a trait of the noun's class. */
const TRAITS: Readonly<Record<string, string>> = { batches: "CreatesFromRows" };

/** The files of sdk/php/src/Generated, by name. */
export function writePhp(verbs: readonly Verb[]): Record<string, string> {
  const nouns = Map.groupBy(verbs, ({ noun }) => noun);
  return {
    "Nouns.php": writeNouns([...nouns.keys()]),
    "Operations.php": writeOperations(verbs),
    ...Object.fromEntries([...nouns].map(([noun, its]) => [`${capital(noun)}.php`, writeNoun(noun, its)])),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function writeNouns(nouns: readonly string[]): string {
  const properties = nouns.map((noun) => `    public readonly ${capital(noun)} $${noun};\n`);
  const made = nouns.map((noun) => `        $this->${noun} = new ${capital(noun)}($calls);\n`);
  return `${HEAD}
use Vitaran\\Internal\\Calls;

/** Every verb of the contract, by noun. */
abstract class Nouns
{
${properties.join("")}
    protected function __construct(Calls $calls)
    {
${made.join("")}    }
}
`;
}

function writeNoun(noun: string, verbs: readonly Verb[]): string {
  const methods = verbs.map(writeVerb).join("\n");
  const trait = TRAITS[noun];
  const used = ["AnsweredFile", "Exception\\OutcomeUnknownException", "Exception\\VitaranException", "Money"]
    .filter((name) => new RegExp(`\\b${name.split("\\").at(-1)}\\b`).test(methods))
    .concat("Internal\\Calls", trait ?? [])
    .toSorted()
    .map((name) => `use Vitaran\\${name};\n`);
  return `${HEAD}
${used.join("")}
/** The verbs of \`${noun}\`. */
final class ${capital(noun)}
{
${trait === undefined ? "" : `    use ${trait};\n\n`}    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

${methods}}
`;
}

/** A list is gone through by the library: the caller says how long a page is, not which. */
function inputOf({ input, list }: Verb): readonly Field[] {
  return input.filter(({ name }) => name !== list?.by);
}

/** Returns the shape of the result: the fields of the answer, of the one picked property, or of an item. */
function resultOf({ operation, result, pick, list }: Verb): Shape {
  const named = pick ?? list?.items;
  if (named === undefined) {
    const about = "The id under which the server has logged the call.";
    const requestId: Field = { name: "requestId", about, needed: true, shape: { kind: "text" } };
    return { kind: "record", fields: [...result, requestId] };
  }
  const found = result.find(({ name }) => name === named)?.shape;
  const shape = list !== undefined && found?.kind === "list" ? found.of : found;
  if (shape === undefined) throw new Error(`${operation}: no ${named}`);
  return shape;
}

const KINDS = {
  read: "Changes nothing; repeated when no answer came.",
  order: "Repeated only under the same id, which pays once.",
  change: "Repeated only when the server cannot have acted on it.",
};

function writeVerb(verb: Verb): string {
  const { noun, list, file, kind, refusals, summary, about, ask } = verb;
  const input = inputOf(verb);
  const result = file === "answered" ? null : resultOf(verb);
  const optional = input.every(({ needed }) => !needed);
  const shape = result === null ? "AnsweredFile" : write(result, "");
  const unknown =
    ask === undefined ? [] : [`@throws OutcomeUnknownException when no answer came: ask \`${ask}\``];
  const lines = [
    ...wrap(`${summary}.`),
    ...paragraph(about),
    ...paragraph(KINDS[kind]),
    ...fieldLines("Takes:", input),
    ...(result?.kind === "record"
      ? fieldLines(list === undefined ? "Answers:" : "Goes through:", result.fields)
      : []),
    "",
    ...(input.length === 0
      ? []
      : `@param ${write({ kind: "record", fields: input }, "")} $input`.split("\n")),
    ...`@return ${list === undefined ? shape : `\\Generator<int, ${shape}, void, void>`}`.split("\n"),
    ...unknown,
    `@throws VitaranException with \`subCode\` when it is refused: HTTP ${refusals.join(", ")}`,
  ];
  const parameter = input.length === 0 ? "" : `array $input${optional ? " = []" : ""}`;
  const type = list !== undefined ? "\\Generator" : file === "answered" ? "AnsweredFile" : "array";
  const call = `${list === undefined ? "call" : "list"}('${noun}.${verb.verb}'${parameter === "" ? "" : ", $input"})`;
  return (
    `    /**\n${lines.map((line) => `     *${line === "" ? "" : ` ${line}`}\n`).join("")}     */\n` +
    `    public function ${verb.verb}(${parameter}): ${type}\n    {\n        return $this->calls->${call};\n    }\n`
  );
}

const isLong = (shape: Shape): boolean =>
  shape.kind === "choice" && shape.values.map((value) => literal(value)).join("|").length > CHOICE_MAX;
const literal = (value: unknown): string =>
  typeof value === "string" ? `'${value.replaceAll(/['\\]/g, "\\$&")}'` : String(value);

function write(shape: Shape, indent: string): string {
  switch (shape.kind) {
    case "text":
    case "bytes":
      return "string";
    case "whole":
      return "int";
    case "amount":
      return "string|Money";
    case "flag":
      return "0|1";
    case "boolean":
      return "bool";
    case "null":
      return "null";
    case "choice":
      return isLong(shape) ? "string" : shape.values.map((value) => literal(value)).join("|");
    case "union":
      return shape.of.map((one) => write(one, indent)).join("|");
    case "list":
      return `list<${write(shape.of, indent)}>`;
    case "map":
      return `array<string, ${write(shape.of, indent)}>`;
    case "record": {
      const keys = shape.fields.map(({ name, needed, shape: inside }) => {
        const key = /^\w+$/.test(name) ? name : literal(name);
        return `${indent}    ${key}${needed ? "" : "?"}: ${write(inside, `${indent}    `)},\n`;
      });
      return `array{\n${keys.join("")}${indent}}`;
    }
  }
}

/** Describes fields. Nested ones are named by their path: `beneDetails.name`, `batch[].amount`. */
function fieldLines(title: string, fields: readonly Field[]): string[] {
  const told = tell(fields, "");
  return told.length === 0 ? [] : ["", title, ...told.flatMap((text) => wrap(text, "  "))];
}

function tell(fields: readonly Field[], prefix: string): string[] {
  return fields.flatMap(({ name, about, shape }) => {
    const path = prefix + name;
    const values = isLong(shape) && shape.kind === "choice" ? `One of ${shape.values.join(", ")}.` : "";
    const text = [shape.kind === "amount" ? AMOUNT_ABOUT : about, values]
      .filter((one) => one !== "")
      .join(" ");
    return [...(text === "" ? [] : [`- \`${path}\`: ${text}`]), ...tellInside(shape, path)];
  });
}

function tellInside(shape: Shape, path: string): string[] {
  if (shape.kind === "record") return tell(shape.fields, `${path}.`);
  return shape.kind === "list" || shape.kind === "map" ? tellInside(shape.of, `${path}[]`) : [];
}

const paragraph = (text: string): string[] => (text === "" ? [] : ["", ...wrap(text)]);

/** Lines that can be read inside a docblock, each after the first with the indent. */
function wrap(text: string, indent = ""): string[] {
  const lines = [""];
  for (const word of text.replaceAll("*/", "* /").split(/\s+/)) {
    const line = lines.at(-1) as string;
    if (line.trim() !== "" && line.length + word.length + 8 > LINE_MAX) lines.push(indent + word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function writeOperations(verbs: readonly Verb[]): string {
  const rows = verbs.map(({ noun, verb, ...facts }) => {
    const { method, path, kind, id, ask, pick, list, inPath, inQuery, amounts, file } = facts;
    const fields = facts.input.map(({ name }) => name);
    const shown = { method, path, kind, id, ask, pick, list, fields, inPath, inQuery, amounts, file };
    const lines = Object.entries(shown)
      .filter(
        ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
      )
      .map(([name, value]) => `            '${name}' => ${writeValue(value)},\n`);
    return `        '${noun}.${verb}' => [\n${lines.join("")}        ],\n`;
  });
  return `${HEAD}
/** The details needed to call each verb. @internal */
final class Operations
{
    public const ALL = [
${rows.join("")}    ];
}
`;
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  return `[${Object.entries(value)
    .map(([name, one]) => `'${name}' => ${literal(one)}`)
    .join(", ")}]`;
}
