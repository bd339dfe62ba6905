-- A reader may change an answer: it then leaves one count and enters the other, and the first may be back at nothing.
alter table site.feedback
  drop constraint feedback_was_given,
  add constraint feedback_counts_from_nothing check (answers >= 0);
