/** Types of the contract as Python writes them: dataclasses of answers, typed dictionaries inside of inputs. */
import { pythonName, writeDocstring } from "./python-words.ts";
import type { Verb } from "./read-contract.ts";
import type { Field, Shape } from "./shapes.ts";

export const AMOUNT_ABOUT =
  'Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two decimals, never a float.';

/** An input is given by keyword; what stands inside of it is a TypedDict. An answer is a dataclass at every depth. */
type Kind = "input" | "answer";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `TransfersCreateResult`, for example. */
export const className = ({ noun, verb }: Verb, part: string): string => capital(noun) + capital(verb) + part;

/** The type hint of a shape; records have the name of what they are in. */
export function writeType(shape: Shape, owner: string, kind: Kind): string {
  switch (shape.kind) {
    case "text":
      return "str";
    case "whole":
      return "int";
    case "amount":
      return kind === "input" ? "Amount" : "str";
    case "flag":
      return "Literal[0, 1]";
    case "bytes":
      return "Union[str, bytes]";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "choice":
      return `Literal[${shape.values.map((value) => JSON.stringify(value)).join(", ")}]`;
    case "union":
      return `Union[${shape.of.map((one) => writeType(one, owner, kind)).join(", ")}]`;
    case "list":
      return `${kind === "input" ? "Sequence" : "List"}[${writeType(shape.of, owner, kind)}]`;
    case "map":
      return `Dict[str, ${writeType(shape.of, owner, kind)}]`;
    case "record":
      return kind === "input" ? `inputs.${owner}` : owner;
  }
}

/** The classes of records inside fields, each before the one that needs it. */
export function writeInside(fields: readonly Field[], owner: string, kind: Kind): string[] {
  return fields.flatMap(({ name, shape }) => {
    const record = recordOf(shape);
    return record === null ? [] : writeClass(record, { name: owner + capital(name), kind });
  });
}

function recordOf(shape: Shape): readonly Field[] | null {
  if (shape.kind === "record") return shape.fields;
  return shape.kind === "list" || shape.kind === "map" ? recordOf(shape.of) : null;
}

interface ClassName {
  readonly name: string;
  readonly kind: Kind;
  readonly about?: string;
}

/** A record as a class, after those that it needs. Fields that may be absent stand last, as dataclasses want it. */
export function writeClass(fields: readonly Field[], { name, kind, about }: ClassName): string[] {
  const ordered = [...fields.filter(({ needed }) => needed), ...fields.filter(({ needed }) => !needed)];
  const lines = ordered.map((field) => {
    const own = writeType(field.shape, name + capital(field.name), kind).replaceAll("inputs.", "");
    const text = kind === "input" && field.shape.kind === "amount" ? AMOUNT_ABOUT : field.about;
    const optional = kind === "input" ? `NotRequired[${own}]` : `Optional[${own}] = None`;
    return `    ${pythonName(field.name)}: ${field.needed ? own : optional}\n${writeDocstring([text], "    ")}`;
  });
  const head = kind === "input" ? `class ${name}(TypedDict):` : `@dataclass(frozen=True)\nclass ${name}:`;
  const said = writeDocstring([about ?? ""], "    ");
  return [...writeInside(fields, name, kind), `${head}\n${said === "" ? "" : `${said}\n`}${lines.join("")}`];
}
