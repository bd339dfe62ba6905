/**
 * Checks a message against its schema while it is read: order, number and form of the elements. Says where it is wrong.
 */
import { XmlError } from "#lib/read-xml";
import type { Part, Schema, Type } from "./schema.ts";

/** An element that is not closed yet. */
export interface Frame {
  readonly name: string;
  readonly type: Type;
  /** The part to which the last child belonged, and how many of it there were so far. */
  part: Part | undefined;
  count: number;
}

/** Returns the frame of the document's root element. */
export function rootFrame(schema: Schema): Frame {
  return frameOf("Document", schema.types.get("Document")!);
}

/** Returns the frame of an element whose contents are ignored. */
export function ignoredFrame(name: string): Frame {
  return frameOf(name, { kind: "any" });
}

/** Returns the frame of a child. Throws `XmlError` if the child is not allowed here. */
export function openChild(schema: Schema, parent: Frame, name: string): Frame {
  const { type } = parent;
  if (type.kind === "any" || type.kind === "tree") return frameOf(name, type);
  if (type.kind === "text") throw new XmlError(`${name} inside the text of ${parent.name}`);
  const part = type.byName.get(name);
  if (part === undefined) throw new XmlError(`${parent.name} has no ${name}`);
  if (parent.part === part) parent.count += 1;
  else {
    if (type.kind === "choice" && parent.part !== undefined) {
      throw new XmlError(`${parent.name} has both ${parent.part.name} and ${name}`);
    }
    if (part.at < (parent.part?.at ?? 0)) throw new XmlError(`${name} after ${parent.part!.name}`);
    if (type.kind === "sequence") checkSkipped(parent, part.at);
    parent.part = part;
    parent.count = 1;
  }
  if (parent.count > part.max) throw new XmlError(`more than ${part.max} ${name} in ${parent.name}`);
  return frameOf(name, schema.types.get(part.type)!);
}

/** Throws `XmlError` if something is missing, or if the text does not fit its type. */
export function closeFrame(frame: Frame, text: string, attributes: ReadonlyMap<string, string>): void {
  const { type, name } = frame;
  if (type.kind === "any" || type.kind === "tree") return;
  checkAttributes(frame, attributes);
  if (type.kind === "text") {
    const written = text.trim();
    // XML Schema counts characters, not code units.
    const fits = written !== "" && (written.length <= type.max || [...written].length <= type.max);
    if (!fits || type.pattern?.test(written) === false) throw new XmlError(`${name} has another form`);
    return;
  }
  if (type.kind === "sequence") checkSkipped(frame, type.parts.length);
  else if (frame.part === undefined) throw new XmlError(`${name} is empty`);
}

/** Checks that no required part is missing before the part at `next`. */
function checkSkipped({ type, part, count, name }: Frame, next: number): void {
  if (type.kind !== "sequence") return;
  if (part !== undefined && count < part.min) throw new XmlError(`too few ${part.name} in ${name}`);
  const missing = type.parts.find(({ at, min }) => at > (part?.at ?? -1) && at < next && min > 0);
  if (missing !== undefined) throw new XmlError(`${name} without ${missing.name}`);
}

function checkAttributes({ type, name }: Frame, attributes: ReadonlyMap<string, string>): void {
  const wanted = type.kind === "text" ? (type.attributes ?? {}) : {};
  for (const [key, form] of Object.entries(wanted)) {
    if (!form.test(attributes.get(key) ?? "")) throw new XmlError(`${name} without a right ${key}`);
  }
  for (const key of attributes.keys()) {
    // Hints about the location of schemas are ignored.
    if (!Object.hasOwn(wanted, key) && !key.startsWith("xsi:")) throw new XmlError(`${name} has no ${key}`);
  }
}

function frameOf(name: string, type: Type): Frame {
  return { name, type, part: undefined, count: 0 };
}
