/** Metrics of e-mail and SMS for the operator. */
import { CLOCK, defineCounter, defineFigures } from "#lib/metrics";

const messages = defineCounter("vitaran_messages_total", {
  help: "E-mails and SMS of this process: sent, to be tried again (retried), or failed for good.",
  labels: ["channel", "outcome"],
});

/** Counts a message once its outcome is committed. */
export function countMessage(channel: "email" | "sms", outcome: "sent" | "retried" | "failed"): void {
  messages.inc({ channel, outcome });
}

export const messagesFigures = defineFigures({
  name: "messages",
  queries: [
    {
      sql: `${CLOCK}
        select mode, channel, count(*) as pending,
          greatest(max(extract(epoch from clock.now - queued_at)), 0) as oldest
        from clock
        join messages.message using (merchant_id)
        where status = 'pending'
        group by mode, channel`,
      metrics: {
        vitaran_messages_pending: {
          help: "E-mails and SMS that are not sent.",
          labels: ["mode", "channel"],
          value: "pending",
        },
        vitaran_messages_oldest_seconds: {
          help: "Age of the oldest of these messages.",
          labels: ["mode", "channel"],
          value: "oldest",
        },
      },
    },
  ],
});
