/** The exit codes of the commands. The documentation's page about the command line has this table too. */
export const EXIT = {
  /** The command has succeeded. */
  done: 0,
  /** The command was refused or has failed; nothing more will happen. */
  failed: 1,
  /** The outcome is not known yet, for example of a payout in progress. */
  open: 2,
  /** The server was not reached. */
  away: 3,
} as const;

/** An error that a person at the command line can read and correct. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(text: string, exitCode: number = EXIT.failed) {
    super(text);
    this.name = "CommandError";
    this.exitCode = exitCode;
  }
}
