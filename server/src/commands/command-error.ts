/** How the commands end. The documentation's page about the command line has this table too. */
export const EXIT = {
  /** It is done. */
  done: 0,
  /** It was refused or has failed; nothing more will happen. */
  failed: 1,
  /** The outcome is not known yet: a payout under way, say. */
  open: 2,
  /** The server was not reached. */
  away: 3,
} as const;

/** What a person at the command line can read and put right. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(text: string, exitCode: number = EXIT.failed) {
    super(text);
    this.name = "CommandError";
    this.exitCode = exitCode;
  }
}
