// The positions of the statuses and moves of the state machine, in each form. The moves themselves come from the
// engine.
import type { Form, Point } from "./drawing.tsx";

interface DrawnMove {
  /** The lines of the label: the table's text, shortened to fit an arrow. */
  lines: readonly string[];
  label: Point;
  anchor?: "middle" | "end";
  points: readonly Point[];
}

interface StatePicture {
  height: number;
  /** The left edge, the vertical middle and the width of each box. */
  statuses: Record<string, readonly [left: number, middle: number, width: number]>;
  moves: Record<string, DrawnMove>;
}

export const BOX_HEIGHT = 36;

const wide: StatePicture = {
  height: 322,
  statuses: {
    QUEUED: [201, 40, 84],
    FAILED: [402, 40, 84],
    RECEIVED: [1, 146, 84],
    PENDING: [201, 146, 84],
    SUCCESS: [402, 146, 84],
    REVERSED: [601, 146, 84],
    APPROVAL_PENDING: [179, 236, 128],
    REJECTED: [1, 302, 84],
  },
  moves: {
    "RECEIVED > QUEUED": {
      lines: ["waits for its time, funds,", "banking hours or a bank"],
      label: [50, 68],
      points: [
        [43, 128],
        [43, 40],
        [199, 40],
      ],
    },
    "RECEIVED > PENDING": {
      lines: ["checks passed,", "funds held"],
      label: [142, 123],
      anchor: "middle",
      points: [
        [85, 146],
        [199, 146],
      ],
    },
    "RECEIVED > APPROVAL_PENDING": {
      lines: ["requires approval"],
      label: [74, 229],
      points: [
        [64, 164],
        [64, 236],
        [177, 236],
      ],
    },
    "RECEIVED > REJECTED": {
      lines: ["risk, block list or limits"],
      label: [32, 270],
      points: [
        [24, 164],
        [24, 282],
      ],
    },
    "APPROVAL_PENDING > PENDING": {
      lines: ["approved"],
      label: [252, 196],
      points: [
        [243, 218],
        [243, 166],
      ],
    },
    "QUEUED > PENDING": {
      lines: ["the wait is over"],
      label: [231, 78],
      points: [
        [223, 58],
        [223, 126],
      ],
    },
    "QUEUED > FAILED": {
      lines: ["queuing time", "is over"],
      label: [342, 17],
      anchor: "middle",
      points: [
        [285, 40],
        [400, 40],
      ],
    },
    "PENDING > FAILED": {
      lines: ["the bank declined"],
      label: [338, 89],
      points: [
        [264, 128],
        [264, 96],
        [444, 96],
        [444, 60],
      ],
    },
    "PENDING > SUCCESS": {
      lines: ["the bank debited", "your fund source"],
      label: [342, 123],
      anchor: "middle",
      points: [
        [285, 146],
        [400, 146],
      ],
    },
    "SUCCESS > REVERSED": {
      lines: ["the payee's bank", "returned it"],
      label: [542, 123],
      anchor: "middle",
      points: [
        [486, 146],
        [599, 146],
      ],
    },
  },
};

const narrow: StatePicture = {
  height: 454,
  statuses: {
    RECEIVED: [1, 20, 128],
    REJECTED: [231, 20, 80],
    APPROVAL_PENDING: [20, 162, 128],
    QUEUED: [231, 162, 80],
    PENDING: [1, 298, 128],
    FAILED: [231, 298, 80],
    SUCCESS: [1, 434, 84],
    REVERSED: [231, 434, 80],
  },
  moves: {
    "RECEIVED > REJECTED": {
      lines: ["risk, block list", "or limits"],
      label: [179, 37],
      anchor: "middle",
      points: [
        [129, 20],
        [229, 20],
      ],
    },
    "RECEIVED > QUEUED": {
      lines: ["waits for its time,", "funds, banking", "hours or a bank"],
      label: [144, 88],
      points: [
        [112, 38],
        [112, 70],
        [271, 70],
        [271, 142],
      ],
    },
    "RECEIVED > APPROVAL_PENDING": {
      lines: ["requires", "approval"],
      label: [72, 112],
      points: [
        [64, 38],
        [64, 142],
      ],
    },
    "RECEIVED > PENDING": {
      lines: ["checks passed,", "funds held"],
      label: [18, 240],
      points: [
        [10, 38],
        [10, 278],
      ],
    },
    "APPROVAL_PENDING > PENDING": {
      lines: ["approved"],
      label: [122, 204],
      points: [
        [114, 180],
        [114, 278],
      ],
    },
    "QUEUED > PENDING": {
      lines: ["the wait", "is over"],
      label: [184, 240],
      anchor: "end",
      points: [
        [231, 162],
        [190, 162],
        [190, 290],
        [131, 290],
      ],
    },
    "QUEUED > FAILED": {
      lines: ["queuing time", "is over"],
      label: [288, 216],
      anchor: "end",
      points: [
        [296, 180],
        [296, 278],
      ],
    },
    "PENDING > FAILED": {
      lines: ["the bank", "declined"],
      label: [179, 323],
      anchor: "middle",
      points: [
        [129, 306],
        [229, 306],
      ],
    },
    "PENDING > SUCCESS": {
      lines: ["the bank debited", "your fund source"],
      label: [51, 362],
      points: [
        [43, 316],
        [43, 414],
      ],
    },
    "SUCCESS > REVERSED": {
      lines: ["the payee's bank", "returned it"],
      label: [157, 412],
      anchor: "middle",
      points: [
        [85, 434],
        [229, 434],
      ],
    },
  },
};

export const statePictures: Record<Form, StatePicture> = { wide, narrow };
