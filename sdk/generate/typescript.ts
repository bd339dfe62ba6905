/** The template of TypeScript: types of every verb, and the table by which calls are made. */
import type { Verb } from "./read-contract.ts";
import type { Field, Shape } from "./shapes.ts";
import { wrapText } from "./wrap-text.ts";

const HEAD = `/** Written from the contract by sdk/generate; npm run write-contract writes it again. */\n`;
const AMOUNT_ABOUT =
  'Rupees as text ("1243.50") or whole paise as bigint (124350n); at most two decimals, never a number.';

/** The files of sdk/node/src/generated, by name. */
export function writeTypeScript(verbs: readonly Verb[]): Record<string, string> {
  return {
    "models.ts": writeModels(verbs),
    "nouns.ts": writeNouns(verbs),
    "operations.ts": writeOperations(verbs),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const nameOf = ({ noun, verb }: Verb, part: string): string => capital(noun) + capital(verb) + part;

function writeModels(verbs: readonly Verb[]): string {
  const types = verbs.flatMap((verb) => [
    ...(verb.input.length === 0 ? [] : [declare(verb, "Input", { kind: "record", fields: inputOf(verb) })]),
    ...(verb.file === "answered" ? [] : [declareResult(verb)]),
  ]);
  return `${HEAD}import type { Amount } from "../money.ts";\n\n${types.join("\n")}`;
}

/** A list is gone through by the library: the caller says how long a page is, not which. */
function inputOf({ input, list }: Verb): readonly Field[] {
  const turning = list === undefined ? [] : [list.by];
  return input.filter(({ name }) => !turning.some((one) => one === name));
}

function declareResult(verb: Verb): string {
  const { result, pick, list } = verb;
  if (list !== undefined) {
    const items = result.find(({ name }) => name === list.items)?.shape;
    if (items?.kind !== "list") throw new Error(`${verb.operation}: no list ${list.items}`);
    return declare(verb, "Item", items.of);
  }
  const picked = pick === undefined ? undefined : result.find(({ name }) => name === pick)?.shape;
  if (pick !== undefined && picked === undefined) throw new Error(`${verb.operation}: no ${pick}`);
  const requestId: Field = {
    name: "requestId",
    about: "The id under which the server has logged the call.",
    needed: true,
    shape: { kind: "text" },
  };
  return declare(verb, "Result", picked ?? { kind: "record", fields: [...result, requestId] });
}

const ABOUT = {
  Input: "The input of VERB.",
  Result: "The answer of VERB.",
  Item: "One of the list of VERB.",
};

function declare(verb: Verb, part: keyof typeof ABOUT, shape: Shape): string {
  const name = nameOf(verb, part);
  const about = `/** ${ABOUT[part].replace("VERB", `\`${verb.noun}.${verb.verb}\``)} */\n`;
  if (shape.kind !== "record") return `${about}export type ${name} = ${write(shape, "")};\n`;
  return `${about}export interface ${name} ${write(shape, "")}\n`;
}

function write(shape: Shape, indent: string): string {
  switch (shape.kind) {
    case "text":
      return "string";
    case "whole":
      return "number";
    case "amount":
      return "Amount";
    case "flag":
      return "0 | 1";
    case "bytes":
      return "string | Uint8Array";
    case "boolean":
    case "null":
      return shape.kind;
    case "choice":
      return writeChoice(
        shape.values.map((value) => JSON.stringify(value)),
        indent,
      );
    case "union":
      return shape.of.map((one) => write(one, indent)).join(" | ");
    case "list":
      return `readonly ${bracket(write(shape.of, indent))}[]`;
    case "map":
      return `Readonly<Record<string, ${write(shape.of, indent)}>>`;
    case "record":
      return `{\n${shape.fields.map((field) => writeField(field, `${indent}  `)).join("")}${indent}}`;
  }
}

const bracket = (type: string): string => (type.includes(" | ") || type.includes("\n|") ? `(${type})` : type);

function writeChoice(values: readonly string[], indent: string): string {
  const line = values.join(" | ");
  return line.length < 70 ? line : values.map((value) => `\n${indent}  | ${value}`).join("");
}

function writeField({ name, about, needed, shape }: Field, indent: string): string {
  const text = shape.kind === "amount" ? AMOUNT_ABOUT : about;
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return comment([text], indent) + `${indent}readonly ${key}${needed ? "" : "?"}: ${write(shape, indent)};\n`;
}

/** A docstring of paragraphs, in lines that can be read; nothing for nothing. */
function comment(paragraphs: readonly string[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== "").map((text) => text.replaceAll("*/", "* /"));
  const only = texts[0] ?? "";
  if (texts.length === 0) return "";
  if (texts.length === 1 && only.length < 90) return `${indent}/** ${only} */\n`;
  const lines = texts.flatMap((text, at) => [
    ...(at > 0 ? [""] : []),
    ...wrapText(text, 100 - indent.length),
  ]);
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

function writeNouns(verbs: readonly Verb[]): string {
  const nouns = Map.groupBy(verbs, ({ noun }) => noun);
  const blocks = [...nouns].map(
    ([noun, its]) => `  readonly ${noun}: {\n${its.map((verb) => writeVerb(verb)).join("")}  };\n`,
  );
  return (
    `${HEAD}import type { AnsweredFile } from "../answered-file.ts";\nimport type * as models from "./models.ts";\n\n` +
    `/** Every verb of the contract, by noun. */\nexport interface Nouns {\n${blocks.join("")}}\n`
  );
}

const KINDS = {
  read: "Changes nothing; repeated when no answer came.",
  order: "Repeated only under the same id, which pays once.",
  change: "Repeated only when the server cannot have acted on it.",
};

function writeVerb(verb: Verb): string {
  const { input, list, file, kind, refusals, summary, about } = verb;
  const optional = inputOf(verb).every(({ needed }) => !needed);
  const parameter = input.length === 0 ? "" : `input${optional ? "?" : ""}: models.${nameOf(verb, "Input")}`;
  const unknown = verb.ask === undefined ? "" : ` No answer: OutcomeUnknownError; ask \`${verb.ask}\`.`;
  const texts = [
    `${summary}.`,
    about,
    `${KINDS[kind]}${unknown} Refused with HTTP ${refusals.join(", ")}: VitaranError with \`subCode\`.`,
  ];
  const result = file === "answered" ? "AnsweredFile" : `models.${nameOf(verb, "Result")}`;
  const answer = list === undefined ? `Promise<${result}>` : `AsyncIterable<models.${nameOf(verb, "Item")}>`;
  return `${comment(texts, "    ")}    ${verb.verb}(${parameter}): ${answer};\n`;
}

function writeOperations(verbs: readonly Verb[]): string {
  const rows = verbs.map((verb) => {
    const { method, path, kind, id, ask, pick, list, inPath, inQuery, amounts, file } = verb;
    const fields = verb.input.map(({ name }) => name);
    const facts = { method, path, kind, id, ask, pick, list, fields, inPath, inQuery, amounts, file };
    const lines = Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `    ${name}: ${JSON.stringify(value)},\n`);
    return `  "${verb.noun}.${verb.verb}": {\n${lines.join("")}  },\n`;
  });
  return (
    `${HEAD}import type { Operation } from "../operation.ts";\n\n` +
    `export const OPERATIONS: Readonly<Record<string, Operation>> = {\n${rows.join("")}};\n`
  );
}
