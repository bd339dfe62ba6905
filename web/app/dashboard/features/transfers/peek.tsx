// A transfer beside the list: the same content as its page, with buttons to the previous and the next one.
import { useEffect } from "react";
import type { TransferRow } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink, IconButton } from "#dashboard/ui/button.tsx";
import { Drawer } from "#dashboard/ui/drawer.tsx";
import { useLetterKeys } from "#dashboard/ui/letter-keys.ts";
import { StoryView } from "./story-view.tsx";
import { useTexts } from "./texts.ts";

interface PeekProps {
  /** The ID of the transfer. Empty if none is open. */
  id: string;
  rows: readonly TransferRow[];
  onOpen: (id: string) => void;
}

export function Peek({ id, rows, onOpen }: PeekProps) {
  const t = useTexts();
  const to = useTo();
  const letters = useLetterKeys();
  const at = rows.findIndex((row) => row.transferKey === id);
  const before = at > 0 ? rows[at - 1] : undefined;
  const after = at >= 0 ? rows[at + 1] : undefined;
  useEffect(() => {
    if (id === "" || letters === "off") return;
    const listen = ({ key }: KeyboardEvent) => {
      const next = key === "[" ? before : key === "]" ? after : undefined;
      if (next) onOpen(next.transferKey);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
  if (id === "") return null;
  return (
    <Drawer
      open
      onClose={() => onOpen("")}
      title={t("detailTitle", { id })}
      tools={
        <>
          <IconButton
            icon="back"
            label={t("previous")}
            disabled={!before}
            onClick={() => before && onOpen(before.transferKey)}
          />
          <IconButton
            icon="chevron"
            label={t("next")}
            disabled={!after}
            onClick={() => after && onOpen(after.transferKey)}
          />
          <ButtonLink
            to={to(`transfers/all/${encodeURIComponent(id)}`)}
            look="quiet"
            size="sm"
            icon="external"
          >
            <span className="max-sm:sr-only">{t("openPage")}</span>
          </ButtonLink>
        </>
      }
    >
      <StoryView id={id} inDrawer />
    </Drawer>
  );
}
