// The member's sessions, and a button that ends each.
import { useSend } from "#dashboard/api/use-call.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { Security } from "./security.ts";
import { useTexts } from "./texts.ts";

const systems = ["Windows", "Android", "iPhone", "iPad", "Mac OS", "Linux"];
const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };

/** Returns "Chrome, Linux" for a user agent, or the user agent itself if neither is known. */
function browserOf(userAgent: string): string {
  const found = [browsers, systems].map((list) => list.find((one) => userAgent.includes(one)));
  const said = found.filter((one) => one !== undefined).map((one) => names[one] ?? one);
  return said.length > 0 ? said.join(", ") : userAgent;
}

export function SessionsCard({ sessions }: { sessions: Security["sessions"] }) {
  const t = useTexts();
  const { me } = useSession();
  const told = {
    refreshes: ["readSecurity"] as const,
    onDone: ({ ended }: { ended: number }) => toast(t("ended", { count: ended })),
  };
  const ending = useSend("endSession", told);
  const endingOthers = useSend("endOtherSessions", told);
  const error = ending.error ?? endingOthers.error;
  return (
    <Card
      title={t("sessions")}
      lead={t("sessionsLead", { idle: me.idleMinutes, hours: me.absoluteHours })}
      actions={
        sessions.length > 1 && (
          <Button size="sm" busy={endingOthers.isPending} onClick={() => endingOthers.send({})}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      {error && <ErrorBox error={error} className="mb-3" />}
      <ul className="grid gap-3">
        {sessions.map(({ sessionId, userAgent, ip, usedAt, current }) => (
          <li key={sessionId} className="flex items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {browserOf(userAgent)}
                {current && <Badge tone="info">{t("here")}</Badge>}
              </span>
              <span className="block text-13 text-ink-2">
                {ip} · {t("lastUsed")} <Time at={usedAt} shape="minute" />
              </span>
            </span>
            {!current && (
              <Button size="sm" look="quiet" onClick={() => ending.send({ sessionId })}>
                {t("end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
