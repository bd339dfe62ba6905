// "Was this page helpful?" is a form, so that it works without scripts too. With scripts, watch-feedback.ts answers.

export function Feedback({ path }: { path: string }) {
  return (
    <form
      aria-labelledby="helpful"
      data-feedback
      method="post"
      action="/docs-feedback"
      className="mt-14 flex min-h-11 flex-wrap items-center gap-4 print:hidden"
    >
      <p id="helpful" className="font-semibold">
        Was this page helpful?
      </p>
      <input type="hidden" name="page" value={path} />
      {(["yes", "no"] as const).map((helpful) => (
        <button
          key={helpful}
          name="helpful"
          value={helpful}
          className="min-h-11 min-w-16 rounded-field border border-control px-4 hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-sunken aria-pressed:font-semibold"
        >
          {helpful === "yes" ? "Yes" : "No"}
        </button>
      ))}
      <p role="status" className="text-ink-2" />
      <p id="thanks" className="only-no-js hidden text-ink-2 target:block">
        Thank you for your answer.
      </p>
    </form>
  );
}
