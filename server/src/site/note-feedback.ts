import type { Context } from "#lib/context";

/** Counts one answer of a reader, in the present month of India. The caller knows that the page exists. */
export async function noteFeedback(
  ctx: Context,
  { page, helpful }: { page: string; helpful: boolean },
): Promise<void> {
  await ctx.db.directory((tx) =>
    tx.execute(
      `insert into site.feedback as known (page, month, helpful, answers)
       values ($1, date_trunc('month', now() at time zone 'Asia/Kolkata')::date, $2, 1)
       on conflict (page, month, helpful) do update
       set answers = known.answers + 1`,
      [page, helpful],
    ),
  );
}
