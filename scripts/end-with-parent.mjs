/**
 * Loaded before a program that bootstrap.mjs runs: if bootstrap ends in any way, including SIGKILL, the program ends
 * too.
 */
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

// A thread inherits these options, but descriptor 3 belongs to the program.
if (isMainThread) watchParent();

function watchParent() {
  const parent = new Socket({ fd: 3, readable: true, writable: false });
  parent.on("error", () => undefined);
  parent.on("close", () => process.kill(process.pid, "SIGTERM"));
  parent.resume();
  parent.unref();
}
