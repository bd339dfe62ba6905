import { Screenshot } from "#docs/parts/screenshot.tsx";

const onPhone = "max-md:w-64 max-md:shrink-0";

export function DashboardPictures() {
  return (
    <div className="mt-20">
      <h3 className="text-26">The dashboard, on your desk and on your phone</h3>
      <p className="mt-2 max-w-[45rem] text-ink-2">
        Every payout, where its money is and what needs a person; every request for approval, with the amount
        in words. The pictures show the demo merchant that{" "}
        <code className="font-mono text-ink">npm start</code> brings.
      </p>
      <div
        role="group"
        aria-label="Pictures of the dashboard"
        tabIndex={0}
        className="pictures mt-6 flex gap-4 overflow-x-auto pb-1 lg:grid lg:grid-cols-[3.2fr_1fr] lg:gap-6"
      >
        <Screenshot of="summary" className="max-md:hidden" />
        <Screenshot of="summary-phone" className={`md:hidden ${onPhone}`} />
        <Screenshot of="approve-phone" className={`md:max-lg:hidden ${onPhone}`} />
      </div>
    </div>
  );
}
