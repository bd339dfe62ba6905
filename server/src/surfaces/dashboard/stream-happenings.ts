/** A merchant's happenings as server-sent events, with IDs but no details, as long as the member may see them. */
import { PassThrough } from "node:stream";
import { findSessionsThatMay, type MerchantMode, type Session } from "#access";
import type { Context } from "#lib/context";
import { CURSOR_PATTERN, formatCursor, parseCursor, watchHappenings, type HappeningNews } from "#live";

const HEARTBEAT_MS = 25_000;
/** All streams of a server are checked together. A stream ends within this time once its member has lost access. */
const LOOK_EVERY_MS = 3_000;
/** Each open tab has a stream. Over the limit, the oldest stream ends. */
const STREAMS_PER_MEMBER = 8;

interface Open {
  readonly sessionId: string;
  readonly memberId: string;
  /** The mode of the merchant of the stream. */
  readonly mode: MerchantMode;
  readonly end: () => void;
}

interface Opened {
  readonly streams: Set<Open>;
  readonly timer: NodeJS.Timeout;
}

const opened = new WeakMap<Context["db"], Opened>();

/** Opens a stream. `lastEventId` is the ID of the last message that the browser got. */
export async function streamHappenings(
  ctx: Context,
  { session, merchantId, mode }: { session: Session; merchantId: string; mode: MerchantMode },
  lastEventId: string | undefined,
): Promise<PassThrough> {
  const stream = new PassThrough();
  const send = (news: HappeningNews): void => void stream.write(messagesOf(news));
  // An ID that is not one of ours is ignored.
  const after = CURSOR_PATTERN.test(lastEventId ?? "") ? parseCursor(lastEventId!) : null;
  const stop = await watchHappenings(ctx, merchantId, { after, hear: send });
  const beat = (): void => void stream.write("event: heartbeat\ndata: {}\n\n");
  const timer = setInterval(beat, HEARTBEAT_MS);
  const { sessionId, memberId } = session;
  const leave = enter(ctx, { sessionId, memberId, mode, end: () => stream.end() });
  stream.once("close", () => {
    clearInterval(timer);
    stop();
    leave();
  });
  stream.write("retry: 2000\n\n");
  beat();
  return stream;
}

/** Ends every stream, so that the server can stop. */
export function endStreams(ctx: Context): void {
  for (const { end } of opened.get(ctx.db)?.streams ?? []) end();
}

function enter(ctx: Context, one: Open): () => void {
  const all = opened.get(ctx.db) ?? begin(ctx);
  const own = [...all.streams].filter(({ memberId }) => memberId === one.memberId);
  if (own.length >= STREAMS_PER_MEMBER) own[0]!.end();
  all.streams.add(one);
  return () => {
    all.streams.delete(one);
    if (all.streams.size > 0) return;
    clearInterval(all.timer);
    opened.delete(ctx.db);
  };
}

function begin(ctx: Context): Opened {
  const streams = new Set<Open>();
  const look = (): void => {
    endForbidden(ctx, [...streams]).catch((error: unknown) => {
      // A database error does not end streams, since without the database there is nothing to send either.
      ctx.log.warn({ err: error }, "the sessions of open streams could not be checked");
    });
  };
  const all = { streams, timer: setInterval(look, LOOK_EVERY_MS) };
  opened.set(ctx.db, all);
  return all;
}

async function endForbidden(ctx: Context, streams: readonly Open[]): Promise<void> {
  const sessionIds = streams.map(({ sessionId }) => sessionId);
  const asked = { sessionIds, permission: "access_transfers" } as const;
  const able = await ctx.db.directory((tx) => findSessionsThatMay(tx, asked));
  for (const { sessionId, mode, end } of streams) if (able.get(sessionId)?.includes(mode) !== true) end();
}

/** Only the last message has the cursor, so a browser that missed some gets all of them again. */
function messagesOf({ happenings, cursor, isWhole }: HappeningNews): string {
  const data = happenings.map(({ topic, id, event }) => JSON.stringify({ topic, id, event }));
  if (!isWhole) data.push(JSON.stringify({ topic: "everything" }));
  return data
    .map(
      (text, index) => `${index === data.length - 1 ? `id: ${formatCursor(cursor)}\n` : ""}data: ${text}\n\n`,
    )
    .join("");
}
