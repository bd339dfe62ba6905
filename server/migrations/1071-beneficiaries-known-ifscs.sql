-- IFSCs are published later than branches open. What a bank has accepted, or the operator adds, counts beside the list.
create table beneficiaries.known_ifsc (
  ifsc text not null,
  -- operator: by hand; bank: it found an account there; simulated bank: the same, which counts in no production.
  said_by text not null,
  -- The code that the branch has now; null: this one.
  replaced_by text,
  said_at timestamptz not null default clock_timestamp(),
  primary key (ifsc),
  constraint known_ifsc_has_its_form check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  constraint replacement_has_its_form check (replaced_by ~ '^[A-Z]{4}0[A-Z0-9]{6}$' and replaced_by <> ifsc),
  constraint someone_said_it check (said_by in ('operator', 'bank', 'simulated bank'))
);
select lib.open_directory('beneficiaries.known_ifsc');

-- A newer list than the one that comes with the program, as the operator has loaded it: its codes, packed.
create table beneficiaries.ifsc_list (
  only_row boolean primary key default true,
  listed_on date not null,
  codes bytea not null,
  loaded_at timestamptz not null default clock_timestamp(),
  constraint there_is_one_row check (only_row)
);
select lib.open_directory('beneficiaries.ifsc_list');
