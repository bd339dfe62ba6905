// The fixed header of every page: the logo, six links, and on small screens a menu that also has the two log-in
// buttons.
import { useLocation } from "react-router";
import { entryPaths } from "#app/brand.ts";
import { Icon } from "#ui/icon.tsx";
import { Wordmark } from "#ui/wordmark.tsx";
import { headerLinks } from "./header-links.ts";

const look =
  "text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--color-margin)]";

/** The script of the home page marks the link of the section that its address names. */
function HeaderLinks({ className }: { className: string }) {
  const isInPayout = useLocation().pathname.startsWith("/payout/");
  return headerLinks.map(({ label, path }) => (
    <li key={path}>
      {path.startsWith("/#") ? (
        <a href={path} data-section className={`${className} ${look}`}>
          {label}
        </a>
      ) : (
        <a href={path} aria-current={isInPayout ? "true" : undefined} className={`${className} ${look}`}>
          {label}
        </a>
      )}
    </li>
  ));
}

function SmallScreenMenu() {
  return (
    <details data-menu className="group lg:hidden">
      <summary className="grid size-11 place-items-center rounded-field" aria-label="Menu">
        <Icon name="menu" className="group-open:hidden" />
        <Icon name="close" className="hidden group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100vh-4rem)] overflow-y-auto border-b border-line bg-surface shadow-overlay">
        <ul className="frame py-3">
          <HeaderLinks className="flex min-h-11 items-center" />
        </ul>
        <div className="frame grid grid-cols-2 gap-3 pb-5">
          <a
            href={entryPaths.logIn}
            className="grid min-h-11 place-items-center rounded-field border border-control"
          >
            Login
          </a>
          <a
            href={entryPaths.signUp}
            className="grid min-h-11 place-items-center rounded-field bg-primary font-semibold text-on-primary hover:bg-primary-hover"
          >
            Create Account
          </a>
        </div>
      </div>
    </details>
  );
}

export function SiteHeader() {
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-bg print:hidden">
      <div className="frame flex h-16 items-center justify-between">
        <a href="/" data-top aria-label="Vitaran, home page" className="flex min-h-11 items-center">
          <Wordmark />
        </a>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex gap-7">
            <HeaderLinks className="flex h-16 items-center" />
          </ul>
        </nav>
        <SmallScreenMenu />
      </div>
    </header>
  );
}
