/** Bugs that remove a wall of the tables. */
import { wall, type PlantedBug } from "./planted-bug.ts";

export const OF_TABLES: readonly PlantedBug[] = [
  {
    name: "two attempts of a transfer may be open",
    sql: "drop trigger one_live_attempt_per_transfer on transfers.attempt",
    caughtBy: wall("one_live_attempt_per_transfer"),
    says: /Missing expected rejection/,
  },
  {
    name: "an entry may be booked twice",
    sql: "alter table ledger.posting drop constraint entry_booked_once",
    caughtBy: wall("entry_booked_once"),
    says: /Missing expected rejection/,
  },
  {
    name: "the wallet may be overdrawn",
    sql: "alter table ledger.account drop constraint balance_never_below_the_overdraft_limit",
    caughtBy: wall("balance_never_below"),
    says: /Missing expected rejection/,
  },
  {
    name: "a posting may be edited",
    sql: "grant update, delete on ledger.posting to vitaran_app",
    caughtBy: wall("ledger.posting: no row is changed"),
    says: /Missing expected rejection/,
  },
  {
    name: "a changed rule does not raise the version of a merchant's facts",
    sql: "drop trigger note_changed_fact on risk.rule",
    caughtBy: {
      file: "server/src/money/transfers/accept/known-facts.test.ts",
      test: "a rule limits the amount",
    },
    says: /accepted sent imps/,
  },
  {
    name: "row level security does not bind the owner of a table",
    sql: "alter table transfers.transfer no force row level security",
    caughtBy: wall("rows guarded"),
    says: /tables without row level security/,
  },
  {
    name: "a merchant sees the rows of others",
    sql: "alter table transfers.fact disable row level security",
    caughtBy: wall("sees no row of another one"),
    says: /transfers\.fact shows another merchant's rows/,
  },
];
