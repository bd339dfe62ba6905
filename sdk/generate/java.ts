/** The template of Java: a class for each noun, with its verbs, what they take and what they answer. */
import { writeInput, writeRecord } from "./java-types.ts";
import { capital, javadoc } from "./java-words.ts";
import type { Verb } from "./read-contract.ts";
import type { Field } from "./shapes.ts";

const HEAD =
  "// Written from the contract by sdk/generate; npm run write-contract writes it again.\npackage vitaran.api;\n";

/** The files of sdk/java/src/main/java/vitaran/api, by name. */
export function writeJava(verbs: readonly Verb[]): Record<string, string> {
  const nouns = Map.groupBy(verbs, ({ noun }) => noun);
  const files = [...nouns].map(([noun, its]) => [`${capital(noun)}.java`, writeNoun(noun, its)]);
  return { ...Object.fromEntries(files), "Nouns.java": writeNouns([...nouns.keys()]) } as Record<
    string,
    string
  >;
}

const constantOf = (verb: string): string =>
  verb.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const IMPORTS = [
  "com.google.gson.annotations.SerializedName",
  "java.math.BigDecimal",
  "java.util.List",
  "java.util.Map",
  "vitaran.AnsweredFile",
  "vitaran.Calls",
  "vitaran.Input",
  "vitaran.Listing",
  "vitaran.Money",
  "vitaran.Operation",
];

function writeNoun(noun: string, verbs: readonly Verb[]): string {
  const name = capital(noun);
  const body = [
    verbs.map(writeOperation).join(""),
    `  private final Calls calls;\n\n  public ${name}(Calls calls) {\n    this.calls = calls;\n  }\n`,
    ...verbs.map(writeVerb),
    ...verbs.flatMap((verb) => writeTypes(verb)),
  ].join("\n");
  const used = IMPORTS.filter((path) => new RegExp(`\\b${path.split(".").at(-1)}\\b`).test(body));
  return `${HEAD}
${used.map((path) => `import ${path};\n`).join("")}
/** The verbs of {@code ${noun}}: {@code vitaran.${noun}()}. Safe for many threads. */
public class ${name} {
${body}}
`;
}

/** A list is gone through by the library: the caller says how long a page is, not which. */
function inputOf({ input, list }: Verb): readonly Field[] {
  return input.filter(({ name }) => name !== list?.by);
}

function writeTypes(verb: Verb): string[] {
  const name = `${verb.noun}.${verb.verb}`;
  const called = capital(verb.verb);
  const fields = inputOf(verb);
  const input = writeInput(`${called}Input`, fields, `The input of \`${name}\`.`, "  ");
  return [
    ...(fields.length === 0 ? [] : [input]),
    ...(verb.file === "answered" ? [] : [writeAnswer(verb, name)]),
  ];
}

function writeAnswer({ verb, result, pick, list }: Verb, name: string): string {
  const called = capital(verb);
  const shape = result.find((field) => field.name === (list?.items ?? pick))?.shape;
  const one = shape?.kind === "list" ? shape.of : shape;
  if (list !== undefined || pick !== undefined) {
    if (one?.kind !== "record") throw new Error(`${name}: its answer is no record`);
    return list === undefined
      ? writeRecord(`${called}Result`, one.fields, `The answer of \`${name}\`.`, "  ")
      : writeRecord(`${called}Item`, one.fields, `One of the list of \`${name}\`.`, "  ");
  }
  const requestId: Field = {
    name: "requestId",
    about: "The id under which the server has logged the call.",
    needed: true,
    shape: { kind: "text" },
  };
  return writeRecord(`${called}Result`, [...result, requestId], `The answer of \`${name}\`.`, "  ");
}

const TURNS = { lastReturnId: "LAST_RETURN_ID", page: "PAGE", nothing: "NOTHING" } as const;

function writeOperation({ noun, verb, ...facts }: Verb): string {
  const { method, path, kind, id, ask, pick, list, inQuery, amounts, file } = facts;
  const quote = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(", ");
  const steps = [
    kind === "order" ? `order(${quote([id as string, ask as string])})` : "",
    kind === "change" ? `change(${quote([ask as string, ...(id === undefined ? [] : [id])])})` : "",
    pick === undefined ? "" : `pick(${quote([pick])})`,
    list === undefined ? "" : `list(${quote([list.items])}, Operation.Turn.${TURNS[list.by]})`,
    inQuery.length === 0 ? "" : `inQuery(${quote(inQuery)})`,
    amounts.length === 0 ? "" : `amounts(${quote(amounts)})`,
    file === "sent" ? "sendsFile()" : file === "answered" ? "answersFile()" : "",
    "build()",
  ].filter((step) => step !== "");
  return (
    `  private static final Operation ${constantOf(verb)} =\n` +
    `      Operation.of(${quote([`${noun}.${verb}`, method, path])})\n` +
    `${steps.map((step) => `          .${step}`).join("\n")};\n`
  );
}

const KINDS = {
  read: "Changes nothing; repeated when no answer came.",
  order: "Repeated only under the same id, which pays once.",
  change: "Repeated only when the server cannot have acted on it.",
};

function writeVerb(verb: Verb): string {
  const { kind, ask, file, list, refusals, summary, about } = verb;
  const called = capital(verb.verb);
  const constant = constantOf(verb.verb);
  const fields = inputOf(verb);
  const doc = javadoc([`${summary}.`, about, KINDS[kind]], "  ", [
    `@throws vitaran.VitaranException with a subCode; refused with HTTP ${refusals.join(", ")}`,
    ...(ask === undefined
      ? []
      : [`@throws vitaran.OutcomeUnknownException when no answer came: ask \`${ask}\``]),
  ]);
  const [type, call] =
    list !== undefined
      ? [`Listing<${called}Item>`, `list(${constant}, INPUT, ${called}Item.class)`]
      : file === "answered"
        ? ["AnsweredFile", `file(${constant}, INPUT)`]
        : [`${called}Result`, `call(${constant}, INPUT, ${called}Result.class)`];
  const method = (parameter: string, input: string): string =>
    `${doc}  public ${type} ${verb.verb}(${parameter}) {\n    return calls.${call.replace("INPUT", input)};\n  }\n`;
  const withInput = fields.length === 0 ? [] : [method(`${called}Input input`, "input")];
  const without = fields.every(({ needed }) => !needed) ? [method("", "Input.EMPTY")] : [];
  return [...withInput, ...without].join("\n");
}

function writeNouns(nouns: readonly string[]): string {
  const lines = (write: (noun: string, name: string) => string): string =>
    nouns.map((noun) => write(noun, capital(noun))).join("");
  return `${HEAD}
import vitaran.Calls;

/** Every noun of the contract. */
public abstract class Nouns {
${lines((noun, name) => `  private final ${name} ${noun};\n`)}
  protected Nouns(Calls calls) {
${lines((noun, name) => `    ${noun} = new ${name}(calls);\n`)}  }
${lines((noun, name) => `\n  public ${name} ${noun}() {\n    return ${noun};\n  }\n`)}}
`;
}
