/** Messages of PostgreSQL's extended protocol, written one after another into one buffer. */

const FIRST_BYTES = 4_096;
const [PARSE, BIND, DESCRIBE, EXECUTE, SYNC] = ["P", "B", "D", "E", "S"].map((letter) =>
  letter.charCodeAt(0),
);
const PORTAL = "P".charCodeAt(0);
const BINARY = 1;

/** Writes the messages of one round. All values are texts, except Buffers. */
export class RoundWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  /** Prepares a statement under a name; the empty name is for a single use. */
  parse(name: string, text: string): void {
    const start = this.#begin(PARSE!);
    this.#text(name);
    this.#text(text);
    this.#int16(0);
    this.#finish(start);
  }

  /** Binds values to a prepared statement. */
  bind(name: string, values: readonly (string | Buffer | null)[]): void {
    const start = this.#begin(BIND!);
    this.#text("");
    this.#text(name);
    this.#int16(values.length);
    for (const value of values) this.#int16(Buffer.isBuffer(value) ? BINARY : 0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#finish(start);
  }

  /** Asks for the columns of the statement that was bound last. */
  describe(): void {
    const start = this.#begin(DESCRIBE!);
    this.#reserve(1);
    this.#bytes[this.#at++] = PORTAL;
    this.#text("");
    this.#finish(start);
  }

  /** Runs the statement that was bound last. */
  execute(): void {
    const start = this.#begin(EXECUTE!);
    this.#text("");
    this.#int32(0);
    this.#finish(start);
  }

  /** Returns the whole round, with its Sync. */
  end(): Buffer {
    this.#finish(this.#begin(SYNC!));
    return this.#bytes.subarray(0, this.#at);
  }

  #begin(letter: number): number {
    this.#reserve(5);
    this.#bytes[this.#at] = letter;
    this.#at += 5;
    return this.#at - 4;
  }

  #finish(start: number): void {
    this.#bytes.writeInt32BE(this.#at - start, start);
  }

  #value(value: string | Buffer | null): void {
    if (value === null) return this.#int32(-1);
    if (typeof value === "string") {
      const start = this.#at;
      this.#int32(0);
      this.#reserve(value.length * 3);
      this.#at += this.#bytes.write(value, this.#at);
      this.#bytes.writeInt32BE(this.#at - start - 4, start);
      return;
    }
    this.#int32(value.length);
    this.#reserve(value.length);
    this.#at += value.copy(this.#bytes, this.#at);
  }

  #text(text: string): void {
    this.#reserve(text.length * 3 + 1);
    this.#at += this.#bytes.write(text, this.#at);
    this.#bytes[this.#at++] = 0;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#bytes.writeUInt16BE(value, this.#at);
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + count));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
