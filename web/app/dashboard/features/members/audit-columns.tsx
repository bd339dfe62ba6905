// The columns of the audit log: the action in words, with the exact record below.
import type { Outputs } from "#dashboard/api/operations.ts";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

type Row = Outputs["listAuditRecords"]["items"][number];

/** Returns "Member added" for `access.member_added`. */
function actionInWords(action: string): string {
  const words = action.slice(action.indexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function useAuditColumns(): Column<Row>[] {
  const t = useTexts();
  const said = ({ actor, actorName }: Row) => actorName ?? (actor === "system" ? t("system") : actor);
  return [
    {
      id: "time",
      header: t("time"),
      fixed: true,
      cell: ({ at }) => <Time at={at} className="whitespace-nowrap" />,
    },
    { id: "who", header: t("who"), width: "min-w-32", cell: said },
    {
      id: "action",
      header: t("action"),
      width: "min-w-44",
      cell: ({ action }) => (
        <span className="grid">
          {actionInWords(action)}
          <code className="text-12 break-all text-ink-3">{action}</code>
        </span>
      ),
    },
    {
      id: "about",
      header: t("about"),
      width: "min-w-40",
      cell: ({ subject, subjectName }) => subjectName ?? <code className="text-12 break-all">{subject}</code>,
    },
    { id: "details", header: t("details"), cell: ({ detail }) => <Details of={detail} /> },
  ];
}

const inText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(inText).join(", ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** Shows the other fields of a record on one line, and in full after a click. */
function Details({ of }: { of: string }) {
  const pairs = Object.entries(JSON.parse(of) as Record<string, unknown>).filter(
    ([, value]) => value !== null,
  );
  if (pairs.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <details className="group max-w-[44ch] min-w-0 text-13 text-ink-2">
      <summary className="cursor-pointer truncate group-open:text-ink-3">
        {pairs.map(([name, value]) => `${name}: ${inText(value)}`).join(" · ")}
      </summary>
      <dl className="mt-1 grid gap-1">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt className="inline font-mono text-12 text-ink-3">{name}</dt>{" "}
            <dd className="inline break-words">{inText(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
