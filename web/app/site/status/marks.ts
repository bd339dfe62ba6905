// The marks between which the server inserts the figures into the built status page.
export const figuresStart = "<!--figures-->";
export const figuresEnd = "<!--/figures-->";
