-- An accepted row pays someone: a listed beneficiary, or the payee of its own transfer. A card was that before; now
-- the account in a row of a member who may not manage beneficiaries is that, too.
alter table batches.batch_row drop constraint accepted_row_pays_someone;
alter table batches.batch_row add constraint accepted_row_pays_someone
  check (status <> 'accepted' or bene_id is not null or card_hash is not null or transfer_id is not null) not valid;
alter table batches.batch_row validate constraint accepted_row_pays_someone;
