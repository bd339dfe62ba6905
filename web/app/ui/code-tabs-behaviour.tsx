import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { showCode, watchCode } from "./watch-code.ts";

export function CodeTabsBehaviour() {
  const { pathname } = useLocation();
  const [said, setSaid] = useState("");
  useEffect(showCode, [pathname]);
  useEffect(() => watchCode(setSaid), []);
  return (
    <p role="status" id="code-said" className="sr-only">
      {said}
    </p>
  );
}
