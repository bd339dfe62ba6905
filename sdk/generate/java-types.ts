/** The inputs of verbs as classes with builders, and their answers as records, nested in the class of their noun. */
import { aboutOf, componentOf, javadoc, recordsIn, typeOf } from "./java-words.ts";
import type { Field } from "./shapes.ts";

const STEP = "  ";
const AMOUNT_ABOUT =
  'Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.';

/** An input: a class without setters, and its builder. */
export function writeInput(name: string, fields: readonly Field[], about: string, indent: string): string {
  const inside = indent + STEP;
  const setters = fields.map((field) => writeSetters(field, inside + STEP));
  const nested = fields
    .flatMap((field) => recordsIn(field.name, field.shape).map((record) => ({ ...record, of: field.name })))
    .map((record) => writeInput(record.name, record.fields, `In \`${record.of}\`.`, inside));
  return `${javadoc([about], indent)}${indent}public static final class ${name} extends Input {
${inside}private ${name}(Builder builder) {
${inside}${STEP}super(builder);
${inside}}

${inside}public static Builder builder() {
${inside}${STEP}return new Builder();
${inside}}

${inside}public static final class Builder extends Input.Builder<${name}, Builder> {
${setters.join("\n")}
${inside}${STEP}@Override
${inside}${STEP}public ${name} build() {
${inside}${STEP}${STEP}return new ${name}(this);
${inside}${STEP}}
${inside}}
${nested.map((text) => `\n${text}`).join("")}${indent}}
`;
}

/** The types that callers write. In answers they may be null. */
const PRIMITIVES: Readonly<Record<string, string>> = { Long: "long", Integer: "int", Boolean: "boolean" };

/** One setter for each type that the field may be given as. */
function writeSetters({ name, needed, shape, about }: Field, indent: string): string {
  const types = {
    amount: ["String", "BigDecimal", "Money"],
    bytes: ["String", "byte[]"],
  } as const;
  const kind = shape.kind;
  const type = typeOf(name, shape);
  const given = kind === "amount" || kind === "bytes" ? types[kind] : [PRIMITIVES[type] ?? type];
  const text = kind === "amount" ? AMOUNT_ABOUT : aboutOf({ name, needed, shape, about });
  const doc = javadoc([`${needed ? "Needed. " : ""}${text}`.trim()], indent);
  return given
    .map(
      (type) =>
        `${doc}${indent}public Builder ${name}(${type} value) {\n` +
        `${indent}${STEP}return set("${name}", value);\n${indent}}\n`,
    )
    .join("\n");
}

/** An answer: a record, with the records inside it. */
export function writeRecord(name: string, fields: readonly Field[], about: string, indent: string): string {
  const tags = fields.map((field) => `@param ${componentOf(field.name)} ${aboutOf(field)}`.trim());
  const described = tags.filter((tag) => tag.split(" ").length > 2);
  const components = fields.map((field) => `${indent}${STEP}${STEP}${writeComponent(field)}`);
  const nested = fields
    .flatMap((field) => recordsIn(field.name, field.shape).map((record) => ({ ...record, of: field.name })))
    .map((record) => writeRecord(record.name, record.fields, `In \`${record.of}\`.`, indent + STEP));
  const body = nested.length === 0 ? "{}" : `{\n${nested.join("\n")}${indent}}`;
  return `${javadoc([about], indent, described)}${indent}public record ${name}(\n${components.join(",\n")}) ${body}\n`;
}

function writeComponent({ name, shape }: Field): string {
  const component = componentOf(name);
  const renamed = component === name ? "" : `@SerializedName("${name}") `;
  return `${renamed}${typeOf(name, shape)} ${component}`;
}
