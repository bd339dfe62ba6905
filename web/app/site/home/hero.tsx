import { entryPaths } from "#app/brand.ts";
import { RailMap } from "./rail-map.tsx";
import { ExampleCard } from "./example-card.tsx";

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="frame grid items-start gap-12 pt-14 pb-12 md:pt-20 lg:grid-cols-[6fr_5fr]">
        <div className="margin-rule md:pl-6 lg:mt-16">
          <h1 id="hero-title" tabIndex={-1} className="text-hero">
            Introducing payouts
          </h1>
          <p className="mt-6 max-w-[34rem] text-18 text-ink-2">
            Pay suppliers, customers, borrowers and employees 24x7, holidays included: to bank accounts, UPI
            IDs and wallets in seconds, and to cards. Vitaran finds a rail that works, and shows you where
            each payment is.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-4">
            <a
              href={entryPaths.tryOut}
              className="inline-flex min-h-12 items-center rounded-field bg-primary px-7 font-semibold text-on-primary hover:bg-primary-hover"
            >
              Get Started
            </a>
            <p className="text-14 text-ink-2">
              or run it yourself: <code className="font-mono text-ink">npm start</code>
            </p>
          </div>
        </div>
        <ExampleCard />
      </div>
      <RailMap />
    </section>
  );
}
