/** Writes the alerts' cases as a file for `promtool test rules`, which plays hours in a moment. */
import { CASES, type Shape, writeSeries } from "./alert-cases.ts";

// Minutes of good times, bad times, and good times again. The longest alert waits for an hour, and looks back an hour.
const [BEFORE, DURING, AFTER] = [70, 80, 130];
/** Minutes between two evaluations. Prometheus evaluates more often; each one takes time here. */
const EVERY = 5;
/** A kind of contradiction that has never occurred before is news for an hour. */
const SOON = 10;

/** The moment of a look, and the alerts that must be firing then. */
interface Look {
  readonly minute: number;
  readonly firing: readonly string[];
}

/** Returns the file: one test for each case, in which nothing but its alert may fire. */
export function writeRuleTests(rulesFile: string): object {
  const tests = Object.entries(CASES).flatMap(([alert, cases]) =>
    cases.map((bad, index) => ({
      name: `${alert}, case ${index + 1}`,
      interval: "1m",
      external_labels: { vitaran: "https://payouts.example.com" },
      input_series: writeAll(bad),
      promql_expr_test: [
        { minute: BEFORE - EVERY, firing: [] },
        { minute: BEFORE + (bad.some(({ as }) => as === "first") ? SOON : DURING - EVERY), firing: [alert] },
        { minute: BEFORE + DURING + AFTER - EVERY, firing: [] },
      ].map(writeLook),
    })),
  );
  return { rule_files: [rulesFile], evaluation_interval: `${EVERY}m`, tests };
}

/** The series of a case, and what is always there. */
function writeAll(bad: readonly Shape[]): object[] {
  const [[looked] = []] = CASES.VitaranWorkerStopped!;
  const always = bad.includes(looked!) ? [] : [{ ...looked!, bad: looked!.good }];
  return [
    { series: 'up{job="vitaran", instance="api-1"}', values: `1+0x${BEFORE + DURING + AFTER}` },
    ...[...always, ...bad].map((shape) => ({ series: writeSeries(shape), values: valuesOf(shape) })),
  ];
}

/** Writes a series in promtool's words: a start, a growth and a number of steps for each of the three times. */
function valuesOf({ as, good, bad }: Shape): string {
  const spans = [
    { minutes: BEFORE, value: good },
    { minutes: DURING, value: bad },
    { minutes: AFTER, value: good },
  ];
  let minute = 0;
  let count = 0;
  const parts = spans.map(({ minutes, value }, index) => {
    const start = minute;
    minute += minutes;
    if (as === "level") return `${value}+0x${minutes - 1}`;
    if (as === "ago") return `${start * 60 - value}+60x${minutes - 1}`;
    if (as === "first") return index === 0 ? `_x${minutes}` : `${bad}+0x${minutes - 1}`;
    const begin = count;
    count += value * 60 * minutes;
    return `${begin}+${value * 60}x${minutes - 1}`;
  });
  return parts.join(" ");
}

const writeLook = ({ minute, firing }: Look): object => ({
  expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
  eval_time: `${minute}m`,
  exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
});
