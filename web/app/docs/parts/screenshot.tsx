// A picture of a dashboard screen, as light or dark as the page. What is not displayed is not fetched.
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
