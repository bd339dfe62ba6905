/** What an operation about a break may be refused for. */
import type { RefusalShape } from "#http";
import { ReconciliationError } from "#reconciliation";

const { texts } = ReconciliationError;

const conflict = (message: string) => ({ status: 409, message }) as const;

export const noBreak = {
  break_not_found: { status: 404, message: texts.break_not_found },
} as const satisfies Record<string, RefusalShape>;

export const noteRefused = {
  note_invalid: { status: 422, message: texts.note_invalid },
} as const satisfies Record<string, RefusalShape>;

export const closed = {
  break_closed: conflict(texts.break_closed),
  break_awaits_approval: conflict(texts.break_awaits_approval),
} as const;

export const matchRefused = {
  transfer_not_found: { status: 404, message: texts.transfer_not_found },
  break_has_no_line: conflict(texts.break_has_no_line),
  line_settled: conflict(texts.line_settled),
  amount_differs: conflict(texts.amount_differs),
  already_matched: conflict(texts.already_matched),
  not_taken: conflict(texts.not_taken),
} as const satisfies Record<string, RefusalShape>;

export const undoRefused = {
  break_open: conflict(texts.break_open),
  undo_impossible: conflict(texts.undo_impossible),
} as const satisfies Record<string, RefusalShape>;
