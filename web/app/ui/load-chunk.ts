// Loads a script chunk with a time limit. A failure has its own error, so that the page can offer a way out.
export const chunkTimeoutMs = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/**
 * Returns the result of `load`. Throws ChunkLoadError if loading fails or takes longer than 120 s. The build wraps
 * every route module that the router imports in this (build-steps/route-chunks.ts).
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`Loading chunk ${name} failed (timeout).`)),
      chunkTimeoutMs,
    );
  });
  try {
    return await Promise.race([load(), timeOut]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError(`Loading chunk ${name} failed.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
