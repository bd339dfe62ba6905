/** Loaded before a program that bootstrap.mjs runs: whatever ends bootstrap, SIGKILL included, ends the program. */
import { Socket } from "node:net";

const parent = new Socket({ fd: 3, readable: true, writable: false });
parent.on("error", () => undefined);
parent.on("close", () => process.kill(process.pid, "SIGTERM"));
parent.resume();
parent.unref();
