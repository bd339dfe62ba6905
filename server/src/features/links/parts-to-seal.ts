/** The columns of this module that are sealed afterwards: see `#lib/seal-rows`. */
import type { Context } from "#lib/context";
import { isClearText, textsToSeal, type PartToSeal } from "#lib/seal-rows";
import { sealContentHash } from "./create-link.ts";

export const partsToSeal = ({ vault }: Pick<Context, "vault">): readonly PartToSeal[] => [
  {
    table: "links.link",
    key: { link_id: "uuid" },
    // If the texts are in clear, the hash of the content has no key yet.
    read: ["phone", "email", "content_hash", "not starts_with(phone, 'sealed:1:') as is_clear"],
    isClear: `${isClearText("phone")} or ${isClearText("email")}`,
    write: {
      phone: "text",
      email: "text",
      phone_index: "bytea",
      email_index: "bytea",
      content_hash: "bytea",
    },
    change: (tx, { phone, email, content_hash, is_clear }) => ({
      phone: tx.seal(phone as string),
      email: tx.seal(email as string | null),
      phone_index: tx.indexOf("phone", phone as string),
      email_index: tx.indexOf("email", email as string | null),
      content_hash: is_clear ? sealContentHash(vault, content_hash as Buffer) : content_hash,
    }),
  },
  textsToSeal({ table: "links.claim", key: { link_id: "uuid", claim: "smallint" }, texts: ["vpa"] }),
  textsToSeal({ table: "links.session", key: { session_hash: "bytea" }, texts: ["vpa"] }),
];
