/** The template of Python: classes of answers and inputs, verbs with threads and with asyncio, the table of calls. */
import { AMOUNT_ABOUT, className, writeClass, writeInside, writeType } from "./python-types.ts";
import { namingFields, pythonName, writeDocstring } from "./python-words.ts";
import type { Verb } from "./read-contract.ts";
import type { Field } from "./shapes.ts";

const head = (about: string, ...lines: readonly string[]): string =>
  `"""${about} Written from the contract by sdk/generate; npm run write-contract writes it again."""\n\n` +
  `from __future__ import annotations\n\n${lines.join("\n")}\n`;

/** The files of sdk/python/src/vitaran/_generated, by name. */
export function writePython(verbs: readonly Verb[]): Record<string, string> {
  const inPython = withPythonWords(verbs);
  return {
    "__init__.py": '"""Code generated from the contract."""\n',
    "inputs.py": writeInputs(inPython),
    "models.py": writeModels(inPython),
    "nouns.py": writeNouns(inPython, SYNC),
    "async_nouns.py": writeNouns(inPython, ASYNC),
    "operations.py": writeOperations(inPython),
  };
}

/** The same verbs, whose descriptions name fields as Python does. */
function withPythonWords(verbs: readonly Verb[]): Verb[] {
  const found = JSON.stringify(verbs).matchAll(/"name":"(\w+)","about"/g);
  const rename = namingFields(new Set([...found].map(([, name = ""]) => name)));
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [
      key,
      key === "about" ? rename(one as string) : renamed(one),
    ]);
    return Object.fromEntries(entries);
  };
  return renamed(verbs) as Verb[];
}

function writeInputs(verbs: readonly Verb[]): string {
  const classes = verbs.flatMap((verb) => writeInside(inputOf(verb), className(verb, ""), "input"));
  const imports = [
    "from typing import TYPE_CHECKING, Literal, Sequence, TypedDict",
    "\nfrom .._money import Amount",
    "\nif TYPE_CHECKING:\n    from typing_extensions import NotRequired",
  ];
  return `${head("The nested parts of inputs.", ...imports)}\n\n${classes.join("\n\n")}`;
}

function writeModels(verbs: readonly Verb[]): string {
  const classes = verbs.flatMap((verb) => (verb.file === "answered" ? [] : writeAnswer(verb)));
  const imports = [
    "from dataclasses import dataclass",
    "from typing import Dict, List, Literal, Optional, Union",
  ];
  return `${head("The answers of verbs.", ...imports)}\n\n${classes.join("\n\n")}`;
}

function writeAnswer(verb: Verb): string[] {
  const { result, pick, list } = verb;
  const named = `\`\`${nameOf(verb)}\`\``;
  const shape = result.find(({ name }) => name === (list?.items ?? pick))?.shape;
  const record = shape?.kind === "list" ? shape.of : shape;
  if (list !== undefined || pick !== undefined) {
    if (record?.kind !== "record") throw new Error(`${verb.operation}: no ${list?.items ?? pick}`);
    const about = list === undefined ? `The answer of ${named}.` : `One of the list of ${named}.`;
    return writeClass(record.fields, { name: answerOf(verb), kind: "answer", about });
  }
  const requestId: Field = {
    name: "requestId",
    about: "The id under which the server has logged the call.",
    needed: true,
    shape: { kind: "text" },
  };
  const about = `The answer of ${named}.`;
  return writeClass([...result, requestId], { name: answerOf(verb), kind: "answer", about });
}

const answerOf = (verb: Verb): string => className(verb, verb.list === undefined ? "Result" : "Item");
const nameOf = ({ noun, verb }: Verb): string => `${noun}.${pythonName(verb)}`;

/** A list is gone through by the library: the caller says how long a page is, not which. */
function inputOf({ input, list }: Verb): readonly Field[] {
  const turning = list === undefined ? [] : [list.by];
  return input.filter(({ name }) => !turning.some((one) => one === name));
}

const SYNC = {
  about: "Every verb of the contract, by noun.",
  caller: "Caller",
  file: "_client",
  prefix: "",
  define: "def",
  wait: "",
  iterator: "Iterator",
};
const ASYNC = {
  about: "Every verb of the contract, by noun, for asyncio.",
  caller: "AsyncCaller",
  file: "_async_client",
  prefix: "Async",
  define: "async def",
  wait: "await ",
  iterator: "AsyncIterator",
};

function writeNouns(verbs: readonly Verb[], style: typeof SYNC): string {
  const nouns = Map.groupBy(verbs, ({ noun }) => noun);
  const classOf = (noun: string): string => style.prefix + noun.charAt(0).toUpperCase() + noun.slice(1);
  const init = `    def __init__(self, caller: ${style.caller}) -> None:\n`;
  const classes = [...nouns].map(
    ([noun, its]) =>
      `class ${classOf(noun)}:\n    """\`\`${noun}\`\`."""\n\n${init}        self._caller = caller\n\n` +
      its.map((verb) => writeVerb(verb, style)).join("\n"),
  );
  const all = [...nouns.keys()].map((noun) => `        self.${noun} = ${classOf(noun)}(caller)\n`);
  const imports = [
    `from typing import TYPE_CHECKING, ${style.iterator}, Literal, Optional, Sequence, Union`,
    "\nfrom .._decode import AnsweredFile\nfrom .._money import Amount\nfrom .._operation import Input",
    "from . import inputs, models",
    `from .operations import OPERATIONS\n\nif TYPE_CHECKING:\n    from ..${style.file} import ${style.caller}`,
  ];
  const every = `class ${style.prefix}Nouns:\n    """Every noun."""\n\n${init}${all.join("")}`;
  return `${head(style.about, ...imports)}\n\n${[...classes, every].join("\n\n")}`;
}

