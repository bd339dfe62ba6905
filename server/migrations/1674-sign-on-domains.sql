-- Only organizations with a live merchant reserve a domain (decision 0119), so a claim that was made in a sandbox may
-- stand beside theirs.
alter table sign_on.domain
  drop constraint domain_once,
  add constraint domain_once_a_provider primary key (domain, provider_id);
