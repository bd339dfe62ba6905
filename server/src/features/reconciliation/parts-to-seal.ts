/** The columns of this module that are sealed later: see `#lib/seal-rows`. */
import type { Context } from "#lib/context";
import { textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { wordsOf } from "./cut-reference.ts";
import { IS_FORMER_KEY, sealLineKey } from "./write-lines.ts";

export const partsToSeal = ({ vault }: Pick<Context, "vault">): readonly PartToSeal[] => [
  textsToSeal({
    table: "reconciliation.line",
    key: { line_id: "uuid" },
    texts: ["narration"],
    beside: { reference_words: "jsonb" },
    written: { reference_words: "array(select jsonb_array_elements_text(given.new_reference_words))" },
    besideOf: (_, { narration }) => ({ reference_words: JSON.stringify(wordsOf(narration as string)) }),
  }),
  {
    table: "reconciliation.line",
    name: "keys",
    key: { line_id: "uuid" },
    read: ["line_key"],
    isClear: IS_FORMER_KEY,
    write: { line_key: "text" },
    change: ({ merchantId }, { line_key }) => ({
      line_key: sealLineKey(vault, merchantId, line_key as string),
    }),
  },
];
