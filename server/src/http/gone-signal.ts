import type { FastifyReply } from "fastify";

/** Aborts when the client leaves before it is answered: work that only this client needs may be dropped. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
