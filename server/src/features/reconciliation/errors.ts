/** Errors about a break or a statement, as shown to people. */
import { defineErrors } from "#lib/errors";

export const ReconciliationError = defineErrors("reconciliation", {
  break_not_found: "There is no such break.",
  break_closed: "The break is closed already.",
  break_awaits_approval:
    "Another person is asked about this break. Until then nothing more can be said of it.",
  break_open: "The break is open; there is nothing to undo.",
  break_has_no_line: "Only a break about a line of a statement can be matched.",
  line_settled: "The line is matched already.",
  transfer_not_found: "This transfer was never sent to that bank.",
  amount_differs: "The line and the transfer are of different amounts.",
  already_matched: "Another line of the statement is that of this transfer already.",
  not_taken: "The books do not follow from this line: the transfer was not paid, or nothing came back.",
  is_recharge:
    "A recharge has the UTR of this line, so the line is not of a transfer. Ask the bank what it is, and resolve " +
    "the break.",
  match_changed: "The match would do something else now than what another person has approved.",
  undo_impossible: "Only a match with a transfer or a resolution can be undone.",
  note_invalid: "Say it in 1 to 500 characters.",
  owner_unknown: "There is no such member.",
  limit_invalid: "The limit must be zero or more.",
  statement_changed_while_read: "The statement changed while it was read; nothing of it was taken.",
  bank_not_connected: "The bank is not connected.",
  bank_not_recovering: "The bank is not held back after a restore.",
});
