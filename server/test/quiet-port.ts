import { once } from "node:events";
import { createServer } from "node:net";

/** Above the ports of well-known services, and below those that systems assign by themselves. */
const FIRST = 10_000;
const LAST = 32_000;
/** Processes that run at the same time start their search this far apart. */
const EACH = 16;

let next = FIRST + ((process.pid * EACH) % (LAST - FIRST));

/**
 * Returns a free port that the machine never assigns by itself. A program that is told to use it finds it free, and so
 * does a server that restarts after it was killed, whatever else has started in the meantime.
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
