// Where the server puts the figures into the built status page.
export const figuresStart = "<!--figures-->";
export const figuresEnd = "<!--/figures-->";
