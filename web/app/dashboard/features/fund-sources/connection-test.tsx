// Shows the result of the test of a service's keys, before they are saved.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { useTexts } from "./texts.ts";

type Test = Outputs["testUpstream"];

export function ConnectionTest({ test, last4 }: { test: Test; last4: string }) {
  const t = useTexts();
  if (test.fault !== null) {
    return (
      <Note tone="warn" title={t(FAULTS[test.fault].means)}>
        {t(FAULTS[test.fault].todo)}
        <code className="mt-1 block text-13 break-words text-muted">{test.detail}</code>
      </Note>
    );
  }
  const { accountKnown, balance } = test;
  return (
    <Note tone="ok" title={t("keysWork")}>
      {!accountKnown && t("accountNotTold", { last4 })}
      {accountKnown && balance === null && t("accountFound", { last4 })}
      {accountKnown &&
        balance !== null &&
        t.rich("accountHolds", { last4, balance: <Money amount={balance} /> })}
    </Note>
  );
}

const OTHER = { means: "faultOther", todo: "faultOtherTodo" } as const;

/** Services are reached over HTTP, so faults of folders do not occur here. */
const FAULTS = {
  key_refused: { means: "faultKey", todo: "faultKeyTodo" },
  caller_refused: { means: "faultCaller", todo: "faultCallerTodo" },
  not_enabled: { means: "faultNotEnabled", todo: "faultNotEnabledTodo" },
  account_unknown: { means: "faultAccount", todo: "faultAccountTodo" },
  unreachable: { means: "faultUnreachable", todo: "faultUnreachableTodo" },
  tls_invalid: { means: "faultTls", todo: "faultTlsTodo" },
  no_answer: { means: "faultNoAnswer", todo: "faultAwayTodo" },
  bank_away: { means: "faultAway", todo: "faultAwayTodo" },
  not_understood: OTHER,
  folder_missing: OTHER,
  folder_not_writable: OTHER,
  folders_apart: OTHER,
} as const satisfies Record<NonNullable<Test["fault"]>, { means: string; todo: string }>;
