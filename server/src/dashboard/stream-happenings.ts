/** A merchant's happenings as server-sent events: ids and words, no details, until the session ends. */
import { PassThrough } from "node:stream";
import { isSessionAlive, type Session } from "#access";
import type { Context } from "#lib/context";
import { watchHappenings, type Cursor, type News } from "#live";

const HEARTBEAT_MS = 25_000;
/** One for each open tab; over the limit the oldest ends. */
const STREAMS_PER_MEMBER = 8;

interface Open {
  readonly memberId: string;
  readonly end: () => void;
}

const open = new WeakMap<Context["db"], Set<Open>>();

/** Opens a stream; `lastEventId` is what the browser heard last. */
export async function streamHappenings(
  ctx: Context,
  { session, merchantId }: { session: Session; merchantId: string },
  lastEventId: string | undefined,
): Promise<PassThrough> {
  const stream = new PassThrough();
  const tell = (news: News): void => void stream.write(messagesOf(news));
  const stop = await watchHappenings(ctx, merchantId, { after: cursorOf(lastEventId), hear: tell });
  const beat = (): void => void stream.write("event: heartbeat\ndata: {}\n\n");
  const timer = setInterval(() => {
    ctx.db
      .directory((tx) => isSessionAlive(tx, session.sessionId))
      .then((alive) => (alive ? beat() : stream.end()))
      // A database error ends nothing: the browser notices the silence and reconnects.
      .catch((error: unknown) => ctx.log.warn({ err: error }, "a session could not be checked"));
  }, HEARTBEAT_MS);
  const leave = enter(ctx, { memberId: session.memberId, end: () => stream.end() });
  stream.once("close", () => {
    clearInterval(timer);
    stop();
    leave();
  });
  stream.write("retry: 2000\n\n");
  beat();
  return stream;
}

/** Ends every stream, so that a server can end. */
export function endStreams(ctx: Context): void {
  for (const { end } of open.get(ctx.db) ?? []) end();
}

function enter(ctx: Context, one: Open): () => void {
  const all = open.get(ctx.db) ?? new Set();
  open.set(ctx.db, all);
  const own = [...all].filter(({ memberId }) => memberId === one.memberId);
  if (own.length >= STREAMS_PER_MEMBER) own[0]!.end();
  all.add(one);
  return () => void all.delete(one);
}

/** The last message carries the cursor: a browser that missed some gets all of them again. */
function messagesOf({ happenings, cursor, isWhole }: News): string {
  const data = happenings.map(({ topic, id, event }) => JSON.stringify({ topic, id, event }));
  if (!isWhole) data.push(JSON.stringify({ topic: "everything" }));
  return data
    .map((text, index) => `${index === data.length - 1 ? `id: ${idOf(cursor)}\n` : ""}data: ${text}\n\n`)
    .join("");
}

const idOf = ({ at, referenceId }: Cursor): string => `${at.getTime()}-${referenceId}`;

/** The cursor of an event id; null when it is not one of ours. */
function cursorOf(id: string | undefined): Cursor | null {
  const parts = /^(\d{1,15})-(\d{1,18})$/.exec(id ?? "");
  return parts === null ? null : { at: new Date(Number(parts[1])), referenceId: BigInt(parts[2]!) };
}
