/** Holds a message against its schema while it is read: order, number, form. Says where it is wrong. */
import { XmlError } from "#lib/read-xml";
import type { Part, Schema, Type } from "./schema.ts";

/** An element that is open now. */
export interface Frame {
  readonly name: string;
  readonly type: Type;
  /** The part that the last child was, and how many of it there were. */
  part: Part | undefined;
  count: number;
}

/** The frame of the document's element. */
export function rootFrame(schema: Schema): Frame {
  return frameOf("Document", schema.types.get("Document")!);
}

/** The frame of an element that is not looked into. */
export function ignoredFrame(name: string): Frame {
  return frameOf(name, { kind: "any" });
}

/** The frame of a child. Throws `XmlError` when it may not stand here. */
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

/** Throws `XmlError` when something is missing, or the text is none of its type. */
export function closeFrame(frame: Frame, text: string, attributes: ReadonlyMap<string, string>): void {
  const { type, name } = frame;
  if (type.kind === "any" || type.kind === "tree") return;
  checkAttributes(frame, attributes);
  if (type.kind === "text") {
    const written = text.trim();
    // Characters, not code units; XML Schema counts them so.
    const fits = written !== "" && (written.length <= type.max || [...written].length <= type.max);
    if (!fits || type.pattern?.test(written) === false) throw new XmlError(`${name} has another form`);
    return;
  }
  if (type.kind === "sequence") checkSkipped(frame, type.parts.length);
  else if (frame.part === undefined) throw new XmlError(`${name} is empty`);
}

/** What must be there before the part at `next`. */
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
    // What schemas are said to be found at is never looked at.
    if (!Object.hasOwn(wanted, key) && !key.startsWith("xsi:")) throw new XmlError(`${name} has no ${key}`);
  }
}

function frameOf(name: string, type: Type): Frame {
  return { name, type, part: undefined, count: 0 };
}
