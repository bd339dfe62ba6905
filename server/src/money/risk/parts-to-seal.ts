/** The parts of this module's rows that are sealed after the fact: see `#lib/seal-rows`. */
import { isClearText, type PartToSeal } from "#lib/seal-rows";
import { sealFields, type SealedKind } from "#lib/seals";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  {
    table: "risk.blocked_payee",
    key: { block_id: "uuid" },
    read: ["kind", "shown"],
    isClear: `kind in ('vpa', 'phone') and ${isClearText("shown")}`,
    write: { key: "text", shown: "text" },
    change: (tx, { kind, shown }) => ({
      key: tx.indexOf(kind as SealedKind, shown as string).toString("hex"),
      shown: tx.seal(shown as string),
    }),
  },
  {
    table: "risk.verdict",
    key: { transfer_id: "uuid", stage: "text" },
    read: ["parameters"],
    isClear: isClearText("(parameters ->> 'shown')"),
    write: { parameters: "jsonb" },
    change: (tx, { parameters }) => ({
      parameters: JSON.stringify(sealFields(tx, ["shown"], parameters as object)),
    }),
  },
  {
    table: "risk.precedent",
    key: { transfer_id: "uuid" },
    read: ["destination"],
    // Matches `vpa:` or `phone:` followed by printable characters to the end, unlike any keyed index.
    isClear: "encode(destination, 'hex') ~ '^(7670613a|70686f6e653a)([2-7][0-9a-f])+$'",
    write: { destination: "bytea" },
    change: (tx, { destination }) => ({ destination: sealDestination(tx, destination as Buffer) }),
  },
];

function sealDestination(tx: Parameters<PartToSeal["change"]>[0], destination: Buffer): Buffer {
  const [, kind, text] = /^(vpa|phone):([\x20-\x7f]+)$/.exec(destination.toString("latin1")) ?? [];
  return kind === undefined ? destination : tx.indexOf(kind as SealedKind, text!);
}
