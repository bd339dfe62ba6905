/** Which payments left together: banks answer for a whole message, or for a block of it, with one word. */
import type { MessageKeeper, SentMessage } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/** Keeps what leaves in one message of a merchant to a bank, each in a commit of its own. */
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

/** The same message again repeats its payments. */
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

/** A payment that left in a block, as it stands now. */
export interface Member {
  readonly blockId: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  /** Its bank has paid it by what is known. */
  readonly paid: boolean;
  /** Its bank has refused it by what is known. */
  readonly refused: boolean;
  /** It was in more than one message: what is said of one of them need not hold for it. */
  readonly repeated: boolean;
}

/** The payments of a block; without a block those of all blocks of the message. None: it is not known here. */
export function readMembers(
  tx: Tx,
  { bankId, blockId, messageId }: { bankId: string; blockId: string | null; messageId: string | null },
): Promise<Member[]> {
  return tx.query<Member>(READ, [tx.merchantId, bankId, blockId, messageId]);
}

/** What was ordered, in paise, by the references of the attempts; one that is not known is not in it. */
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
