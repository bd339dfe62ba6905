import { once } from "node:events";
import { createServer } from "node:net";

/** Above the ports of well-known services, and below those that systems hand out by themselves. */
const FIRST = 10_000;
const LAST = 32_000;
/** Processes that run at the same time begin their search this far apart. */
const EACH = 16;

let next = FIRST + ((process.pid * EACH) % (LAST - FIRST));

/**
 * A free port that the machine never hands out by itself: a program that is told where to listen finds it free, and so
 * does a server that comes back after it was killed, whatever else has started meanwhile.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < LAST ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
