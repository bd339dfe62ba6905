-- What readers of the documentation answer to "Was this page helpful?": counts by page and month, and nobody's name.
create schema site;
grant usage on schema site to vitaran_app;

-- A directory table: the documentation belongs to no merchant. It grows by two rows per page and month at most.
create table site.feedback (
  page text not null,
  -- The first day of it, in India.
  month date not null,
  helpful boolean not null,
  answers bigint not null,
  constraint feedback_once primary key (page, month, helpful),
  constraint feedback_is_about_the_docs check (page like '/payout/%' and length(page) <= 200),
  constraint feedback_counts_months check (extract(day from month) = 1),
  -- A reader may change an answer: it then leaves one count and enters the other, and the first may be back at nothing.
  constraint feedback_counts_from_nothing check (answers >= 0)
);
select lib.open_directory('site.feedback');
