/** How long an organization of the try-out works. Pages are made of it too, so nothing is read here. */
export const TRY_OUT_HOURS = 24;
