-- Where letters to a bank go: its name as it is written on them, and its address.
alter table fund_sources.bank_connection
  add column letter_name text,
  add column letter_address text,
  add constraint a_letter_needs_name_and_address check ((letter_name is null) = (letter_address is null)),
  add constraint a_letter_fits_an_envelope check (
    length(letter_name) between 1 and 100 and length(letter_address) between 1 and 300
  );
grant update (letter_name, letter_address) on fund_sources.bank_connection to vitaran_app;
