-- A keyed hash of the bank and the last four characters of the payees that a tried number ends like. Large honest files
-- have many such numbers, but few with one end, so each end is counted by itself. It is null for numbers that were
-- typed into a preview or a block, which are counted together.
alter table beneficiaries.number_tried add column place_hash bytea
  constraint place_is_a_hash check (octet_length(place_hash) = 32);
