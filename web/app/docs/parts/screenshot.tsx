// A screenshot of the dashboard in the page's theme. The browser fetches only the visible one.
import { screenshots, screenshotSize } from "#app/facts/screenshots.ts";
import type { ScreenshotName } from "#app/facts/screenshots.ts";

export function Screenshot({ of }: { of: ScreenshotName }) {
  const { alt } = screenshots[of];
  return (
    <figure className="screenshot">
      {(["light", "dark"] as const).map((theme) => (
        <img
          key={theme}
          className={`on-${theme}`}
          src={`/screenshots/${of}-${theme}.webp`}
          alt={alt}
          {...screenshotSize}
          loading="lazy"
          decoding="async"
        />
      ))}
    </figure>
  );
}
