/** Everything that the simulated banks know, in one place. */
import { BANK_BY_ID } from "./banks.ts";
import { Books } from "./books.ts";
import { CallbackSender } from "./callbacks.ts";
import type { Clocks } from "./clock.ts";
import { makeClocks } from "./clock.ts";
import type { Journal } from "./journal.ts";
import { NO_JOURNAL, openJournal } from "./journal.ts";
import type { Manners } from "./manner.ts";
import { makeManners } from "./manner.ts";
import type { Rail } from "./payment.ts";
import type { RequestLog } from "./request-log.ts";
import { makeRequestLog } from "./request-log.ts";
import { restoreWorld } from "./restore-world.ts";
import type { Scripts } from "./scripts.ts";
import { makeScripts } from "./scripts.ts";
import type { StatementFaults } from "./statement-faults.ts";
import { makeStatementFaults } from "./statement-faults.ts";
import { makeUtrs } from "./utr.ts";

export interface World {
  readonly seed: string;
  readonly clocks: Clocks;
  readonly books: Books;
  readonly journal: Journal;
  readonly manners: Manners;
  readonly scripts: Scripts;
  readonly log: RequestLog;
  readonly callbacks: CallbackSender;
  readonly statementFaults: StatementFaults;
  /** The number of times that a bank received a reference and did not record it. */
  readonly retries: Map<string, number>;
  nextUtr(bankId: string, rail: Rail, at: number): string;
}

export interface WorldOptions {
  readonly seed?: string;
  /** The banks' time at the start (milliseconds since 1970); default: the machine's. */
  readonly startMs?: number;
  /** The folder of the journal; without one, the books are only in memory. */
  readonly dataFolder?: string;
}

const LOG_LINES_MAX = 200_000;

/** Makes a world of four banks; with a data folder, it continues an earlier run. */
export function makeWorld(options: WorldOptions = {}): World {
  const seed = options.seed ?? "1";
  const opened = options.dataFolder === undefined ? undefined : openJournal(options.dataFolder);
  const journal = opened?.journal ?? NO_JOURNAL;
  const clocks = makeClocks(options.startMs);
  const log = makeRequestLog(LOG_LINES_MAX);
  const utrs = new Map([...BANK_BY_ID.values()].map((bank) => [bank.id, makeUtrs(bank.ifscPrefix)]));
  const world: World = {
    seed,
    clocks,
    books: new Books(journal),
    journal,
    manners: makeManners(),
    scripts: makeScripts(),
    log,
    callbacks: new CallbackSender({ clocks, log }),
    statementFaults: makeStatementFaults(),
    retries: new Map(),
    nextUtr: (bankId, rail, at) => utrs.get(bankId)!(rail, at),
  };
  if (opened !== undefined) restoreWorld(world, opened.records);
  journal.start();
  return world;
}
