// Switches between sandbox and live and keeps the screen. The environment is in the path, so no link can mix them up.
import { useNavigate } from "react-router";
import { keepEnvironment } from "./last-environment.ts";
import { navOf } from "./nav.ts";
import type { Environment } from "./nav.ts";
import { currentEntry, usePlace } from "./rail.tsx";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

const environments: readonly Environment[] = ["sandbox", "live"];

export function EnvironmentSwitch() {
  const t = useTexts();
  const { environment } = useSession();
  const navigate = useNavigate();
  const place = usePlace();
  function go(chosen: Environment): void {
    keepEnvironment(chosen);
    // An open item, such as one transfer, does not exist in the other environment. Only the screen is kept, if it
    // exists there.
    const entries = navOf(chosen).flatMap((group) => group.entries);
    void navigate(`/dashboard/${chosen}/${currentEntry(entries, place)?.path ?? ""}`);
  }
  return (
    <fieldset className="flex shrink-0 rounded-full border border-control p-0.5">
      <legend className="sr-only">{t("environment")}</legend>
      {environments.map((one) => (
        <label key={one} className={choice} data-sandbox={one === "sandbox" || undefined}>
          <input
            type="radio"
            className="sr-only"
            name="environment"
            checked={one === environment}
            onChange={() => go(one)}
          />
          {t(one)}
        </label>
      ))}
    </fieldset>
  );
}

const choice =
  "flex min-h-7 cursor-pointer items-center rounded-full px-3 text-13 font-semibold text-ink-2 hover:text-ink " +
  "has-checked:bg-ink has-checked:text-bg data-sandbox:has-checked:bg-marigold data-sandbox:has-checked:text-on-marigold " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-10";
