-- Recipient and words of a message stand sealed in their columns: they go to payees too. It is found by the keyed index
-- of its recipient; rows from before have none until a worker has
-- sealed them. `recipient_key` is of the version before.
alter table messages.message
  add column recipient_index bytea,
  add constraint recipient_index_is_a_hash check (octet_length(recipient_index) = 32);
create index message_to_recipient on messages.message (merchant_id, recipient_index, message_id);
-- A sealed text is by a third longer, and a little more.
alter table messages.message drop constraint texts_are_bounded;
alter table messages.message add constraint texts_are_bounded check (
  length(recipient) <= 2000 and length(subject) <= 2000 and octet_length(body_text) <= 350208
  and octet_length(body_html) <= 700416 and length(detail) <= 2000
);
