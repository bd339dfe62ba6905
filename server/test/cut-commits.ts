/**
 * A proxy in front of PostgreSQL that understands enough of its protocol to cut the connection around a COMMIT: before
 * it arrives, while it is on its way, or after it was done and before its reply arrives here.
 */
import { makeSplitter, type Message } from "./messages-of-postgres.ts";
import { startProxy, type Relay, type Wire } from "./proxy.ts";
import type { World } from "./world.ts";

/**
 * `before`: PostgreSQL never receives the COMMIT. `after`: it has committed, but its reply is lost. `during`: the
 * COMMIT is passed on, and the client learns of the loss while it is still being executed.
 */
export type Cut = "before" | "during" | "after";

interface CommitCutter {
  /** The application's address of the world's database, through the proxy. */
  readonly databaseUrl: string;
  /** New connections are accepted when this resolves, and refused if it rejects. */
  admit: () => Promise<void>;
}

interface CutterOptions {
  /** Called at each COMMIT, with the texts of the transaction's statements; null lets it pass. */
  readonly decide: (statements: readonly string[]) => Cut | null;
  /** Called for each cut that was made. `after` is only reported if PostgreSQL really said COMMIT. */
  readonly onCut: (cut: Cut, statements: readonly string[]) => void;
}

/** Starts the proxy; it ends with the world. */
export async function startCommitCutter(world: World, options: CutterOptions): Promise<CommitCutter> {
  const url = new URL(world.databaseUrl);
  const port = await startProxy(world, {
    port: Number(url.port),
    relay: (wire) => relay(wire, options),
    admit: () => cutter.admit(),
  });
  url.port = String(port);
  const cutter: CommitCutter = { databaseUrl: url.href, admit: async () => undefined };
  return cutter;
}

function relay(wire: Wire, { decide, onCut }: CutterOptions): Relay {
  // The first message of a client has no type, but those of a server all have one.
  const split = { client: makeSplitter(false), server: makeSplitter(true) };
  const reader = makeReader();
  let cutting: readonly string[] | null = null;
  return {
    fromClient(part) {
      const messages = split.client(part);
      const at = messages.findIndex((message) => reader.isCommit(message));
      const cut = at < 0 ? null : decide(reader.statements);
      if (cut === null) return void wire.server.write(join(messages));
      if (cut === "after") {
        cutting = reader.statements;
        return void wire.server.write(join(messages));
      }
      onCut(cut, reader.statements);
      if (cut === "during") wire.server.end(join(messages));
      wire.cut();
    },
    fromServer(part) {
      const messages = split.server(part);
      const at =
        cutting === null ? -1 : messages.findIndex(({ type, text }) => type === "C" && ENDS.test(text));
      if (at < 0) return void wire.client.write(join(messages));
      if (messages[at]!.text.startsWith("COMMIT")) onCut("after", cutting!);
      wire.cut();
    },
  };
}

/** PostgreSQL's messages at the end of a transaction. */
const ENDS = /^(COMMIT|ROLLBACK)\0/;

const join = (messages: readonly Message[]): Buffer => Buffer.concat(messages.map(({ bytes }) => bytes));

/** Follows a client, and collects the statements of its current transaction. */
function makeReader(): { isCommit(message: Message): boolean; readonly statements: readonly string[] } {
  const prepared = new Map<string, string>();
  let statements: string[] = [];
  const read = ({ type, text }: Message): string | null => {
    const [first = "", second = ""] = text.split("\0", 2);
    // Q: a statement as text. P: the name and text of a prepared statement. B: a portal, and the name of the statement
    // to run.
    if (type === "P") prepared.set(first, second);
    if (type === "B") return prepared.get(second) ?? "";
    return type === "Q" ? first : null;
  };
  return {
    get statements() {
      return statements;
    },
    isCommit(message) {
      const statement = read(message);
      if (statement === null) return false;
      if (/^commit$/i.test(statement)) return true;
      if (/^begin\b/i.test(statement)) statements = [];
      statements.push(statement);
      return false;
    },
  };
}
