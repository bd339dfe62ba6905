/**
 * The work of checking passwords, 70 ms of a thread each, is done in turns: a flood from many addresses makes strangers
 * wait, each address in its own line, and those who are known go another way.
 */
import { shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";
import { readAddress } from "./read-address.ts";

// Three of the four threads of a process, so that one is left for files and names of hosts.
const strangers = shareFairly({ places: 2, perKey: 2, waitingMax: 200, patienceMs: 20_000 });
const known = shareFairly({ places: 1, perKey: 1, waitingMax: 10, patienceMs: 20_000 });

/** Checks a stranger's password in the turn of the address. Throws OverloadError after 20 seconds. */
export const inStrangersTurn = <T>(ip: string, check: () => Promise<T>): Promise<T> =>
  strangers.run(lineOf(readAddress(ip) ?? ip), check);

/** Checks the password of a member in a session, or in a browser that is known. */
export const inKnownTurn = <T>(memberId: string, check: () => Promise<T>): Promise<T> =>
  known.run(memberId, check);
