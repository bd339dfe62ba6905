// Links something that waits for another person to its approval request.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person as Asker } from "../api/operations.ts";
import { Badge } from "../ui/badge.tsx";
import { Person } from "../ui/person.tsx";
import { Time } from "../ui/time.tsx";
import type { Environment } from "./nav.ts";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

interface ApprovalLinkProps {
  requestId: string;
  /** The environment in which it waits, if it is not this one. */
  environment?: Environment | undefined;
}

/** A text link beside a note. */
export function ApprovalLink({ requestId, environment }: ApprovalLinkProps) {
  const t = useTexts();
  return (
    <Link className="text-link underline" to={useApproval({ requestId, environment })}>
      {t("seeApproval")}
    </Link>
  );
}

interface WaitingBadgeProps extends ApprovalLinkProps {
  askedBy: Asker;
  /** The time when it takes effect without approval, because no other person can give it. */
  aloneUntil: string | null;
  /** Describes what waits. */
  children: ReactNode;
}

/** In a table row: says what waits, who requested it, and when it takes effect if nobody else can approve it. */
export function WaitingBadge({ askedBy, aloneUntil, children, ...link }: WaitingBadgeProps) {
  const t = useTexts();
  return (
    <span className="grid justify-items-end pb-1 md:justify-items-start">
      <Link className="rounded-field py-1 underline" to={useApproval(link)}>
        <Badge tone="warn">{children}</Badge>
      </Link>
      <span className="text-12 text-ink-2">
        {aloneUntil === null
          ? t.rich("askedBy", { name: <Person person={askedBy} /> })
          : t.rich("takesEffect", { at: <Time at={aloneUntil} shape="minute" /> })}
      </span>
    </span>
  );
}

function useApproval({ requestId, environment }: ApprovalLinkProps): string {
  const here = useSession().environment;
  return `/dashboard/${environment ?? here}/transfers/approve?open=${requestId}`;
}