const KINDS = {
  read: "Changes nothing; repeated when no answer came.",
  order: "Repeated only under the same id, which pays once.",
  change: "Repeated only when the server cannot have acted on it.",
};

function writeVerb(verb: Verb, style: typeof SYNC): string {
  const given = inputOf(verb);
  const ordered = [...given.filter(({ needed }) => needed), ...given.filter(({ needed }) => !needed)];
  const parameters = ordered.map((field) => `        ${writeParameter(verb, field)},\n`);
  const signature =
    parameters.length === 0 ? "self" : `\n        self,\n        *,\n${parameters.join("")}    `;
  const result = verb.file === "answered" ? "AnsweredFile" : `models.${answerOf(verb)}`;
  const listed = verb.list !== undefined;
  const passed = ordered.map(({ name }) => `            "${pythonName(name)}": ${pythonName(name)},\n`);
  const input = passed.length === 0 ? "{}" : `{\n${passed.join("")}        }`;
  const call = `${listed ? "self._caller.items" : `${style.wait}self._caller.call`}`;
  return (
    `    ${listed ? "def" : style.define} ${pythonName(verb.verb)}(${signature}) -> ` +
    `${listed ? `${style.iterator}[${result}]` : result}:\n` +
    `${writeDocstring(paragraphsOf(verb, ordered), "        ")}` +
    `        given: Input = ${input}\n` +
    `        return ${call}(OPERATIONS["${nameOf(verb)}"], ${result}, given)\n`
  );
}

function writeParameter(verb: Verb, { name, shape, needed }: Field): string {
  const type = writeType(shape, className(verb, "") + name.charAt(0).toUpperCase() + name.slice(1), "input");
  return needed ? `${pythonName(name)}: ${type}` : `${pythonName(name)}: Optional[${type}] = None`;
}

function paragraphsOf(verb: Verb, fields: readonly Field[]): string[] {
  const described = fields.flatMap(({ name, about, shape }) => {
    const text = shape.kind === "amount" ? AMOUNT_ABOUT : about;
    return text === "" ? [] : [`${pythonName(name)}: ${text}`];
  });
  const unknown =
    verb.ask === undefined ? [] : [`OutcomeUnknownError: No answer; ask \`\`${askOf(verb)}\`\`.`];
  const refused = `VitaranError: Refused with HTTP ${verb.refusals.join(", ")}; \`\`sub_code\`\` says which.`;
  return [
    `${verb.summary}.`,
    verb.about,
    KINDS[verb.kind],
    described.length === 0 ? "" : ["Args:", ...described].join("\n"),
    ["Raises:", ...unknown, refused].join("\n"),
  ];
}

function askOf({ ask = "" }: Verb): string {
  const [noun = "", verb = ""] = ask.split(".");
  return `${noun}.${pythonName(verb)}`;
}

function writeOperations(verbs: readonly Verb[]): string {
  const names = (list: readonly string[]): string =>
    `(${list.map((path) => `"${path.split(".").map(nameInPath).join(".")}",`).join(" ")})`;
  const text = (value: string | null | undefined): string | null =>
    value === undefined || value === null ? null : JSON.stringify(value);
  const rows = verbs.map((verb) => {
    const facts: Record<string, string | null> = {
      verb: text(nameOf(verb)),
      method: text(verb.method),
      path: text(verb.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${pythonName(name)}}`)),
      kind: text(verb.kind),
      id: verb.id === undefined ? null : text(pythonName(verb.id)),
      ask: verb.ask === undefined ? null : text(askOf(verb)),
      pick: text(verb.pick),
      items: text(verb.list?.items),
      by: text(verb.list?.by),
      in_path: verb.inPath.length === 0 ? null : names(verb.inPath),
      in_query: verb.inQuery.length === 0 ? null : names(verb.inQuery),
      amounts: verb.amounts.length === 0 ? null : names(verb.amounts),
      file: text(verb.file),
    };
    const lines = Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : [`        ${name}=${value},\n`],
    );
    return `    "${nameOf(verb)}": Operation(\n${lines.join("")}    ),\n`;
  });
  const imports = ["from typing import Dict", "\nfrom .._operation import Operation"];
  const about = "The table by which calls are made.";
  return `${head(about, ...imports)}\nOPERATIONS: Dict[str, Operation] = {\n${rows.join("")}}\n`;
}

const nameInPath = (step: string): string => (step === "*" ? step : pythonName(step));
