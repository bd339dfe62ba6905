import type { FastifyReply } from "fastify";

/** Aborted when the client has left before it was answered: what is of use to that client alone may be dropped. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
