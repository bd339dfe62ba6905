// The layout of screens before a log-in: the mark and one column.
import { Suspense } from "react";
import { Outlet } from "react-router";
import { SkipLink } from "#ui/skip-link.tsx";
import { Wordmark } from "#ui/wordmark.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { useTexts } from "./texts.ts";

export default function EntryLayout() {
  const t = useTexts();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink>{t("skip")}</SkipLink>
      <header className="flex h-16 items-center justify-between gap-4 px-4 md:px-8">
        <a href="/" className="flex min-h-11 items-center" aria-label={t("homePage")}>
          <Wordmark />
        </a>
        <LanguageChoice />
      </header>
      <main id="main" className="mx-auto w-full max-w-[28rem] flex-1 px-4 py-8 md:py-16">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
