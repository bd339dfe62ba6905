import { neighbours } from "./navigation.ts";

export function Neighbours({ path }: { path: string }) {
  const { previous, next } = neighbours(path);
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-8 grid gap-4 border-t border-line pt-6 sm:grid-cols-2 print:hidden"
    >
      {previous && (
        <a href={previous.path} rel="prev" className="group block py-2">
          <span className="block text-13 text-ink-3">Previous</span>
          <span className="text-link underline underline-offset-4">{previous.label}</span>
        </a>
      )}
      {next && (
        <a href={next.path} rel="next" className="group block py-2 sm:col-start-2 sm:text-right">
          <span className="block text-13 text-ink-3">Next</span>
          <span className="text-link underline underline-offset-4">{next.label}</span>
        </a>
      )}
    </nav>
  );
}
