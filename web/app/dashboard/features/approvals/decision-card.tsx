// Everything that an approver must see to decide about one request, and the two buttons.
import { useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money, MoneyWords } from "#dashboard/ui/money.tsx";
import { People, Person } from "#dashboard/ui/person.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import type { Asked } from "./decision-dialogs.tsx";
import type { Fact } from "./facts/change-facts.ts";
import { useProposalFacts } from "./proposal-facts.tsx";
import { flagTones, useKindName, useSubjectName } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

interface DecisionCardProps {
  request: Request;
  onAsk: (asked: Asked) => void;
}

export function DecisionCard({ request, onAsk }: DecisionCardProps) {
  const t = useTexts();
  const nameOf = useSubjectName();
  const kindOf = useKindName();
  const { amount, transfer } = request;
  const name = nameOf(request);
  const kind = kindOf(request);
  const proposed = useProposalFacts()(request).map(({ label, value }) => ({
    label,
    value: isLines(value) ? value.map((line) => <p key={line}>{line}</p>) : value,
  }));
  return (
    <Card
      title={amount === null ? name : <Money amount={amount} size="figure" />}
      lead={amount === null ? kind !== name && kind : <MoneyWords amount={amount} />}
    >
      <div className="grid gap-5">
        {transfer !== null && <Flags transfer={transfer} />}
        <KeyValues facts={[...subjectFacts(request, t), ...proposed, ...requestFacts(request, t)]} />
        <Decisions request={request} />
        <Buttons request={request} onAsk={onAsk} />
      </div>
    </Card>
  );
}

const isLines = (value: Fact["value"]): value is readonly string[] => Array.isArray(value);

function Flags({ transfer }: { transfer: NonNullable<Request["transfer"]> }) {
  const t = useTexts();
  return (
    <>
      {transfer.flags.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {transfer.flags.map((flag) => (
            <Badge key={flag} tone={flagTones[flag]}>
              {t(`flag_${flag}`)}
            </Badge>
          ))}
        </p>
      )}
      {transfer.nameAtBank !== null && (
        <Note tone="bad">{t("nameAtBank", { name: transfer.nameAtBank })}</Note>
      )}
      {transfer.otherAccount !== null && (
        <Note tone="bad">{t("otherAccount", { account: transfer.otherAccount })}</Note>
      )}
    </>
  );
}

type Words = ReturnType<typeof useTexts>;

function subjectFacts({ transfer, batch }: Request, t: Words) {
  if (batch !== null) {
    const { rows, invalid, name, format, referenceId } = batch;
    return [
      { label: t("name"), value: name },
      { label: t("referenceId"), value: <Mono>{String(referenceId)}</Mono> },
      { label: t("format"), value: format },
      { label: t("rows"), value: t("batchRows", { rows, invalid }) },
    ];
  }
  if (transfer === null) return [];
  const { payee, paidTo, ifsc, bankName, mode, lastPayment } = transfer;
  return [
    { label: t("payee"), value: payee },
    {
      label: t("paidTo"),
      value: (
        <>
          <Mono>{ifsc === null ? paidTo : `${paidTo} · ${ifsc}`}</Mono>
          {bankName !== null && <span className="block text-13 text-ink-2">{bankName}</span>}
        </>
      ),
    },
    {
      label: t("lastPayment"),
      value:
        lastPayment === null
          ? t("never")
          : t.rich("lastPaymentOf", {
              amount: formatRupees(lastPayment.amount),
              at: <Time at={lastPayment.at} shape="day" />,
            }),
    },
    { label: t("mode"), value: mode === "banktransfer" ? t("mode_banktransfer") : railName(mode) },
    ...namingFacts(transfer, t),
    ...payingFacts(transfer, t),
  ];
}

/** Returns the facts that identify the transfer and its origin. */
function namingFacts(transfer: NonNullable<Request["transfer"]>, t: Words) {
  const { transferId, referenceId, beneId, remarks, origin } = transfer;
  return [
    { label: t("transferId"), value: <Mono>{transferId}</Mono> },
    { label: t("referenceId"), value: <Mono>{referenceId}</Mono> },
    ...(beneId === null ? [] : [{ label: t("beneId"), value: <Mono>{beneId}</Mono> }]),
    ...(origin === null ? [] : [{ label: t("origin"), value: t(`origin_${origin as "batch"}`) }]),
    ...(remarks === "" ? [] : [{ label: t("remarks"), value: remarks }]),
  ];
}

