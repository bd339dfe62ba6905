/** A file that the server has answered with. */
export interface AnsweredFile {
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly requestId: string;
}
