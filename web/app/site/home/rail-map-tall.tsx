// The map from top to bottom, for narrow screens. One unit is one pixel at a width of 360, so that its words are
// legible.
import type { Way } from "./live/way-of.ts";
import { heldIn } from "./live/way-of.ts";
import { balances, LIVE_RAIL, mapInWords, payees, payments, rails, strokes } from "./rail-lines.ts";
import type { RailName } from "./rail-lines.ts";

interface Line {
  x: number;
  path: string;
  stations: readonly number[];
}

const lines: Readonly<Record<RailName, Line>> = {
  NEFT: { x: 30, path: "M148 66V84L30 134V404", stations: [230, 320] },
  RTGS: { x: 94, path: "M156 66V98L94 134V404", stations: [262, 340] },
  IMPS: { x: 164, path: "M164 66V206M164 266V404", stations: [320, 360] },
  UPI: { x: 233, path: "M172 66V98L233 134V404", stations: [290, 352] },
  Cards: { x: 299, path: "M180 66V84L299 134V404", stations: [218, 312] },
};

/** The line of a payout that needs no way around. */
const straight = "M164 66V404";

const label = { strokeWidth: 6, paintOrder: "stroke", className: "fill-ink text-13 font-semibold stroke-bg" };

interface Live {
  way: Way | undefined;
}

function Wallet({ way }: Live) {
  return (
    <g>
      <rect x="104" y="24" width="120" height="42" rx="21" className="fill-bg stroke-ink" strokeWidth="3" />
      <text x="164" y="15" textAnchor="middle" {...label}>
        Your wallet
      </text>
      {way && (
        <text x="164" y="42" textAnchor="middle" className="fill-ink text-13 font-semibold tabular-nums">
          {way.held}{" "}
          <tspan x="164" dy="15" className="text-12 font-normal">
            {heldIn(way)}
          </tspan>
        </text>
      )}
      {!way &&
        balances.map((balance, at) => (
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

interface DetourProps {
  /** Each text on two lines. */
  down: readonly [string, string];
  by: readonly [string, string];
  isExample?: boolean;
}

function Detour({ down, by, isExample = false }: DetourProps) {
  return (
    <g className={isExample ? "comes later" : undefined}>
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
        {down[0]}{" "}
        <tspan x="150" dy="15">
          {down[1]}
        </tspan>
      </text>
      <text
        x="192"
        y="233"
        strokeWidth="6"
        paintOrder="stroke"
        className="fill-ink stroke-bg text-12 font-semibold"
      >
        {by[0]}{" "}
        <tspan x="192" dy="15">
          {by[1]}
        </tspan>
      </text>
    </g>
  );
}

/** Draws the bank of a visitor's payout as a station of the line. */
function Bank({ way }: { way: Way }) {
  return (
    <g>
      <circle
        cx="164"
        cy="236"
        r="6.5"
        strokeWidth="2.5"
        className={`fill-bg ${way.isSilent ? "stroke-margin" : "stroke-ink"}`}
      />
      <text
        x="178"
        y="240"
        strokeWidth="6"
        paintOrder="stroke"
        className="fill-ink stroke-bg text-12 font-semibold"
      >
        {way.bank}
      </text>
      {way.isSilent && (
        <text x="150" y="233" textAnchor="end" className="fill-margin text-12 font-semibold">
          no{" "}
          <tspan x="150" dy="15">
            answer
          </tspan>
        </text>
      )}
    </g>
  );
}

function End({ rail, way }: { rail: RailName } & Live) {
  const { x } = lines[rail];
  const at = payments.findIndex((payment) => payment.rail === rail);
  return (
    <g className={way ? undefined : "comes"}>
      <circle cx={x} cy="408" r="8" className="fill-ink" />
      <text x={x} y="434" textAnchor="middle" className="fill-ink text-12 font-semibold">
        {way && rail === LIVE_RAIL ? "Payee" : payees[rail]}
      </text>
      {way && rail === LIVE_RAIL && (way.at === "payee" || way.isUnpaid) && (
        <text
          x={x}
          y="451"
          textAnchor="middle"
          className={`${way.isUnpaid ? "fill-bad" : "fill-ok"} text-12 font-semibold tabular-nums`}
        >
          {way.isUnpaid ? "not paid" : `+${way.amount}`}
        </text>
      )}
      {!way && at >= 0 && (
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

export function RailMapTall({ way }: Live) {
  return (
    <svg
      viewBox="0 0 328 460"
      role="img"
      className="mx-auto block h-auto w-full max-w-[28rem] pt-3 md:hidden"
      aria-label={way?.words ?? mapInWords}
    >
      {rails.map((rail) => (
        <path
          key={rail}
          d={way && !way.down && rail === LIVE_RAIL ? straight : lines[rail].path}
          pathLength="1"
          fill="none"
          strokeWidth="6"
          strokeLinejoin="round"
          className={
            way ? `${strokes[rail]} ${rail === LIVE_RAIL ? "" : "opacity-30"}` : `draws ${strokes[rail]}`
          }
        />
      ))}
      {way?.down !== undefined && <Detour down={[way.down, "down"]} by={["by", way.bank]} />}
      {!way && <Detour down={["bank", "down"]} by={["other", "bank"]} isExample />}
      {rails.map((rail) => (
        <g key={rail} className={way ? undefined : "comes"}>
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
        <End key={rail} rail={rail} way={way} />
      ))}
      <Wallet way={way} />
      {way && way.down === undefined && <Bank way={way} />}
      {way && (
        <circle
          r="7"
          strokeWidth="3"
          data-at={way.at}
          className={`payout fill-primary stroke-bg ${way.down === undefined ? "tall-straight" : "tall-1"}`}
        />
      )}
      {!way &&
        payments.map(({ rail }, at) => (
          <circle key={rail} r="7" strokeWidth="3" className={`travels tall-${at} fill-primary stroke-bg`} />
        ))}
    </svg>
  );
}
