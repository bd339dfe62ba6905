// The contact form's challenge: six of 32 symbols, without those that are easily confused (I, O, 0, 1).
export const captchaSymbols = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const captchaLength = 6;

export function makeCaptcha(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(captchaLength));
  // 32 divides 256, so every symbol is equally likely.
  return Array.from(bytes, (byte) => captchaSymbols[byte % captchaSymbols.length]).join("");
}
