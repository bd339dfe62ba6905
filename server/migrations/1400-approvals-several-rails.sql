-- A request keeps the rails that may carry its payment, so that the policies of all of them are asked when it is
-- decided, too. Several policies together can have more levels than one of them.
alter table approvals.request add column may_carry text[];
grant update (may_carry) on approvals.request to vitaran_app;
alter table approvals.request drop constraint somebody_must_agree;
alter table approvals.request add constraint somebody_must_agree
  check (jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) between 1 and 1000) not valid;
alter table approvals.request validate constraint somebody_must_agree;
