// Shows if changes arrive as they happen.
import { useConnection } from "../api/live.ts";
import { useTexts } from "./texts.ts";

const tones = { open: "bg-ok", lost: "bg-warn", paused: "bg-control" } as const;

export function ConnectionDot() {
  const t = useTexts();
  const state = useConnection();
  if (state === "none") return null;
  const words = { open: t("connectionLive"), lost: t("connectionLost"), paused: t("connectionPaused") }[
    state
  ];
  const about = state === "lost" ? t("connectionLostAbout") : t("connectionAbout");
  return (
    <p role="status" title={about} className="hidden items-center gap-1.5 text-13 text-ink-2 md:flex">
      <span aria-hidden="true" className={`size-2 rounded-full ${tones[state]}`} />
      {words}
    </p>
  );
}
