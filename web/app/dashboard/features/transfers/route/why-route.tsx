// Explains why a transfer used its bank and rail: every candidate with the reason or the numbers that decided its rank.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

type Route = Outputs["explainRoute"]["items"][number];
type Decision = NonNullable<Route["decision"]>;
type Candidate = Decision["candidates"][number];

export function WhyRoute({ transferKey }: { transferKey: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { data, error, refetch } = useCall("explainRoute", { merchantId, transferKey });
  return (
    <Card title={t("title")} lead={t("lead")}>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      <div className="grid gap-6">
        {data?.items.map((route) => (
          <Attempt key={route.attempt} route={route} />
        ))}
      </div>
    </Card>
  );
}

function Attempt({ route: { attempt, bankName, rail, at, replay, decision } }: { route: Route }) {
  const t = useTexts();
  return (
    <section className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {t("attempt", { no: attempt, bank: bankName, rail: railName(rail) })}
        <Time at={at} className="text-13 font-normal text-ink-3" />
      </h3>
      {decision === null ? (
        <p className="text-ink-2">{t("notStored")}</p>
      ) : (
        <>
          <Candidates attempt={attempt} candidates={decision.candidates} />
          <Basis decision={decision} replay={replay} />
        </>
      )}
    </section>
  );
}

/** Shows the basis of the decision, and if the decision follows from it. */
function Basis({ decision, replay }: { decision: Decision; replay: Route["replay"] }) {
  const t = useTexts();
  const { rule, policyVersion, snapshotNo } = decision;
  const facts = [
    policyVersion === 0 && t("policyUsual"),
    policyVersion !== null && policyVersion > 0 && t("policy", { version: String(policyVersion) }),
    snapshotNo === 0 && t("snapshotNone"),
    snapshotNo !== null && snapshotNo > 0 && t("snapshot", { no: String(snapshotNo) }),
    t("rule", { rule }),
  ];
  return (
    <p className="text-13 break-words text-ink-2">
      {facts.filter((fact) => fact !== false).join(" · ")}
      <br />
      {t(replay)}
    </p>
  );
}

function Candidates({ attempt, candidates }: { attempt: number; candidates: readonly Candidate[] }) {
  const t = useTexts();
  return (
    <table className="w-full text-14">
      <caption className="sr-only">{t("candidates", { no: attempt })}</caption>
      <thead>
        <tr className="border-b border-line text-left text-13 text-ink-3">
          <th scope="col" className="py-1 pr-3 font-semibold">
            {t("way")}
          </th>
          <th scope="col" className="py-1 font-semibold">
            {t("result")}
          </th>
        </tr>
      </thead>
      <tbody>
        {candidates.map((one) => (
          <tr key={`${one.bankName} ${one.rail}`} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal break-words">
              {t("way_of", { bank: one.bankName, rail: railName(one.rail) })}
            </th>
            <td className="py-1.5 break-words">
              <Result one={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Result({ one }: { one: Candidate }) {
  const t = useTexts();
  const { skipped, state, failBp, demoted, share, place, cost } = one;
  const numbers = [
    state !== null && t(state),
    failBp > 0 && t("failed", { percent: String(Math.round(failBp / 10) / 10) }),
    demoted && t("demoted"),
    share && t("share"),
    place !== null && t("place", { place }),
    cost !== null && t("cost", { amount: formatRupees(cost) }),
  ].filter((number) => number !== false);
  return (
    <>
      <span className={skipped === null ? "font-semibold" : ""}>{t(skipped ?? "chosen")}</span>
      {numbers.length > 0 && <span className="block text-12 text-ink-3">{numbers.join(", ")}</span>}
    </>
  );
}
