import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts } from "react-router";
import plexUrl from "./fonts/ibm-plex-sans-latin.woff2?url";
import anekUrl from "./fonts/anek-latin-latin.woff2?url";
import { inlineScript } from "./inline-script.ts";
import { CodeTabsBehaviour } from "#ui/code-tabs-behaviour.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageMoves } from "#ui/page-moves.tsx";
import "./styles/app.css";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10151b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={plexUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={anekUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <PageMoves />
      <CodeTabsBehaviour />
    </>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <LoadFailure error={error} />;
}

/** What the dashboard's page holds until its scripts run; without scripts it says what would be here. */
export function HydrateFallback() {
  return (
    <main id="main" className="frame py-24">
      <p className="only-js">Loading…</p>
      <div className="only-no-js margin-rule max-w-[40rem]">
        <h1 className="text-34">The Vitaran dashboard</h1>
        <p className="mt-4 text-18 text-ink-2">
          Here a team sends, approves and follows its payouts. The dashboard draws its screens with
          JavaScript, which this browser does not run.
        </p>
        <p className="mt-4">
          Everything it does is an API call too:{" "}
          <a className="text-link underline" href="/payout/quickstart">
            start with the API
          </a>
          , or read the{" "}
          <a className="text-link underline" href="/payout/introduction">
            documentation
          </a>
          .
        </p>
      </div>
    </main>
  );
}
