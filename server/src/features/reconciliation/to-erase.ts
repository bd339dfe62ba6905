/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { PartToErase } from "#lib/erase-rows";
import { COUNTERPARTY_PURPOSE } from "./write-lines.ts";

const OF_TRANSFER = "transfer_id = any ($3::uuid[])";

/** Amounts, dates, references and UTRs of a bank's statement stay; the bank keeps its words itself. */
export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "reconciliation.line",
    key: { line_id: "uuid" },
    own: OF_TRANSFER,
    isAnywhere: true,
    // A line that was not compared yet is compared by its words.
    busy: "state = 'new'",
    texts: ["narration", "counterparty_name"],
    documents: ["evidence"],
    bytes: { sealed_counterparty: COUNTERPARTY_PURPOSE },
    blank: { reference_words: "null::text[]" },
  },
  {
    table: "reconciliation.break",
    key: { break_id: "uuid" },
    own: OF_TRANSFER,
    isAnywhere: true,
    texts: ["detail", "note"],
  },
  {
    table: "reconciliation.break_step",
    key: { break_id: "uuid", step: "smallint" },
    own: `break_id in (select break_id from reconciliation.break where merchant_id = $1 and ${OF_TRANSFER})`,
    isAnywhere: true,
    texts: ["note"],
  },
];
