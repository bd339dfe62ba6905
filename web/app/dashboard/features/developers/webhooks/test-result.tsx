// The result of a test: the verdict first, then the request and the response.
import { Note } from "#dashboard/ui/layout.tsx";
import { Code, RequestView } from "./exchange.tsx";
import type { Format, Tested } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export function TestResult({ tested, format }: { tested: Tested; format: Format }) {
  const t = useTexts();
  const { accepted, httpStatus, durationMs, excerpt, request } = tested;
  const isClassic = format === "classic_form" || format === "classic_json";
  return (
    <div className="grid gap-4" role="status">
      {accepted ? (
        <Note tone="ok" title={t("goodTitle")}>
          {t("goodText", { status: String(httpStatus), ms: durationMs })}
        </Note>
      ) : (
        <Note tone="bad" title={t("badTitle")}>
          {httpStatus === null
            ? t("badNone", { excerpt })
            : t(isClassic ? "badStatus" : "badStatusOther", { status: String(httpStatus) })}
        </Note>
      )}
      <details open={!accepted}>
        <summary className="min-h-7 cursor-pointer text-14 font-semibold">
          {t("sent")} · {t("answered")}
        </summary>
        <div className="mt-3 grid gap-4">
          <RequestView request={request} />
          <Code
            label={`${t("answered")} · HTTP ${httpStatus ?? "–"} · ${t("ms", { ms: durationMs })}`}
            text={excerpt === "" ? t("emptyAnswer") : excerpt}
          />
        </div>
      </details>
    </div>
  );
}
