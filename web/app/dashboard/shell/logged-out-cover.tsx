// Covers a page whose session has ended. The page keeps everything that was typed into it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useTexts } from "./texts.ts";

export default function LoggedOutCover({ onLoggedIn }: { onLoggedIn: () => void }) {
  const t = useTexts();
  const client = useQueryClient();
  const [failed, setFailed] = useState(false);
  async function look(): Promise<void> {
    try {
      await call("getSession", {});
      onLoggedIn();
      await client.invalidateQueries();
    } catch {
      setFailed(true);
    }
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={() => void look()}
      title={t("loggedOutTitle")}
      lead={t("loggedOutLead")}
      actions={
        <>
          <Button onClick={() => void look()}>{t("goOn")}</Button>
          <a href="/login?next=close" target="_blank" rel="noreferrer" className={buttonClass("primary")}>
            {t("logInAgain")}
          </a>
        </>
      }
    >
      <p role="status">{failed ? t("stillLoggedOut") : ""}</p>
    </Dialog>
  );
}
