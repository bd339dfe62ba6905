// The command palette: finds every screen by a few letters of its name, and transfers and payees by ID, name or amount.
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { docsLinks } from "./docs-links.ts";
import { useLanguage } from "../texts/language.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon.tsx";
import { navOf } from "./nav.ts";
import { useFound } from "./palette-found.ts";
import { useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

export interface Hit {
  id: string;
  label: string;
  about: string;
  icon: IconName;
  go: () => void;
}

/** True if every typed word is the beginning of a word in the text. */
function isHit(text: string, typed: string): boolean {
  const words = text.toLocaleLowerCase().split(/[\s/&-]+/);
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function useHits(typed: string): Hit[] {
  const t = useTexts();
  const language = useLanguage();
  const { environment } = useSession();
  const to = useTo();
  const navigate = useNavigate();
  const screens = navOf(environment).flatMap((group) =>
    group.entries.map((entry): Hit & { words: string } => ({
      id: entry.path,
      label: entry.label[language],
      about: t(group.id),
      icon: group.icon,
      go: () => void navigate(to(entry.path)),
      words: `${entry.label.en} ${entry.label.hi} ${t(group.id)}`,
    })),
  );
  const pages = docsLinks.map((page): Hit & { words: string } => ({
    id: page.path,
    label: page.title,
    about: t("helpDocs"),
    icon: "report",
    go: () => void window.open(page.path, "_blank", "noreferrer"),
    words: page.title,
  }));
  const found = screens.filter(({ words }) => isHit(words, typed));
  return typed.trim() === ""
    ? found
    : [...found, ...pages.filter(({ words }) => isHit(words, typed))].slice(0, 12);
}

export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const screens = useHits(typed);
  const hits = [...screens, ...useFound(typed)];
  const active = hits[Math.min(at, hits.length - 1)];
  function choose(hit: Hit | undefined): void {
    if (!hit) return;
    onClose();
    hit.go();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") choose(active);
    else if (step !== undefined && hits.length > 0)
      setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog open onClose={onClose} title={t("palette")} initialFocus={field}>
      <input
        ref={field}
        className="field-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={active && `${list}-${hits.indexOf(active)}`}
        aria-label={t("palette")}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={list}
        role="listbox"
        aria-label={t("paletteHits")}
        className="mt-3 max-h-[50vh] overflow-y-auto"
      >
        {hits.map((hit, index) => (
          <li
            key={hit.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={hit === active}
            onClick={() => choose(hit)}
            onPointerMove={() => setAt(index)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-field px-2.5 aria-selected:bg-sunken"
          >
            <Icon name={hit.icon} size={16} className="text-ink-3" />
            <span className="min-w-0 flex-1 truncate">{hit.label}</span>
            <span className="text-13 text-ink-3">{hit.about}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-13 text-ink-2">
        {hits.length === 0 ? t("paletteNothing", { typed }) : ""}
      </p>
    </Dialog>
  );
}