/** Returns the facts about its cost, the remaining balance and its arrival. */
function payingFacts(transfer: NonNullable<Request["transfer"]>, t: Words) {
  const { fundSourceName, payeeGets, fee, tax, balanceAfter, expectedBy, processOn } = transfer;
  return [
    ...(payeeGets === null ? [] : [{ label: t("payeeGets"), value: <Money amount={payeeGets} /> }]),
    ...(processOn === null ? [] : [{ label: t("processOn"), value: <Time at={processOn} shape="minute" /> }]),
    { label: t("feeAndTax"), value: t("feeAndTaxOf", { fee: formatRupees(fee), tax: formatRupees(tax) }) },
    { label: t("fundSource"), value: fundSourceName },
    ...(balanceAfter === null
      ? []
      : [
          {
            label: t("balanceAfter"),
            value: (
              <>
                <Money amount={balanceAfter} />
                {balanceAfter.startsWith("-") && <Badge tone="warn">{t("notCovered")}</Badge>}
              </>
            ),
          },
        ]),
    ...(expectedBy === null
      ? []
      : [
          {
            label: t(processOn === null ? "expectedBy" : "expectedThen"),
            value: <Time at={expectedBy} shape="minute" />,
          },
        ]),
  ];
}

const Mono = ({ children }: { children: string }) => <span className="font-mono text-13">{children}</span>;

const requestFacts = (request: Request, t: Words) => [
  { label: t("maker"), value: <Person person={request.maker} /> },
  { label: t("since"), value: <Time at={request.openedAt} shape="minute" /> },
  request.aloneUntil === null
    ? { label: t("expires"), value: <Time at={request.expiresAt} shape="minute" /> }
    : { label: t("aloneUntil"), value: <Time at={request.aloneUntil} shape="minute" /> },
  {
    label: t("policy"),
    value: (
      <>
        {request.policy}
        <br />
        <span className="text-13 text-ink-2">
          {t("step", { level: request.level, levels: request.levels, missing: request.missing })}
        </span>
      </>
    ),
  },
];

function Decisions({ request }: { request: Request }) {
  const t = useTexts();
  const { decisions } = request;
  return (
    <section>
      <h3 className="font-semibold">{t("decisions")}</h3>
      {decisions.length === 0 && <p className="text-13 text-ink-2">{t("noneYet")}</p>}
      <ul className="grid gap-1">
        {decisions.map(({ by, verdict, remarks, at, counts }) => (
          <li key={`${by.memberId} ${at}`} className="text-14">
            {t.rich(verdict === "approve" ? "saidApprove" : "saidReject", { name: <Person person={by} /> })}{" "}
            <Time at={at} shape="minute" className="text-13 text-ink-2" />
            {remarks !== "" && <span className="block text-13 text-ink-2">{remarks}</span>}
            {!counts && <span className="block text-13 text-ink-2">{t("voided")}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The kinds of changes whose makers can withdraw them here. */
const WITHDRAWN_HERE = ["key_reset", "limit", "rights", "policy", "credit"];

function Buttons({ request, onAsk }: DecisionCardProps) {
  const t = useTexts();
  const { environment } = useSession();
  const mayPlay = useCan()("playApprover") && environment === "sandbox";
  const { turn, approvers, kind, aloneUntil } = request;
  if (turn === "ended") return null;
  const isTurn = turn === "now";
  const ask = (verdict: Asked["verdict"]) => () => onAsk({ verdict, requests: [request] });
  return (
    <>
      {!isTurn && (
        <Note>
          {turn === "own" && aloneUntil !== null
            ? t.rich("turnAlone", { at: <Time at={aloneUntil} shape="minute" /> })
            : t(`turn_${turn as "own"}`)}{" "}
          {approvers.length > 0 && t.rich("ask", { names: <People people={approvers} inline /> })}
        </Note>
      )}
      <div className="action-bar print:hidden">
        <Button look="primary" size="money" icon="check" disabled={!isTurn} onClick={ask("approve")}>
          {t("approve")}
        </Button>
        <Button look="danger" size="money" disabled={!isTurn && turn !== "later"} onClick={ask("reject")}>
          {t("reject")}
        </Button>
        {turn === "own" && WITHDRAWN_HERE.includes(kind) && <Withdraw request={request} />}
        {!isTurn && mayPlay && (
          <Can operation="playApprover">
            <Button size="money" icon="person" onClick={ask("play")}>
              {t("play")}
            </Button>
          </Can>
        )}
      </div>
    </>
  );
}

function Withdraw({ request: { requestId } }: Pick<DecisionCardProps, "request">) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const withdrawing = useSend("withdrawRequest", {
    refreshes: [
      "listApprovals",
      "listApprovalHistory",
      "getApproval",
      "getSummary",
      "getApiKeys",
      "getBreak",
    ],
    onDone: () => toast(t("withdrawn")),
  });
  return (
    <>
      <Button
        size="money"
        busy={withdrawing.isPending}
        onClick={() => withdrawing.send({ merchantId, requestId })}
      >
        {t("withdraw")}
      </Button>
      {withdrawing.error && <ErrorBox error={withdrawing.error} />}
    </>
  );
}
