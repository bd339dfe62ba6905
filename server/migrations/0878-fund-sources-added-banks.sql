-- Banks of a known protocol that an operator has added: what each can do, as its contract says. The same for all
-- merchants that are connected to it.
create table fund_sources.bank (
  bank_id text primary key,
  adapter text not null,
  name text not null,
  -- The first four letters of its IFSCs; null: it holds no accounts under one.
  ifsc_code text,
  capabilities jsonb not null,
  -- Grows with every change, so that a process knows when what it has learnt is old.
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint bank_id_is_a_word check (bank_id ~ '^[a-z][a-z0-9_-]{1,31}$'),
  constraint bank_ifsc_code_is_four_letters check (ifsc_code ~ '^[A-Z]{4}$')
);
select lib.open_directory('fund_sources.bank');
