/**
 * The ISO 20022 bank through folders, as with SFTP: it takes pain.001 files from a customer's `outgoing` and leaves its
 * own messages in `incoming`. Each gets its final name only when it is complete.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type Ask, ControlError, textOf } from "./ask.ts";
import { takeMessage } from "./answer-in-messages.ts";
import { ISO_BANK } from "./iso-bank.ts";
import { answerStatement } from "./answer-statement.ts";
import { type StatementWords, writeStatement } from "./iso-messages.ts";
import { leaveFile } from "./leave-file.ts";
import type { Account } from "./payment.ts";
import type { World } from "./world.ts";

/** Takes all complete files from all customers' folders, and returns their number. */
export function collectFolders(world: World): number {
  let taken = 0;
  for (const account of world.books.accountsOf(ISO_BANK.id)) {
    if (account.folder !== undefined) taken += collectFrom(world, account, account.folder);
  }
  return taken;
}

function collectFrom(world: World, { apiKey }: Account, folder: string): number {
  const [outgoing, done] = [join(folder, "outgoing"), join(folder, "taken")];
  for (const path of [outgoing, done]) mkdirSync(path, { recursive: true });
  const names = readdirSync(outgoing).filter((name) => /^[^.].*\.xml$/.test(name));
  for (const name of names.toSorted()) {
    const body = readFileSync(join(outgoing, name), "utf8");
    // There is no key in a file, because only the customer can write to the folder.
    const { reply } = takeMessage(world, ISO_BANK, { body, key: apiKey });
    if (reply.wire.kind === "answer") leaveFile(folder, `${name.split(".")[0]}.pain.002.xml`, reply.body);
    renameSync(join(outgoing, name), join(done, name));
  }
  return names.length;
}

/** Leaves the statement of a day in the customer's folder; `left` is false if there is none yet. */
export function giveStatementFile(world: World, ask: Ask): object {
  const account = world.books.accountOf(ISO_BANK.id, textOf(ask, "debitAccount"));
  if (account.folder === undefined) throw new ControlError("the account has no folder");
  const asked = { day: textOf(ask, "day"), kind: textOf(ask, "kind") };
  return { left: leaveStatement(world, account, asked) };
}

function leaveStatement(world: World, account: Account, asked: { day: string; kind: string }): boolean {
  const pages: StatementWords[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = new URLSearchParams({ kind: asked.kind, page: String(page) });
    const { body } = answerStatement(world, { bank: ISO_BANK, account }, { day: asked.day, query });
    const words = JSON.parse(body) as StatementWords;
    if (words.lines === undefined) return false;
    pages.push(words);
    last = words.pages;
  }
  const lines = pages.flatMap((page) => page.lines);
  const at = world.clocks.of(account.number).now();
  const text = writeStatement({ ...pages[0]!, pages: 1, lines }, at);
  const message = asked.kind === "intraday" ? "camt.052" : "camt.053";
  leaveFile(account.folder ?? "", `${asked.day}-${account.number}-${at}.${message}.xml`, text);
  return true;
}
