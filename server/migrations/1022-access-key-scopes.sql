-- A key pair has a scope: what may be done with it. Those that exist may do all they could.
alter table access.api_client
  add column scope text not null default 'pay',
  add constraint api_client_scope_is_known check (scope in ('read', 'draft', 'pay'));
