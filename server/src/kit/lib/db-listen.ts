/** LISTEN on a connection of its own, which is opened at the first use and reopened whenever it is lost. */
import pg from "pg";
import { closeConnection } from "./db-transaction.ts";
import type { Logger } from "./log.ts";

interface Hearing {
  readonly handler: (payload: string) => void;
  /** Called when the connection is back, since notifications in between were missed. */
  readonly missed?: (() => void) | undefined;
}

interface Listener {
  /** Resolves although the database is away: it is listened to as soon as it is back. */
  listen(channel: string, hearing: Hearing): Promise<() => Promise<void>>;
  /** Closes the connection, which seems to be dead, and opens another one. */
  reopen(): void;
  close(): Promise<void>;
}

/** Makes a listener. Notifications are only hints: every user of it also polls from time to time. */
export function makeListener(url: string, log: Logger): Listener {
  const hearings = new Map<string, Set<Hearing>>();
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const inTurn = makeTurns();
  const warn = (error: Error): void => log.warn({ error: error.message }, "listening failed; trying again");

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = null;
    if (closed || retry !== null) return;
    const again = (): void => {
      retry = null;
      inTurn(connect)
        .then(() => tellMissed(hearings))
        .catch(warn);
    };
    retry = setTimeout(again, 200 + Math.random() * 800).unref();
  };

  const connect = (): Promise<void> => {
    connecting ??= open().finally(() => (connecting = null));
    return connecting;
  };

  const open = async (): Promise<void> => {
    if (client !== null || closed) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = next;
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    next.on("notification", (notification) => tell(hearings, notification));
    try {
      await next.connect();
      for (const channel of hearings.keys()) await next.query(toListen(channel));
    } catch (error) {
      lose(next);
      await next.end().catch(() => undefined);
      throw error;
    }
  };

  return {
    async listen(channel, hearing) {
      const known = hearings.get(channel);
      if (known !== undefined) known.add(hearing);
      else {
        hearings.set(channel, new Set([hearing]));
        await inTurn(() => (client === null ? connect() : client.query(toListen(channel)))).catch(warn);
      }
      return async () => void hearings.get(channel)?.delete(hearing);
    },
    reopen: () => client !== null && closeConnection(client),
    async close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
      client = null;
    },
  };
}

const toListen = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;

function tell(
  hearings: ReadonlyMap<string, ReadonlySet<Hearing>>,
  { channel, payload = "" }: { channel: string; payload?: string | undefined },
): void {
  for (const { handler } of hearings.get(channel) ?? []) handler(payload);
}

function tellMissed(hearings: ReadonlyMap<string, ReadonlySet<Hearing>>): void {
  for (const each of hearings.values()) for (const { missed } of each) missed?.();
}

/** Runs one statement at a time, since several workers begin to listen at the same moment. */
function makeTurns(): (work: () => Promise<unknown>) => Promise<unknown> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
}
