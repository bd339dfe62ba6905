/** The rows of this module that are sealed later, once for each file: see `#lib/seal-rows`. */
import type { Context } from "#lib/context";
import type { PartToSeal } from "#lib/seal-rows";
import { chunkOwner } from "./report-file.ts";

export const partsToSeal = ({ vault }: Pick<Context, "vault">): readonly PartToSeal[] => [
  {
    table: "reports.chunk",
    key: { report_id: "uuid", chunk: "integer" },
    read: ["bytes"],
    isClear: "bytes is not null",
    write: { bytes: "bytea", sealed_bytes: "bytea" },
    change: ({ merchantId }, { report_id, bytes }) => ({
      bytes: null,
      sealed_bytes: vault.seal(chunkOwner(merchantId, report_id as string), bytes as Buffer),
    }),
  },
];
