/** An organization of the try-out works for this many hours. Web pages import this file, so it imports nothing. */
export const TRY_OUT_HOURS = 24;
