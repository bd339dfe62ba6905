-- A power that is given in the sandbox makes no one a second person where money is real.
alter table access.influence
  -- The environment of the power; null: both.
  add column mode text,
  add constraint influence_mode_is_known check (mode in ('sandbox', 'live'));
