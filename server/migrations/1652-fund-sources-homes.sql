-- A copied change is a changed fact too. Such changes fire only triggers for rows that are enabled for them.
create trigger note_copied_fact
after insert or update or delete on fund_sources.bank
for each row execute function transfers.note_changed_shared_fact();
alter table fund_sources.bank enable replica trigger note_copied_fact;
