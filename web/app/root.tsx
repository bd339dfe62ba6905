import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts } from "react-router";
import plexUrl from "./fonts/ibm-plex-sans-latin.woff2?url";
import anekUrl from "./fonts/anek-latin-latin.woff2?url";
import { brand } from "./brand.ts";
import { inlineScript } from "./inline-script.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageMoves } from "#ui/page-moves.tsx";
import { Still } from "#ui/still.tsx";
import waiting from "./waiting.prerender.tsx";
import "./styles/app.css";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10151b" media="(prefers-color-scheme: dark)" />
        <meta name="operator" content={brand.supportEmail} />
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
      {/* Pages of the site and the documentation say here what was copied (ui/watch-code.ts). */}
      <p role="status" id="code-said" className="sr-only" />
    </>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <LoadFailure error={error} />;
}

/** The content of the dashboard's page until its scripts run. Without scripts, it explains what would be here. */
export function HydrateFallback() {
  return (
    <main id="main" className="frame py-24">
      <Still name="waiting" html={waiting} />
    </main>
  );
}
