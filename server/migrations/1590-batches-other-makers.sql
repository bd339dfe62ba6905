-- The members who made the rows of a batch besides its maker: those of the batch that it was cloned from.
alter table batches.batch add column other_makers uuid[] not null default '{}';
