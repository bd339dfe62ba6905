/** The context of every function that opens its own transaction. */
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import type { Logger } from "./log.ts";
import type { Vault } from "./vault.ts";

export interface Context {
  readonly config: Config;
  readonly db: Db;
  readonly vault: Vault;
  readonly log: Logger;
}
