/** Splits the messages of PostgreSQL's protocol, as a proxy sees them. */

export interface Message {
  /** One letter; empty for a client's first message. */
  readonly type: string;
  /** The text without type and length. */
  readonly text: string;
  /** The bytes as received. */
  readonly bytes: Buffer;
}

/** Makes a function that returns the complete messages after each part; a client's first message has no type. */
export function makeSplitter(typed: boolean): (part: Buffer) => Message[] {
  let left: Buffer = Buffer.alloc(0);
  return (part) => {
    left = left.length === 0 ? part : Buffer.concat([left, part]);
    const messages: Message[] = [];
    for (;;) {
      const head = typed ? 1 : 0;
      if (left.length < head + 4) return messages;
      const length = head + left.readInt32BE(head);
      if (left.length < length) return messages;
      const bytes = left.subarray(0, length);
      left = left.subarray(length);
      messages.push({
        type: typed ? String.fromCharCode(bytes[0]!) : "",
        text: bytes.toString("latin1", head + 4),
        bytes,
      });
      typed = true;
    }
  };
}
