// The map from top to bottom, for narrow screens. One unit is one pixel at a width of 360, so that its words are
// legible.
import { balances, mapInWords, payees, payments, rails, strokes } from "./rail-lines.ts";
import type { RailName } from "./rail-lines.ts";

interface Line {
  x: number;
  path: string;
  stations: readonly number[];
}

const lines: Readonly<Record<RailName, Line>> = {
  NEFT: { x: 32, path: "M148 66V84L32 134V404", stations: [230, 320] },
  RTGS: { x: 92, path: "M156 66V98L92 134V404", stations: [262, 340] },
  IMPS: { x: 164, path: "M164 66V206M164 266V404", stations: [320, 360] },
  UPI: { x: 236, path: "M172 66V98L236 134V404", stations: [250, 336] },
  Cards: { x: 296, path: "M180 66V84L296 134V404", stations: [218, 312] },
};

const label = { strokeWidth: 6, paintOrder: "stroke", className: "fill-ink text-13 font-semibold stroke-bg" };

function Wallet() {
  return (
    <g>
      <rect x="104" y="24" width="120" height="42" rx="21" className="fill-bg stroke-ink" strokeWidth="3" />
      <text x="164" y="15" textAnchor="middle" {...label}>
        Your wallet
      </text>
      {balances.map((balance, at) => (
        <text
          key={balance}
          x="164"
          y="50"
          textAnchor="middle"
          className={`balance-${at} fill-ink text-14 font-semibold tabular-nums`}
        >
          {balance}
        </text>
      ))}
    </g>
  );
}

function Detour() {
  return (
    <g className="comes later">
      <path
        d="M157 212l14 14M171 212l-14 14M157 246l14 14M171 246l-14 14"
        className="stroke-margin"
        strokeWidth="3"
      />
      <path
        d="M164 182C164 194 186 196 186 208V264C186 276 164 278 164 290"
        className="stroke-ink"
        strokeWidth="3"
        strokeDasharray="7 5"
        fill="none"
      />
      <text x="150" y="233" textAnchor="end" className="fill-margin text-12 font-semibold">
        bank
        <tspan x="150" dy="15">
          down
        </tspan>
      </text>
      <text x="192" y="233" className="fill-ink text-12 font-semibold">
        other
        <tspan x="192" dy="15">
          bank
        </tspan>
      </text>
    </g>
  );
}

function End({ rail }: { rail: RailName }) {
  const { x } = lines[rail];
  const at = payments.findIndex((payment) => payment.rail === rail);
  return (
    <g className="comes">
      <circle cx={x} cy="408" r="8" className="fill-ink" />
      <text x={x} y="434" textAnchor="middle" className="fill-ink text-12 font-semibold">
        {payees[rail]}
      </text>
      {at >= 0 && (
        <text
          x={x}
          y="451"
          textAnchor="middle"
          className={`paid-${at} fill-ok text-12 font-semibold tabular-nums`}
        >
          +{payments[at]?.amount}
        </text>
      )}
    </g>
  );
}

export function RailMapTall() {
  return (
    <svg
      viewBox="0 0 328 460"
      role="img"
      className="mx-auto block h-auto w-full max-w-[28rem] pt-3 md:hidden"
      aria-label={mapInWords}
    >
      {rails.map((rail) => (
        <path
          key={rail}
          d={lines[rail].path}
          pathLength="1"
          fill="none"
          strokeWidth="6"
          strokeLinejoin="round"
          className={`draws ${strokes[rail]}`}
        />
      ))}
      <Detour />
      {rails.map((rail) => (
        <g key={rail} className="comes">
          {lines[rail].stations.map((y) => (
            <circle
              key={y}
              cx={lines[rail].x}
              cy={y}
              r="5.5"
              strokeWidth="2.5"
              className="fill-bg stroke-ink"
            />
          ))}
          <text x={lines[rail].x} y="164" textAnchor="middle" {...label}>
            {rail}
          </text>
        </g>
      ))}
      {rails.map((rail) => (
        <End key={rail} rail={rail} />
      ))}
      <Wallet />
      {payments.map(({ rail }, at) => (
        <circle key={rail} r="7" strokeWidth="3" className={`travels tall-${at} fill-primary stroke-bg`} />
      ))}
    </svg>
  );
}
