declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    noHinting?: boolean;
    noLayoutClosure?: boolean;
    keepFeatures?: string[];
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(source: Buffer, text: string, options: Options): Promise<Buffer>;
}
