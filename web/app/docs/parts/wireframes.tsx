// Line drawings of dashboard screens, for orientation until there are pictures of the real ones.
import type { ReactNode } from "react";

function Screen({ title, children, height }: { title: string; children: ReactNode; height: number }) {
  return (
    <figure>
      <div className="diagram" tabIndex={0} role="group" aria-label={`Drawing: ${title}`}>
        <svg viewBox={`0 0 640 ${height}`} role="img" aria-label={`Drawing of the dashboard screen ${title}`}>
          <rect x="0.5" y="0.5" width="639" height={height - 1} rx="4" className="fill-bg stroke-control" />
          <path d={`M120.5 0V${height}`} className="stroke-line" />
          {["Summary", "Transfers", "Beneficiaries", "Fund Sources", "Reports", "Settings"].map(
            (area, at) => (
              <text key={area} x="14" y={34 + at * 24} className="fill-ink-2 text-12">
                {area}
              </text>
            ),
          )}
          <text x="140" y="34" className="fill-ink font-display text-18 font-semibold">
            {title}
          </text>
          <path d="M132.5 18v22" className="stroke-margin" />
          {children}
        </svg>
      </div>
      <figcaption>Drawing of the screen {title}, not a picture of it.</figcaption>
    </figure>
  );
}

function Field({ x, y, label, value }: { x: number; y: number; label: string; value: string }) {
  return (
    <g>
      <text x={x} y={y} className="fill-ink-2 text-12">
        {label}
      </text>
      <rect x={x} y={y + 6} width="220" height="28" rx="2" className="fill-surface stroke-control" />
      <text x={x + 10} y={y + 25} className="fill-ink text-13">
        {value}
      </text>
    </g>
  );
}

function Action({ x, y, label }: { x: number; y: number; label: string }) {
  return (
    <g>
      <rect x={x} y={y} width="110" height="30" rx="2" className="fill-primary" />
      <text x={x + 55} y={y + 20} textAnchor="middle" className="fill-on-primary text-13 font-semibold">
        {label}
      </text>
    </g>
  );
}

export function ThresholdScreen() {
  return (
    <Screen title="Set Threshold" height={250}>
      <rect x="140" y="58" width="30" height="16" rx="8" className="fill-primary" />
      <circle cx="161" cy="66" r="6" className="fill-on-primary" />
      <text x="180" y="71" className="fill-ink text-13">
        Notify when the balance drops below the threshold
      </text>
      <Field x={140} y={100} label="Fund source" value="Wallet" />
      <Field x={390} y={100} label="Minimum balance" value="₹2,50,000.00" />
      <Action x={140} y={166} label="Confirm" />
    </Screen>
  );
}

const listed = [
  ["inv_2041", "₹1,25,000.00", "Accounts payable"],
  ["inv_2042", "₹18,400.00", "Accounts payable"],
  ["salary_11", "₹64,250.00", "People team"],
] as const;

export function ApproveScreen() {
  return (
    <Screen title="Approve" height={240}>
      {["Transfer ID", "Amount", "Initiator"].map((head, at) => (
        <text key={head} x={140 + at * 120} y="70" className="fill-ink-2 text-12">
          {head}
        </text>
      ))}
      <path d="M140 78h480" className="stroke-ink" />
      {listed.map((row, line) => (
        <g key={row[0]}>
          {row.map((cell, at) => (
            <text key={cell} x={140 + at * 120} y={104 + line * 42} className="fill-ink text-13">
              {cell}
            </text>
          ))}
          <text x="520" y={104 + line * 42} className="fill-link text-13 font-semibold">
            Approve
          </text>
          <text x="582" y={104 + line * 42} className="fill-link text-13">
            Reject
          </text>
          <path d={`M140 ${118 + line * 42}h480`} className="stroke-line" />
        </g>
      ))}
    </Screen>
  );
}

export function QuickTransferScreen() {
  return (
    <Screen title="Quick Transfer" height={290}>
      <Field x={140} y={64} label="Beneficiary" value="supplier_17 ••••4321" />
      <Field x={390} y={64} label="Fund source" value="Wallet" />
      <Field x={140} y={124} label="Amount" value="₹1,25,000.00" />
      <Field x={390} y={124} label="Mode" value="IMPS" />
      <Field x={140} y={184} label="Remarks" value="Invoice 2041" />
      <Action x={140} y={242} label="Continue" />
    </Screen>
  );
}
