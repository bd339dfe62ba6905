import type { Context } from "#lib/context";

/** What readers said of one page. */
export interface PageFeedback {
  readonly page: string;
  readonly yes: number;
  readonly no: number;
}

/** Sums of the last `months` months, the present one included; the page with the largest part of no first. */
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
