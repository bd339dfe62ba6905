/** Reads ISO 20022 messages from bytes: well-formed, of a known kind, and as their schema says; or not at all. */
import { makeXmlReader, XmlError, type XmlLimits } from "#lib/read-xml";
import { closeFrame, openChild, rootFrame, type Frame } from "./check-order.ts";
import type { Element } from "./element.ts";
import { CAMT_052, CAMT_053, CAMT_054 } from "./schema-camt.ts";
import { PAIN_001 } from "./schema-pain-001.ts";
import { PAIN_002 } from "./schema-pain-002.ts";
import type { Schema } from "./schema.ts";

const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  [PAIN_001, PAIN_002, CAMT_052, CAMT_053, CAMT_054].map((schema) => [schema.namespace, schema]),
);

/** A statement of 50,000 lines has about 60 MB. */
export const LIMITS: XmlLimits = { bytes: 512 * 1_024 * 1_024, depth: 32, piece: 8_192 };

export interface Message {
  /** E.g. `camt.053.001.08`. */
  readonly kind: string;
  /** Without the elements that a visitor took. */
  readonly root: Element;
}

/** By name of element: is given each one when it has ended; it is not kept then. */
export type Visitors = Readonly<Record<string, (element: Element) => void>>;

export interface MessageReader {
  write(bytes: Uint8Array): void;
  /** The message. Throws `XmlError` when it is not whole. */
  end(): Message;
}

/** A reader of one message; `write` and `end` throw `XmlError` at the first thing that is wrong. */
export function makeMessageReader(visitors: Visitors = {}, limits: XmlLimits = LIMITS): MessageReader {
  let schema: Schema | undefined;
  let root: Element | undefined;
  const open: { frame: Frame; element: Element }[] = [];
  const xml = makeXmlReader(
    {
      open(name, namespace, attributes) {
        const parent = open.at(-1);
        schema ??= schemaOf(name, namespace);
        if (namespace !== schema.namespace && parent?.frame.type.kind !== "any") {
          throw new XmlError(`${name} is of another namespace`);
        }
        const frame = parent === undefined ? rootFrame(schema) : openChild(schema, parent.frame, name);
        const element: Element = { name, attributes, text: "", children: [] };
        root ??= element;
        open.push({ frame, element });
      },
      text(text) {
        const { frame, element } = open.at(-1)!;
        if (frame.type.kind === "text") element.text += text;
        else if (frame.type.kind !== "any" && /\S/.test(text)) throw new XmlError(`text in ${frame.name}`);
        if (element.text.length > limits.piece) throw new XmlError(`a text longer than ${limits.piece}`);
      },
      close(name) {
        const { frame, element } = open.pop()!;
        closeFrame(frame, element.text, element.attributes);
        const parent = open.at(-1);
        if (parent === undefined || frame.type.kind === "any") return;
        const visit = Object.hasOwn(visitors, name) ? visitors[name] : undefined;
        if (visit === undefined) parent.element.children.push(element);
        else visit(element);
      },
    },
    limits,
  );
  return {
    write: (bytes) => xml.write(bytes),
    end() {
      xml.end();
      return { kind: schema!.message, root: root!.children[0]! };
    },
  };
}

/** A whole message that is in memory; or the sentence of what is wrong with it. */
export function readMessage(text: string | Uint8Array, limits: XmlLimits = LIMITS): Message | string {
  try {
    const reader = makeMessageReader({}, limits);
    reader.write(typeof text === "string" ? Buffer.from(text) : text);
    return reader.end();
  } catch (error) {
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}

function schemaOf(name: string, namespace: string): Schema {
  const schema = SCHEMAS.get(namespace);
  if (schema === undefined || name !== "Document")
    throw new XmlError("a message of a kind that is not read here");
  return schema;
}
