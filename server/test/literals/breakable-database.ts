/** A connection that can be cut, for the answers when the database is away, breaks a commit, or refuses. */
import { startProxy, type Wire } from "#test/proxy";
import type { World } from "#test/world";

interface BreakableDatabase {
  /** The application's URL of the world's database, through the proxy that can cut it. */
  readonly url: string;
  /** Ends all connections; new ones end at once. */
  cut(): void;
  /** Makes the database available again. */
  restore(): void;
  /** Makes PostgreSQL answer each further transaction with an error and do nothing. */
  spoil(): void;
  /** Passes on the commit of the next transaction with this text (default: an acceptance), and cuts. */
  cutInCommit(text?: string): void;
}

export async function openBreakableDatabase(world: World): Promise<BreakableDatabase> {
  const url = new URL(world.databaseUrl);
  const wires = new Set<Wire>();
  let state: "whole" | "armed" | "cut" | "spoilt" = "whole";
  let storing = "";
  const cut = (): void => {
    state = "cut";
    for (const wire of wires) wire.cut();
  };
  const relay = (wire: Wire) => {
    wires.add(wire);
    if (state === "cut") wire.cut();
    let stores = false;
    return {
      fromClient(bytes: Buffer) {
        const said = bytes.toString("latin1");
        stores ||= state === "armed" && said.includes(storing);
        const committing = state === "armed" && stores && /commit\0/i.test(said);
        // PostgreSQL gets the commit; its response is dropped, and nothing more is sent to it.
        if (committing) wire.server.end(bytes);
        else if (state === "spoilt")
          wire.server.write(Buffer.from(said.replaceAll(/begin/gi, "bogin"), "latin1"));
        else if (state !== "cut") wire.server.write(bytes);
        if (committing) cut();
      },
      fromServer: (bytes: Buffer) => void (state === "cut" || wire.client.write(bytes)),
    };
  };
  url.port = String(await startProxy(world, { port: Number(url.port), relay }));
  const cutInCommit = (text = "phase.write_accepted"): void => {
    storing = text;
    state = "armed";
  };
  const spoil = (): void => void (state = "spoilt");
  const restore = (): void => void (state = "whole");
  return { url: url.href, cut, restore, spoil, cutInCommit };
}
