// Money finding its way: a network map of the rails from a wallet to payees, with one line closed and a way around it.
interface Line {
  name: string;
  stroke: string;
  path: string;
  label: { x: number; y: number };
}

const lines: Line[] = [
  {
    name: "NEFT",
    stroke: "stroke-rail-neft",
    path: "M120 190H220L280 60H880L960 100",
    label: { x: 330, y: 48 },
  },
  {
    name: "RTGS",
    stroke: "stroke-rail-rtgs",
    path: "M120 200H300L345 120H900L960 155",
    label: { x: 380, y: 108 },
  },
  { name: "IMPS", stroke: "stroke-rail-imps", path: "M120 210H470M560 210H960", label: { x: 330, y: 198 } },
  {
    name: "UPI",
    stroke: "stroke-rail-upi",
    path: "M120 220H300L350 300H900L960 265",
    label: { x: 400, y: 288 },
  },
  {
    name: "Card and wallet",
    stroke: "stroke-rail-other",
    path: "M120 230H220L290 360H900L960 320",
    label: { x: 330, y: 348 },
  },
];

const stations = [
  { x: 470, y: 60 },
  { x: 640, y: 60 },
  { x: 560, y: 120 },
  { x: 700, y: 120 },
  { x: 680, y: 210 },
  { x: 800, y: 210 },
  { x: 520, y: 300 },
  { x: 690, y: 300 },
  { x: 560, y: 360 },
  { x: 760, y: 360 },
];

const ends = [
  { x: 960, y: 100, name: "Supplier" },
  { x: 960, y: 155, name: "Vendor" },
  { x: 960, y: 210, name: "Employee" },
  { x: 960, y: 265, name: "Customer" },
  { x: 960, y: 320, name: "Borrower" },
];

const label = "fill-ink text-14 font-semibold stroke-bg max-md:hidden";

function Interchange() {
  return (
    <g>
      <rect x="96" y="176" width="40" height="68" rx="20" className="fill-bg stroke-ink" strokeWidth="3" />
      <text x="96" y="272" className="fill-ink text-14 font-semibold max-md:hidden">
        Your wallet
      </text>
    </g>
  );
}

/** The gap in the IMPS line, and the payment that goes around it. */
function Detour() {
  return (
    <g>
      <path
        d="M478 202l14 16M492 202l-14 16"
        className="stroke-margin max-md:[stroke-width:7]"
        strokeWidth="3"
      />
      <path
        d="M538 202l14 16M552 202l-14 16"
        className="stroke-margin max-md:[stroke-width:7]"
        strokeWidth="3"
      />
      <path
        d="M430 210C450 210 452 254 474 254H556C578 254 580 210 600 210"
        className="stroke-ink max-md:[stroke-width:6]"
        strokeWidth="3"
        strokeDasharray="7 5"
        fill="none"
      />
      <text x="515" y="194" textAnchor="middle" className="fill-margin text-13 font-semibold max-md:hidden">
        bank down
      </text>
      <text x="515" y="273" textAnchor="middle" strokeWidth="5" paintOrder="stroke" className={label}>
        routed by another bank
      </text>
    </g>
  );
}

/** Names of the lines where the drawing is too small to carry them. */
function Legend() {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 pt-2 pb-3 text-12 md:hidden">
      {lines.map((line) => (
        <li key={line.name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 18 6" width="18" height="6">
            <path d="M3 3h12" strokeWidth="5" strokeLinecap="round" className={line.stroke} />
          </svg>
          {line.name}
        </li>
      ))}
    </ul>
  );
}

export function RailMap() {
  return (
    <figure className="border-y border-line bg-bg">
      <div className="frame">
        <svg
          viewBox="70 24 1000 360"
          role="img"
          className="block h-auto w-full"
          aria-label="A network map: from your wallet, lines for NEFT, RTGS, IMPS, UPI, cards and wallets lead to suppliers, employees and borrowers. The IMPS line is closed at one bank, and the payment goes around it through another."
        >
          {[60, 110, 160, 210, 260, 310, 360].map((y) => (
            <path key={y} d={`M70 ${y}H1070`} className="stroke-line" strokeWidth="1" />
          ))}
          <path d="M70.5 24V384" className="stroke-margin" strokeWidth="1" />
          {lines.map((line) => (
            <path
              key={line.name}
              d={line.path}
              fill="none"
              strokeWidth="6"
              strokeLinejoin="round"
              strokeLinecap="round"
              className={`${line.stroke} max-md:[stroke-width:13]`}
            />
          ))}
          <Detour />
          {stations.map((at) => (
            <circle
              key={`${at.x} ${at.y}`}
              cx={at.x}
              cy={at.y}
              r="6"
              strokeWidth="2.5"
              className="fill-bg stroke-ink max-md:[r:11px] max-md:[stroke-width:5]"
            />
          ))}
          {ends.map((end) => (
            <g key={`${end.x} ${end.y}`}>
              <circle cx={end.x} cy={end.y} r="9" className="fill-ink max-md:[r:16px]" />
              <text x={end.x + 18} y={end.y + 5} strokeWidth="5" paintOrder="stroke" className={label}>
                {end.name}
              </text>
            </g>
          ))}
          <Interchange />
          {lines.map((line) => (
            <text key={line.name} {...line.label} strokeWidth="5" paintOrder="stroke" className={label}>
              {line.name}
            </text>
          ))}
        </svg>
        <Legend />
        <figcaption className="pt-2 pb-4 text-13 text-ink-2">
          Money finds its way: when one bank is down, the next one carries the payment. A payment whose
          outcome is unknown is never sent twice.
        </figcaption>
      </div>
    </figure>
  );
}
