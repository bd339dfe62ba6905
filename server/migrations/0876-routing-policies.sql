-- By which policy a merchant's transfers are routed. Decisions name the version, so that none is ever changed; the one
-- with the highest number is in force, and without any the one that comes with the product.
create table routing.policy (
  merchant_id uuid not null,
  version integer not null,
  policy jsonb not null,
  because text not null,
  set_by text not null,
  set_at timestamptz not null,
  constraint policy_version_once primary key (merchant_id, version),
  constraint policy_versions_count_from_one check (version > 0)
);

select lib.protect_append_only('routing.policy');
