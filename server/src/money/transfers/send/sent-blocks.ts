/** Stores which payments were sent together: banks give one response for a whole message or block. */
import type { MessageKeeper, SentMessage } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/** Stores what is sent in one message from a merchant to a bank, each in its own commit. */
export function keepsMessages(ctx: Context, merchantId: string, bankId: string): MessageKeeper {
  return {
    merchantId,
    async keep(message) {
      try {
        await ctx.db.inMerchant(merchantId, (tx) => insertBlocks(tx, bankId, message));
      } catch (error) {
        ctx.log.error(
          { err: error, merchantId, bankId },
          "it could not be kept what a message to a bank holds",
        );
        throw error;
      }
    },
  };
}

/** Stores the blocks of a message. If the same message is sent again, its payments are marked as repeated. */
async function insertBlocks(
  tx: Tx,
  bankId: string,
  { messageId, blocks, repeats }: SentMessage,
): Promise<void> {
  await tx.execute(
    `insert into transfers.sent_block (
       merchant_id, bank_id, block_id, message_id, payment_references, repeats, sent_at
     )
     select $1, $2, block ->> 'blockId', $3, array(select jsonb_array_elements_text(block -> 'references')), $4, $5
     from jsonb_array_elements($6::jsonb) as block
     on conflict (merchant_id, bank_id, block_id) do update set repeats = true`,
    [tx.merchantId, bankId, messageId, repeats, tx.now, JSON.stringify(blocks)],
  );
}

/** A payment that was sent in a block, in its current state. */
export interface BlockMember {
  readonly blockId: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  /** True if its bank has paid it, as far as is known. */
  readonly paid: boolean;
  /** True if its bank has refused it, as far as is known. */
  readonly refused: boolean;
  /** True if it was in more than one message: a response about one of them need not apply to it. */
  readonly repeated: boolean;
}

/** Reads the payments of a block or, without one, of all blocks of the message; none if not known here. */
export function readMembers(
  tx: Tx,
  { bankId, blockId, messageId }: { bankId: string; blockId: string | null; messageId: string | null },
): Promise<BlockMember[]> {
  return tx.query<BlockMember>(READ, [tx.merchantId, bankId, blockId, messageId]);
}

/** Reads the ordered amounts in paise by the references of the attempts. Unknown references are left out. */
export async function readOrdered(
  tx: Tx,
  { bankId, references }: { bankId: string; references: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  if (references.length === 0) return new Map();
  const rows = await tx.query<{ reference: string; amountPaise: bigint }>(
    `select attempt.reference, transfer.amount_paise as "amountPaise"
     from transfers.attempt
     join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = attempt.transfer_id
     where attempt.merchant_id = $1
       and attempt.bank_id = $2
       and attempt.reference = any ($3)`,
    [tx.merchantId, bankId, references],
  );
  return new Map(rows.map(({ reference, amountPaise }) => [reference, amountPaise]));
}

const READ = `
  with block as materialized (
    select block_id, message_id, payment_references, repeats
    from transfers.sent_block
    where merchant_id = $1
      and bank_id = $2
      and case when $3::text is null then message_id = $4 else block_id = $3 end
  ), member as (
    select block_id, message_id, repeats, reference
    from block
    cross join lateral unnest(payment_references) as reference
  )
  select member.block_id as "blockId", member.reference, transfer.amount_paise as "amountPaise",
    transfer.attempt = attempt.attempt and transfer.status in ('succeeded', 'reversed') as paid,
    not attempt.live and not (transfer.attempt = attempt.attempt and transfer.status in ('succeeded', 'reversed'))
      as refused,
    member.repeats or exists (
      select from transfers.sent_block as other
      where other.merchant_id = $1
        and other.bank_id = $2
        and other.repeats
        and other.message_id <> member.message_id
        and member.reference = any (other.payment_references)
    ) as repeated
  from member
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.bank_id = $2
   and attempt.reference = member.reference
  join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = attempt.transfer_id
  order by member.block_id, member.reference`;
