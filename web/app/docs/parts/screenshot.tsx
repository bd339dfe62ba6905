// A screenshot of the dashboard in the page's theme. The browser fetches only the visible one.
import { screenshots, windowOf } from "#app/facts/screenshots.ts";
import type { ScreenshotName } from "#app/facts/screenshots.ts";

export function Screenshot({ of, className = "screenshot" }: { of: ScreenshotName; className?: string }) {
  const { alt } = screenshots[of];
  const { width, height } = windowOf(screenshots[of]);
  return (
    <figure className={className}>
      {(["light", "dark"] as const).map((theme) => (
        <img
          key={theme}
          className={`on-${theme}`}
          src={`/screenshots/${of}-${theme}.webp`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      ))}
    </figure>
  );
}
