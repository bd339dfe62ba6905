-- What a member stopped, an Owner starts again at once and other members start with a second person; what the
-- operator stopped, only the operator starts. Null while payouts are switched on, and where they were stopped before
-- there was this column: those count as the operator's.
alter table access.merchant
add column payouts_stopped_by text,
add constraint running_payouts_have_no_stopper check (not payouts_enabled or payouts_stopped_by is null);

grant update (payouts_stopped_by) on access.merchant to vitaran_app;
