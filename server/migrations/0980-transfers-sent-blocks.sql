-- Banks may answer for a whole message, or for a block of it, with one word: which payments were in it is kept before
-- it leaves. A block that repeats payments of an earlier message is marked, for a refusal of one is none of the other.
create table transfers.sent_block (
  merchant_id uuid not null,
  bank_id text not null,
  block_id text not null,
  message_id text not null,
  payment_references text[] not null,
  repeats boolean not null,
  sent_at timestamptz not null,
  constraint sent_block_once primary key (merchant_id, bank_id, block_id),
  constraint sent_block_holds_payments check (cardinality(payment_references) > 0)
);
select lib.protect('transfers.sent_block');
create index sent_block_of_message on transfers.sent_block (merchant_id, bank_id, message_id);
create index sent_block_repeats on transfers.sent_block (merchant_id, bank_id) where repeats;
