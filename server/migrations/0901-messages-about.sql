-- What a message is about, so that its words can go when a secret among them was used. Null: nothing of the kind.
alter table messages.message
  add column about text,
  add constraint about_is_bounded check (length(about) between 1 and 100);
create index message_about on messages.message (merchant_id, about) where about is not null;
