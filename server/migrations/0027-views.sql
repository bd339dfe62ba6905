-- Views that members keep of a list: a name and the filter as it stands in the address, for one member or for all.
create schema views;
grant usage on schema views to vitaran_app;

create table views.saved_view (
  merchant_id uuid not null,
  view_id uuid not null,
  -- Which list it is of.
  list text not null,
  name text not null,
  query text not null,
  member_id uuid not null,
  -- Whether the other members see it too.
  shared boolean not null,
  saved_at timestamptz not null,
  constraint view_saved_once primary key (merchant_id, view_id),
  constraint list_is_known check (list in ('transfers', 'reversed')),
  constraint view_has_a_name check (length(name) between 1 and 60),
  -- A saved search may be for a payee: it stands sealed, which takes more room.
  constraint view_query_is_short check (length(query) <= 6000)
);
select lib.protect('views.saved_view');
grant delete on views.saved_view to vitaran_app;
create unique index view_name_once_per_member on views.saved_view (merchant_id, list, member_id, name);
