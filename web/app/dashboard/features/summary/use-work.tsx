// Gathers what members have to do from what the server says waits, fails or is late.
import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import type { WorkItem } from "./attention.tsx";
import { useTexts } from "./texts.ts";

type Now = Outputs["getSummary"]["now"];
type Waiting = Now["waiting"][number];

/** Transfers for which the fund source lacks money. The queue pays the others without anybody's help. */
const lacksMoney = (one: Waiting): boolean => one.waitingFor === "funds" && one.missing !== null;

/** Returns what somebody has to do: approve first, then money, then banks, then what is broken. */
export function useWork(now: Now): WorkItem[] {
  return [...useApprovals(now), ...useMoney(now), ...useBanks(now), ...useRepairs()];
}

function useApprovals({ waiting, batchesToApprove: { batches, amount } }: Now): WorkItem[] {
  const t = useTexts();
  const to = useTo();
  const { permissions } = useSession().merchant;
  const actionOf = (permission: "approve_quick_transfer" | "approve_bulk_transfer") =>
    t(permissions.includes(permission) ? "actApprove" : "actSee");
  const transfers = waiting.filter(({ waitingFor }) => waitingFor === "approval");
  return [
    ...transfers.map((one) => ({
      id: `approval ${one.fundSourceId}`,
      words: t("approvalsWait", { count: one.transfers }),
      amount: one.amount,
      more: (
        <>
          {one.fundSourceName !== null && <>{t("paidFrom", { name: one.fundSourceName })} · </>}
          {t.rich("nextExpires", { time: <Time at={one.nextAt} shape="minute" /> })}
        </>
      ),
      action: actionOf("approve_quick_transfer"),
      to: to("transfers/approve"),
    })),
    ...(batches === 0
      ? []
      : [
          {
            id: "batches",
            words: t("batchesWait", { count: batches }),
            amount,
            action: actionOf("approve_bulk_transfer"),
            to: to("transfers/approve-batches"),
          },
        ]),
  ];
}

function useMoney({ waiting, lowBalances }: Now): WorkItem[] {
  const t = useTexts();
  const to = useTo();
  const source = (id: string | null) => to(`fund-sources/${encodeURIComponent(id ?? "")}`);
  const lacking = waiting.filter(lacksMoney);
  // The transfers that wait say it more precisely than the threshold.
  const low = lowBalances.filter((one) => lacking.every((other) => other.fundSourceId !== one.fundSourceId));
  return [
    ...lacking.map((one) => ({
      id: `funds ${one.fundSourceId}`,
      words: t("fundsMissing", { count: one.transfers, missing: formatRupees(one.missing ?? "0.00") }),
      amount: one.amount,
      more: (
        <>
          {one.fundSourceName !== null && <>{t("paidFrom", { name: one.fundSourceName })} · </>}
          {t.rich("nextFails", { time: <Time at={one.nextAt} shape="minute" /> })}
        </>
      ),
      action: t("actTopUp"),
      to: source(one.fundSourceId),
    })),
    ...low.map(({ fundSourceId, name, available, threshold }) => ({
      id: `low ${fundSourceId}`,
      words: t("lowBalance", { name, threshold: formatRupees(threshold) }),
      amount: available,
      action: t("actTopUp"),
      to: source(fundSourceId),
    })),
  ];
}

function useBanks({ inReview }: Now): WorkItem[] {
  const t = useTexts();
  const to = useTo();
  const overdue = useCall("listOverdueCredits", { merchantId: useMerchantId() });
  const owing = (overdue.data?.banks ?? []).filter(({ claims }) => claims > 0);
  return [
    ...inReview.map(({ bankName, fundSourceName, fundSourceId, transfers, amount }) => ({
      id: `review ${bankName} ${fundSourceId}`,
      words: t("callBank", { name: bankName ?? t("yourBank"), count: transfers }),
      amount,
      more: fundSourceName === null ? undefined : t("paidFrom", { name: fundSourceName }),
      action: t("actSee"),
      to: to("transfers/all?f=1&status=under_review"),
    })),
    ...owing.map(({ bankId, bankName, owed, claims }) => ({
      id: `claim ${bankId}`,
      words: t("claimBank", { name: bankName, count: claims }),
      amount: owed,
      action: t("actClaim"),
      to: to("fund-sources/late-returns"),
    })),
  ];
}

/** More breaks than this are "50 or more". */
const BREAKS_MAX = 50;

function useRepairs(): WorkItem[] {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const breaks = useCall("listBreaks", { merchantId, open: true, limit: BREAKS_MAX });
  const endpoints = useCall("listWebhookEndpoints", { merchantId });
  const count = breaks.data?.items.length ?? 0;
  const broken = (endpoints.data?.items ?? []).filter(
    ({ status, disabledBecause, failingSince }) =>
      disabledBecause === "gone" ||
      disabledBecause === "failing" ||
      (status === "enabled" && failingSince !== null),
  );
  return [
    ...(count === 0
      ? []
      : [
          {
            id: "breaks",
            words: breaks.data?.next === null ? t("breaksOpen", { count }) : t("breaksMany", { count }),
            action: t("actFix"),
            to: to("fund-sources/reconciliation"),
          },
        ]),
    ...broken.map(({ endpointId, url, failingSince, disabledBecause }) => ({
      id: `endpoint ${endpointId}`,
      words: t(disabledBecause === null ? "endpointFails" : "endpointOff", { url: hostOf(url) }),
      more:
        failingSince === null
          ? undefined
          : t.rich("incidentSince", { time: <Time at={failingSince} shape="minute" /> }),
      action: t("actFix"),
      to: to("developers/webhooks"),
    })),
  ];
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

const waits = {
  funds: { text: "fundsWait", next: "nextFails", status: "queued_for_funds" },
  window: { text: "windowWait", next: "nextOpens", status: "queued_for_window" },
  downtime: { text: "downtimeWait", next: "nextTried", status: "queued_for_bank" },
  schedule: { text: "scheduleWait", next: "nextGoes", status: "scheduled" },
} as const;

/** Returns what waits but goes on by itself, and the downtimes that explain it. */
export function useOwnPace({ waiting, incidents }: Now): WorkItem[] {
  const t = useTexts();
  const to = useTo();
  const passing = waiting.flatMap((one) =>
    one.waitingFor === "approval" || lacksMoney(one) ? [] : [{ ...one, waitingFor: one.waitingFor }],
  );
  return [
    ...passing.map(({ waitingFor, fundSourceId, fundSourceName, transfers, amount, nextAt }) => ({
      id: `${waitingFor} ${fundSourceId}`,
      words: t(waits[waitingFor].text, { count: transfers }),
      amount,
      more: (
        <>
          {fundSourceName !== null && <>{t("paidFrom", { name: fundSourceName })} · </>}
          {t.rich(waits[waitingFor].next, { time: <Time at={nextAt} shape="minute" /> })}
        </>
      ),
      to: to(`transfers/all?f=1&status=${waits[waitingFor].status}`),
    })),
    ...incidents.map(({ incidentNo, entityName, mode, severity, startedAt }) => ({
      id: `incident ${incidentNo}`,
      words: t(severity.toLowerCase() === "high" ? "incidentHigh" : "incident", {
        name: entityName,
        mode: railName(mode),
      }),
      more: t.rich("incidentSince", { time: <Time at={startedAt} shape="minute" /> }),
      to: to("fund-sources/downtimes"),
    })),
  ];
}
