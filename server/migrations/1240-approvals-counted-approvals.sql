-- Policies count what was not approved as they ask, and not only by fewer members: an order keeps which approvals it
-- had or waited for (members, permissions, perhaps names). Null: none, or the version before this one kept it.
alter table approvals.counted add column approvals jsonb;
