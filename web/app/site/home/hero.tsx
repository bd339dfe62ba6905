import { entryPaths } from "#app/brand.ts";
import { RailMap } from "./rail-map.tsx";
import { ExampleCard } from "./example-card.tsx";
import { StartLines } from "./start-lines.tsx";

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="frame grid items-start gap-12 pt-14 pb-12 md:pt-20 lg:grid-cols-[6fr_5fr]">
        <div className="margin-rule md:pl-6">
          <h1 id="hero-title" tabIndex={-1} className="text-hero">
            Introducing payouts
          </h1>
          <p className="mt-5 max-w-[34rem] font-display text-26 font-semibold">
            Open-source payouts for businesses in India, on your own servers.
          </p>
          <p className="mt-4 max-w-[34rem] text-18 text-ink-2">
            Pay suppliers, customers, borrowers and employees 24x7, holidays included: to bank accounts, UPI
            IDs and wallets in seconds, and to cards. Each payment goes through whichever of your banks works,
            and nobody is paid twice.
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
            <a
              href={entryPaths.tryOut}
              className="inline-flex min-h-12 items-center rounded-field bg-primary px-7 font-semibold text-on-primary hover:bg-primary-hover"
            >
              Get Started
            </a>
            <p className="text-14 text-ink-2">The software is free. The sandbox needs no sign-up.</p>
          </div>
          <StartLines />
          <p className="mt-5 max-w-[34rem] border-t border-line pt-4 text-ink-2">
            <strong className="font-semibold text-ink">
              Code written for Cashfree Payouts moves by changing its URL and keys.
            </strong>{" "}
            <a className="text-link underline underline-offset-4" href="/payout/integrations/migration">
              How to move
            </a>
            {" · "}
            <a className="text-link underline underline-offset-4" href="#compared">
              How it compares
            </a>
          </p>
        </div>
        <ExampleCard />
      </div>
      <RailMap />
    </section>
  );
}
