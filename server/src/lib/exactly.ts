/**
 * A statement that fails, with everything else of its transaction, unless it touches as many rows as its parameter
 * number `place` says. So a commit may travel with it.
 */
export const exactly = (statement: string, place: number): string => `
  with touched as (${statement} returning 1)
  select case when count(*) <> $${place}::int then lib.refuse_rows(count(*), $${place}::int) end
  from touched`;
