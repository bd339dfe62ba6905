// The fixed header of every page: the logo, six links, and on small screens a menu that also has the two log-in
// buttons.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { entryPaths } from "#app/brand.ts";
import { Icon } from "#ui/icon.tsx";
import { scrollToHash } from "#ui/scroll-to-hash.ts";
import { Wordmark } from "#ui/wordmark.tsx";
import { headerLinks } from "./header-links.ts";

const noSubscription = () => () => {};

/**
 * Returns the current place as "/path#hash". The prerendered page knows no hash, so the first render has none either.
 */
function usePlace(): string {
  const { pathname, hash } = useLocation();
  const hydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return hydrated ? pathname + hash : pathname;
}

function isCurrent(path: string, place: string): boolean {
  return path === "/payout" ? place.startsWith("/payout/") : path === place;
}

function HeaderLinks({ className, onChosen }: { className: string; onChosen?: () => void }) {
  const place = usePlace();
  return headerLinks.map((link) => (
    <li key={link.path}>
      <Link
        to={link.path}
        aria-current={isCurrent(link.path, place) ? "true" : undefined}
        className={`${className} text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--color-margin)]`}
        onClick={() => {
          onChosen?.();
          // If the reader is already there, the address does not change, so nothing else would scroll.
          if (link.path === place) scrollToHash(link.path.slice(link.path.indexOf("#")));
        }}
      >
        {link.label}
      </Link>
    </li>
  ));
}

function SmallScreenMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== "Escape" || !menu.current?.open) return;
      close();
      menu.current.querySelector("summary")?.focus();
    }
    function onPointer(event: PointerEvent): void {
      if (!menu.current?.contains(event.target as Node)) close();
    }
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, []);
  return (
    <details ref={menu} className="group lg:hidden">
      <summary className="grid size-11 place-items-center rounded-field" aria-label="Menu">
        <Icon name="menu" className="group-open:hidden" />
        <Icon name="close" className="hidden group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100vh-4rem)] overflow-y-auto border-b border-line bg-surface shadow-overlay">
        <ul className="frame py-3">
          <HeaderLinks className="flex min-h-11 items-center" onChosen={close} />
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
        <Link
          to="/"
          aria-label="Vitaran, home page"
          className="flex min-h-11 items-center"
          onClick={() => window.scrollTo({ top: 0 })}
        >
          <Wordmark />
        </Link>
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
