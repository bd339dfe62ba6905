-- What was taken from a member can be given back by an Owner without asking for it anew.
alter table access.influence
  -- taken: the powers that the member held in this environment before.
  add column former text[];
