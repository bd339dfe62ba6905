// Two minutes before an unused session ends, asks if the member wants to keep it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call, lastAnswerAt } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

const warnMs = 2 * 60_000;
const lookEveryMs = 5_000;

/** Returns the whole minutes until the session ends, rounded up. Undefined if there is no need for a warning. */
function minutesLeft(now: number, lastUse: number, idleMinutes: number): number | undefined {
  const left = lastUse + idleMinutes * 60_000 - now;
  return left > warnMs ? undefined : Math.max(0, Math.ceil(left / 60_000));
}

export function IdleWarning() {
  const t = useTexts();
  const client = useQueryClient();
  const { idleMinutes } = useSession().me;
  const [minutes, setMinutes] = useState<number>();
  useEffect(() => {
    const look = () => setMinutes(minutesLeft(Date.now(), lastAnswerAt(), idleMinutes));
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [idleMinutes]);
  useEffect(() => {
    // Only the server knows that the session has really ended. The page is covered then.
    if (minutes === 0) void client.refetchQueries({ queryKey: ["getSession"] });
  }, [minutes, client]);
  async function stay(): Promise<void> {
    await call("getSession", {}).catch(() => undefined);
    setMinutes(undefined);
  }
  return (
    <Dialog
      open={minutes !== undefined && minutes > 0}
      onClose={() => void stay()}
      width="sm"
      title={t("idleTitle")}
      lead={t("idleLead")}
      actions={
        <Button look="primary" onClick={() => void stay()}>
          {t("idleStay")}
        </Button>
      }
    >
      <p role="timer" aria-live="polite" className="font-semibold">
        {t("idleLeft", { minutes: minutes ?? 0 })}
      </p>
    </Dialog>
  );
}
