// The search results of the palette: transfers by ID, UTR, payee or amount, and payees by name.
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../api/use-call.ts";
import { formatRupees } from "../ui/rupees.ts";
import type { Hit } from "./palette.tsx";
import { useCan } from "./can.tsx";
import { useMerchantId, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

const typingMs = 250;
/** Shorter input only searches screens. */
const lettersMin = 3;

export function useFound(typed: string): Hit[] {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const may = useCan()("searchEverything");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const enabled = may && asked.length >= lettersMin;
  const { data } = useCall("searchEverything", { merchantId, q: asked }, { enabled });
  if (!enabled || data === undefined || asked !== typed.trim()) return [];
  const go = (path: string) => () => void navigate(to(path));
  return [
    ...data.transfers.map(({ transferId, transferKey, payee, amount }): Hit => ({
      id: transferId,
      label: `${transferKey} · ${payee.name}`,
      about: formatRupees(amount),
      icon: "transfers",
      go: go(`transfers/all/${encodeURIComponent(transferKey)}`),
    })),
    ...data.beneficiaries.map(({ beneficiaryId, beneId, name }): Hit => ({
      id: beneficiaryId,
      label: `${name} · ${beneId ?? ""}`,
      about: t("palettePayments"),
      icon: "people",
      go: go(`transfers/all?f=1&bene=${beneficiaryId}`),
    })),
  ];
}
