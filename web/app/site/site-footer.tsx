import { brand } from "#app/brand.ts";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { Wordmark } from "#ui/wordmark.tsx";
import { footerColumns } from "./site-map.ts";

export function SiteFooter() {
  return (
    <footer className="mt-24 border-t border-line bg-sunken">
      <div className="frame grid grid-cols-2 gap-x-6 gap-y-10 py-14 lg:grid-cols-[1.4fr_repeat(4,1fr)]">
        <div className="col-span-2 lg:col-span-1">
          <Wordmark />
          <address className="mt-4 max-w-60 text-14 text-ink-2 not-italic">{brand.address}</address>
          <a
            className="mt-2 inline-flex min-h-8 items-center text-14 text-link underline"
            href={`mailto:${brand.supportEmail}`}
          >
            {brand.supportEmail}
          </a>
        </div>
        {footerColumns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="font-sans text-14 font-semibold">{column.title}</h2>
            <ul className="mt-2 text-14">
              {column.links.map((link) => (
                <li key={link.path}>
                  <a
                    href={link.path}
                    className="inline-flex min-h-8 items-center text-ink-2 hover:text-ink hover:underline"
                  >
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="frame">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-5 text-13 text-ink-2">
          <p>{brand.copyright}</p>
          <ul className="flex flex-wrap gap-x-6">
            {[
              { label: "Status of the banks", path: "/status" },
              { label: "Changelog", path: "/changelog" },
            ].map(({ label, path }) => (
              <li key={path}>
                <a href={path} className="inline-flex min-h-8 items-center hover:text-ink hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
