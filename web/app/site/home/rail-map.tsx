// A map of the rails from a wallet to payees. First it is an example, with one line closed and a way around it, which
// CSS alone animates once: the lines, then three payments, each followed by the new balance (styles/rail-map.css). When
// a visitor sends a payout of the sandbox, the map shows the way of that payout.
import type { Way } from "./live/way-of.ts";
import { RailMapTall } from "./rail-map-tall.tsx";
import { RailMapWide } from "./rail-map-wide.tsx";

const example =
  "When one bank is down, another carries the payment. A payment with an unknown outcome is never sent twice. Amounts are examples.";

/** `way` is that of a visitor's payout; without it, the map is the example. */
export function RailMapDrawing({ way }: { way?: Way }) {
  return (
    <div data-example={way ? undefined : ""}>
      <RailMapWide way={way} />
      <RailMapTall way={way} />
      <figcaption className="min-h-14 pt-2 pb-4 text-13 text-ink-2">{way?.words ?? example}</figcaption>
    </div>
  );
}

export function RailMap() {
  return (
    <figure className="rail-map border-y border-line bg-bg">
      <div className="frame" data-rail-map>
        <RailMapDrawing />
      </div>
    </figure>
  );
}
