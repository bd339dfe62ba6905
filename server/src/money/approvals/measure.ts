/** Figures about approval requests for the operator. */
import { CLOCK, defineFigures } from "#lib/metrics";

export const approvalsFigures = defineFigures({
  name: "approvals",
  queries: [
    {
      sql: `${CLOCK}
        select mode, subject_kind as subject, count(*) as waiting,
          greatest(max(extract(epoch from clock.now - opened_at)), 0) as oldest
        from clock
        join approvals.request using (merchant_id)
        where status = 'pending'
        group by mode, subject_kind`,
      metrics: {
        vitaran_approvals_waiting: {
          help: "Approval requests without a decision, by what they are about.",
          labels: ["mode", "subject"],
          value: "waiting",
        },
        vitaran_approvals_oldest_seconds: {
          help: "Age of the oldest of these requests.",
          labels: ["mode", "subject"],
          value: "oldest",
        },
      },
    },
  ],
});
