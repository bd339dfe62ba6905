/** A line of a statement as the database holds it. */
import type { LineKind } from "#banks";
import { bigint, day, defineRow, nullable, smallint, text, timestamptz, uuid, type RowOf } from "#lib/rows";
import type { FailureReason } from "#rails";

/** `vanished`: the statement of the whole day does not contain it. */
type LineState = "new" | "matched" | "paired" | "suspense" | "vanished";

/** The rules by which a line can be tied, from the strongest on. */
type TyingRule = "reference" | "utr" | "likeness" | "arrival" | "by_hand";

export const LINE = defineRow("reconciliation.line", {
  lineId: uuid,
  bankId: text(),
  bankNo: smallint,
  /** The IST day of its statement. */
  day,
  bookedAt: timestamptz,
  arrivedAt: timestamptz,
  side: text<"debit" | "credit">(),
  amountPaise: bigint,
  kind: text<LineKind>(),
  reference: nullable(text()),
  utr: nullable(text()),
  narration: text(),
  code: text(),
  reason: nullable(text<FailureReason>()),
  counterpartyName: nullable(text()),
  counterpartyLast4: nullable(text()),
  counterpartyIfsc: nullable(text()),
  state: text<LineState>(),
  rule: nullable(text<TyingRule>()),
  transferId: nullable(uuid),
  attempt: nullable(smallint),
  topUpId: nullable(uuid),
  heldUntil: nullable(timestamptz),
  /** The number of times it went into suspense. */
  suspended: smallint,
});

export type Line = RowOf<typeof LINE>;
