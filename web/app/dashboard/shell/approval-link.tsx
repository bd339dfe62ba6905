// From what waits for another person to the request about it.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "../ui/badge.tsx";
import { Time } from "../ui/time.tsx";
import type { Environment } from "./nav.ts";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

interface ApprovalLinkProps {
  requestId: string;
  /** Where it waits, if not here. */
  environment?: Environment | undefined;
}

/** A link of words, beside a note. */
export function ApprovalLink({ requestId, environment }: ApprovalLinkProps) {
  const t = useTexts();
  return (
    <Link className="text-link underline" to={useApproval({ requestId, environment })}>
      {t("seeApproval")}
    </Link>
  );
}

interface WaitingBadgeProps extends ApprovalLinkProps {
  askedBy: string;
  /** When it is done without another person, because there is none. */
  aloneUntil: string | null;
  /** What waits. */
  children: ReactNode;
}

/** In the row of a table: what waits, who asked, and when it is done if there is no one to ask. */
export function WaitingBadge({ askedBy, aloneUntil, children, ...link }: WaitingBadgeProps) {
  const t = useTexts();
  return (
    <span className="grid justify-items-end pb-1 md:justify-items-start">
      <Link className="rounded-field py-1 underline" to={useApproval(link)}>
        <Badge tone="warn">{children}</Badge>
      </Link>
      <span className="text-12 text-ink-2">
        {aloneUntil === null
          ? t("askedBy", { name: askedBy })
          : t.rich("takesEffect", { at: <Time at={aloneUntil} shape="minute" /> })}
      </span>
    </span>
  );
}

function useApproval({ requestId, environment }: ApprovalLinkProps): string {
  const here = useSession().environment;
  return `/dashboard/${environment ?? here}/transfers/approve?open=${requestId}`;
}
