/** Loaded before a program that bootstrap.mjs runs: whatever ends bootstrap, SIGKILL included, ends the program. */
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

// A thread is given the same options, but its descriptor 3 is the program's.
if (isMainThread) watchParent();

function watchParent() {
  const parent = new Socket({ fd: 3, readable: true, writable: false });
  parent.on("error", () => undefined);
  parent.on("close", () => process.kill(process.pid, "SIGTERM"));
  parent.resume();
  parent.unref();
}
