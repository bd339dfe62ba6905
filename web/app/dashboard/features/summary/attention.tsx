// Shows what somebody must do today, with the fund source and the next step of each task, and what continues by itself.
// Neither depends on the chosen range.
import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { useTexts } from "./texts.ts";
import { useOwnPace, useWork } from "./use-work.tsx";

export interface WorkItem {
  id: string;
  words: ReactNode;
  amount?: string | undefined;
  more?: ReactNode;
  /** The next step in one or two words. Absent if it goes on by itself. */
  action?: string;
  to: string;
}

export function Attention({ now }: { now: Outputs["getSummary"]["now"] }) {
  const t = useTexts();
  const work = useWork(now);
  const others = useOwnPace(now);
  return (
    <Card title={t("attention")} flush>
      {work.length === 0 ? (
        <p className="flex items-center gap-2 px-4 pb-4 text-ink-2 md:px-5">
          <Icon name="check" className="text-ok" />
          {t("attentionNone")}
        </p>
      ) : (
        <ul>
          {work.map((item) => (
            <Task key={item.id} item={item} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h3 className="border-t border-line bg-sunken px-4 py-1.5 text-13 font-semibold text-ink-2 md:px-5">
            {t("ownPace")}
          </h3>
          <ul>
            {others.map((item) => (
              <Passing key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

const line = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 md:px-5";

function Task({ item: { id, words, amount, more, action, to } }: { item: WorkItem }) {
  const about = useId();
  return (
    <li data-attention={id} className={`${line} py-2.5 first:border-t-0`}>
      <span id={about} className="min-w-0 flex-[1_1_14rem]">
        <span className="block font-semibold">{words}</span>
        {more && <span className="block text-13 text-ink-2">{more}</span>}
      </span>
      <span className="flex items-center gap-4 max-sm:basis-full max-sm:justify-between">
        {amount ? <Money amount={amount} /> : <span />}
        <ButtonLink size="sm" to={to} aria-describedby={about} className="min-w-28 justify-center">
          {action}
        </ButtonLink>
      </span>
    </li>
  );
}

function Passing({ item: { id, words, amount, more, to } }: { item: WorkItem }) {
  return (
    <li data-attention={id} className={`${line} relative py-2 text-14 hover:bg-sunken`}>
      <span className="min-w-0">
        <Link to={to} className="after:absolute after:inset-0">
          {words}
        </Link>
        {more && <span className="block text-13 text-ink-2">{more}</span>}
      </span>
      {amount && <Money amount={amount} />}
    </li>
  );
}
