/** The links of a payee, and the columns that have its details: see `#lib/erase-rows`. */
import type { PartToErase, PayeeToErase } from "#lib/erase-rows";
import { ERASED } from "#lib/eraser";
import type { Tx } from "#lib/db";

const GONE = `'${ERASED}'`;
const OF_LINK = "link_id = any ($3::uuid[])";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "links.session",
    key: { session_hash: "bytea" },
    own: OF_LINK,
    blank: { sealed_account: "null", account_last4: "null", ifsc: "null", vpa: "null" },
  },
  {
    table: "links.claim",
    key: { link_id: "uuid", claim: "smallint" },
    own: OF_LINK,
    busy: "sealed_account is not null",
    blank: {
      vpa: `case when vpa is null then null else ${GONE} end`,
      account_last4: "case when account_last4 is null then null else '' end",
      ifsc: "case when ifsc is null then null else '' end",
    },
  },
  {
    table: "links.link",
    key: { link_id: "uuid" },
    own: OF_LINK,
    // Its payee may still say where the money goes.
    busy: "ended_at is null",
    texts: ["remarks"],
    blank: { name: GONE, phone: GONE, email: "null", phone_index: "null", email_index: "null" },
  },
];

/** A payout link to a payee, with the details that it was made with. */
export interface LinkToPayee {
  readonly linkId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Finds the links that paid by one of these transfers, or were sent to a phone number or address of the payee. */
export async function findLinksTo(
  tx: Tx,
  { transferIds, indexes }: Pick<PayeeToErase, "transferIds" | "indexes">,
): Promise<LinkToPayee[]> {
  const links = await tx.query<LinkToPayee>(FIND_LINKS, [tx.merchantId, transferIds, indexes]);
  return links.filter(({ name }) => name !== ERASED);
}

const FIND_LINKS = `
  select link_id as "linkId", name, nullif(phone, '') as phone, email
  from links.link
  where merchant_id = $1
    and (
      phone_index = any ($3::bytea[])
      or email_index = any ($3::bytea[])
      or link_id in (
        select link_id from links.claim where merchant_id = $1 and transfer_id = any ($2::uuid[])
      )
    )`;
