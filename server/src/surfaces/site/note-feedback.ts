import type { Context } from "#lib/context";

export interface FeedbackAnswer {
  readonly page: string;
  readonly helpful: boolean;
  /** True if the reader gave the opposite answer before; that one no longer counts. */
  readonly changed: boolean;
}

const THIS_MONTH = "date_trunc('month', now() at time zone 'Asia/Kolkata')::date";

/** Counts one reader's answer in the present month in India. The caller has checked that the page exists. */
export async function noteFeedback(ctx: Context, { page, helpful, changed }: FeedbackAnswer): Promise<void> {
  await ctx.db.directory(async (tx) => {
    await tx.execute(
      `insert into site.feedback as known (page, month, helpful, answers)
       values ($1, ${THIS_MONTH}, $2, 1)
       on conflict (page, month, helpful) do update
       set answers = known.answers + 1`,
      [page, helpful],
    );
    if (!changed) return;
    // Counts are per month, so an answer of an earlier month does not change.
    await tx.execute(
      `update site.feedback set answers = answers - 1
       where page = $1 and month = ${THIS_MONTH} and helpful <> $2 and answers > 0`,
      [page, helpful],
    );
  });
}

/** The answers about one page. */
interface PageFeedback {
  readonly page: string;
  readonly yes: number;
  readonly no: number;
}

/**
 * Reads the sums of the last `months` months, including the present one. Pages with the largest share of "no" come
 * first.
 */
export async function readFeedback(ctx: Context, { months }: { months: number }): Promise<PageFeedback[]> {
  return ctx.db.directory((tx) =>
    tx.query<PageFeedback>(
      `select page,
         coalesce(sum(answers) filter (where helpful), 0)::int as yes,
         coalesce(sum(answers) filter (where not helpful), 0)::int as no
       from site.feedback
       where month > date_trunc('month', now() at time zone 'Asia/Kolkata') - make_interval(months => $1)
       group by page
       order by sum(answers) filter (where not helpful) / nullif(sum(answers), 0) desc nulls last, page`,
      [months],
    ),
  );
}
