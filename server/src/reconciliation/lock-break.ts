import { requirePermission } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { breakColumns, type Break } from "./break.ts";
import { ReconciliationError } from "./errors.ts";

const NOTE_MAX = 500;

/**
 * Locks a break for a member who may handle it. Throws ReconciliationError.break_not_found or
 * AccessError.not_permitted.
 */
export async function lockBreak(tx: Tx, breakId: string, by: Actor): Promise<Break> {
  await requirePermission(tx, by, "manage_settings");
  const [found] = await tx.query<Break>(
    `select ${breakColumns} from reconciliation.break where merchant_id = $1 and break_id = $2 for update`,
    [tx.merchantId, breakId],
  );
  if (found === undefined) throw ReconciliationError.break_not_found({ breakId });
  return found;
}

/** Returns a person's note about a break, trimmed. Throws ReconciliationError.note_invalid. */
export function readNote(note: string): string {
  const said = note.trim();
  // Control characters and direction overrides would make the note look different from what was written.
  if (said === "" || said.length > NOTE_MAX || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(said))
    throw ReconciliationError.note_invalid();
  return said;
}
