/**
 * Reads ISO 20022 messages from bytes, and refuses messages that are malformed or of an unknown kind. Our own messages
 * are checked against their schema. Banks' messages are read by the names of their elements, in any version: banks
 * leave out, add and lengthen elements, and the code that needs a missing element reports it.
 */
import { makeXmlReader, XmlError, type XmlLimits } from "#lib/read-xml";
import {
  closeFrame,
  ignoredFrame,
  openChild,
  openSchema,
  PAIN_001,
  rootFrame,
  type OpenElement,
  type Schema,
} from "./schema.ts";

/** The messages that banks send, with their version. */
const RECEIVED = /^urn:iso:std:iso:20022:tech:xsd:((?:pain\.002|camt\.05[234])\.001\.(\d\d))$/;
const VERSIONS = { from: 2, to: 14 } as const;

/** A statement of 50,000 lines has about 60 MB. */
const LIMITS: XmlLimits = { bytes: 512 * 1_024 * 1_024, depth: 32, piece: 8_192 };

export interface Message {
  /** E.g. `camt.053.001.08`. */
  readonly kind: string;
  /** The root without the elements that a visitor took. */
  readonly root: Element;
}

/**
 * Functions by element name: each receives an element when it has ended, and its parent so far; it is not kept then.
 */
type Visitors = Readonly<Record<string, (element: Element, parent: Element) => void>>;

interface MessageReader {
  write(bytes: Uint8Array): void;
  /** Returns the message. Throws `XmlError` if it is incomplete. */
  end(): Message;
}

/** Makes a reader for one message; `write` and `end` throw `XmlError` at the first error. */
export function makeMessageReader(visitors: Visitors = {}, limits: XmlLimits = LIMITS): MessageReader {
  let schema: Schema | undefined;
  let root: Element | undefined;
  let isEnded = false;
  /** Banks send a message bare, or in an envelope with a header (head.001, SOAP), which is ignored. */
  const isAround = (name: string): boolean => isEnded || (root === undefined && name !== "Document");
  const open: { frame: OpenElement; element: Element }[] = [];
  const xml = makeXmlReader(
    {
      open(name, namespace, attributes) {
        const parent = open.at(-1);
        if (isAround(name)) {
          if (name === "Document") throw new XmlError("a second message");
          open.push({ frame: ignoredFrame(name), element: { name, attributes, text: "", children: [] } });
          return;
        }
        schema ??= schemaOf(name, namespace);
        const isForeign = namespace !== schema.namespace;
        if (isForeign && !["any", "tree"].includes(parent?.frame.type.kind ?? ""))
          throw new XmlError(`${name} is of another namespace`);
        const frame = isForeign
          ? ignoredFrame(name)
          : root === undefined
            ? rootFrame(schema)
            : openChild(schema, parent!.frame, name);
        const element: Element = { name, attributes, text: "", children: [] };
        root ??= element;
        open.push({ frame, element });
      },
      text(text) {
        const { frame, element } = open.at(-1)!;
        // White space that only separates elements is not text, however long it becomes.
        if (frame.type.kind === "tree") element.text += element.text === "" ? text.trimStart() : text;
        else if (frame.type.kind === "text") element.text += text;
        else if (frame.type.kind !== "any" && /\S/.test(text)) throw new XmlError(`text in ${frame.name}`);
        if (element.text.length > limits.piece) throw new XmlError(`a text longer than ${limits.piece}`);
      },
      close(name) {
        const { frame, element } = open.pop()!;
        closeFrame(frame, element.text, element.attributes);
        const parent = open.at(-1);
        isEnded ||= element === root;
        if (parent === undefined || element === root || frame.type.kind === "any") return;
        const visit = Object.hasOwn(visitors, name) ? visitors[name] : undefined;
        if (visit === undefined) parent.element.children.push(element);
        else visit(element, parent.element);
      },
    },
    limits,
  );
  return {
    write: (bytes) => xml.write(bytes),
    end() {
      xml.end();
      if (root === undefined) throw new XmlError(UNKNOWN_KIND);
      const body = root.children[0];
      if (body === undefined) throw new XmlError("a message without content");
      return { kind: schema!.message, root: body };
    },
  };
}

/** Reads a whole message that is in memory; returns a sentence if something is wrong with it. */
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
  const [, message, version] = RECEIVED.exec(namespace) ?? [];
  const isKnown = Number(version) >= VERSIONS.from && Number(version) <= VERSIONS.to;
  if (name === "Document" && message !== undefined && isKnown) return openSchema(message);
  if (name === "Document" && namespace === PAIN_001.namespace) return PAIN_001;
  throw new XmlError(UNKNOWN_KIND);
}

const UNKNOWN_KIND = "a message of a kind that is not read here";

/** One element of a message that was read. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  readonly children: Element[];
}

/** Returns the first element at a path such as `Acct/Id/Othr`; undefined if there is none. */
export function elementAt(element: Element, path: string): Element | undefined {
  let at: Element | undefined = element;
  for (const name of path.split("/")) at = at?.children.find((child) => child.name === name);
  return at;
}

/** Returns the text at a path, without surrounding white space; undefined if there is none. */
export function textAt(element: Element, path: string): string | undefined {
  const text = elementAt(element, path)?.text.trim();
  return text === "" ? undefined : text;
}

/** Returns all direct children with this name. */
export function elementsOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the first text at one of the paths. */
export function firstText(element: Element, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = textAt(element, path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the paise of an amount element; null if it is not in rupees, or has fractions of a paisa. */
export function paiseOf(element: Element): bigint | null {
  if (element.attributes.get("Ccy") !== "INR") return null;
  const [, rupees, paise = ""] = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(element.text.trim()) ?? [];
  return rupees === undefined ? null : BigInt(rupees) * 100n + BigInt(paise.padEnd(2, "0"));
}
