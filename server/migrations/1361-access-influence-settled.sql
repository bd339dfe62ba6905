-- What was taken from a member is given back by one Owner only until an Owner, the operator or several people have said
-- anew what the member may do.
alter table access.influence
  -- took: whether this is settled, and no longer given back by one person.
  add column settled boolean not null default false;
