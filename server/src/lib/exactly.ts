/**
 * Returns a statement that fails, with its whole transaction, unless it affects as many rows as its parameter
 * number `place` says. A commit can therefore travel with it.
 */
export const exactly = (statement: string, place: number): string => `
  with touched as (${statement} returning 1)
  select case when count(*) <> $${place}::int then lib.refuse_rows(count(*), $${place}::int) end
  from touched`;
