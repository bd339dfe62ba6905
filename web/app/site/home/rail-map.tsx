// A map of the rails from a wallet to payees, with one line closed and a way around it. CSS alone animates it once:
// first the lines, then three payments, each followed by the new balance (styles/rail-map.css).
import { RailMapTall } from "./rail-map-tall.tsx";
import { RailMapWide } from "./rail-map-wide.tsx";

export function RailMap() {
  return (
    <figure className="rail-map border-y border-line bg-bg">
      <div className="frame">
        <RailMapWide />
        <RailMapTall />
        <figcaption className="pt-2 pb-4 text-13 text-ink-2">
          When one bank is down, another carries the payment. A payment with an unknown outcome is never sent
          twice. Amounts are examples.
        </figcaption>
      </div>
    </figure>
  );
}
